/**
 * The storage of browser sessions and one-time tickets, shared by all processes. It stores digests
 * of cookies and encrypted content, never a cookie or a token. Results arrive on the caller's event
 * loop.
 */
@NullMarked
package io.glebe.core.identity.session;

import org.jspecify.annotations.NullMarked;
