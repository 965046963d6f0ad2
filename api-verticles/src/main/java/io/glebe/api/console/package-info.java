/**
 * Serves the web console and keeps the sessions of its users.
 *
 * <p>The console uses the pattern backend for frontend: codes, access tokens and refresh tokens
 * stay in this process, and the browser has a cookie that scripts cannot read. Sessions are in
 * memory, bounded and limited in time. After a restart of the process users sign in again, usually
 * without input because they are still signed in at the identity provider.
 */
@NullMarked
package io.glebe.api.console;

import org.jspecify.annotations.NullMarked;
