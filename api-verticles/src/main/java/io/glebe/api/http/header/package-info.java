/**
 * Names, values and dates of HTTP headers: content negotiation, preconditions, ranges, compression.
 * Pure functions without state of requests.
 */
@NullMarked
package io.glebe.api.http.header;

import org.jspecify.annotations.NullMarked;
