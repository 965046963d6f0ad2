/**
 * Authenticates callers: OIDC tokens, hashed tokens, service accounts and the token of the
 * development profile.
 *
 * <p>Known tokens are checked on the calling thread from a bounded cache. I/O is asynchronous, and
 * long computations (signatures, password hashes) run on virtual threads. Tokens and personal data
 * are never logged here.
 */
@NullMarked
package io.glebe.core.identity;

import org.jspecify.annotations.NullMarked;
