/**
 * Checks before an operation runs: host names, proxies, TLS, credentials and rate limits.
 * Thread-safe.
 */
@NullMarked
package io.glebe.api.http.guard;

import org.jspecify.annotations.NullMarked;
