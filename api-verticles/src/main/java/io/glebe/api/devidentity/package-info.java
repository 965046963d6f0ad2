/**
 * The development identity under {@code /dev/identity}: an OpenID provider for one machine, with
 * fixed users, no passwords and sessions in memory. It never starts in the production profile. Its
 * endpoints are straight-line code on virtual threads.
 */
@NullMarked
package io.glebe.api.devidentity;

import org.jspecify.annotations.NullMarked;
