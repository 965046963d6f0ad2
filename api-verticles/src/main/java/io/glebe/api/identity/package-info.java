/**
 * The development identity under {@code /dev/identity} and the administration of tokens and service
 * accounts.
 *
 * <p>The development identity is an OpenID provider for one machine: fixed users, no passwords,
 * sessions in memory. It never starts in the production profile. Its endpoints are straight-line
 * code on virtual threads.
 */
@NullMarked
package io.glebe.api.identity;

import org.jspecify.annotations.NullMarked;
