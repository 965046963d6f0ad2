/**
 * Who a bearer token or a password speaks for: OIDC tokens, hashed tokens, service accounts and the
 * development identity.
 *
 * <p>Checks of known tokens complete on the calling thread from a bounded cache; everything that
 * waits is asynchronous, everything that computes long (password hashing) runs on a virtual thread.
 * No token and no personal datum is ever logged from here.
 */
@NullMarked
package io.glebe.core.identity;

import org.jspecify.annotations.NullMarked;
