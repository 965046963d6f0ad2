/**
 * Serves the web console and keeps the sign-in of the people who use it.
 *
 * <p>The console is a backend for its frontend: code, tokens and refresh tokens stay in this
 * process, the browser holds a cookie that no script can read. Sessions live in memory, bounded and
 * for a time; a restart of the process asks people to sign in again, which the identity provider
 * usually answers without a question.
 */
@NullMarked
package io.glebe.api.console;

import org.jspecify.annotations.NullMarked;
