/**
 * The HTTP server: one verticle per event loop, and the gateway that takes each request from
 * authentication to the response.
 */
@NullMarked
package io.glebe.api.http.server;

import org.jspecify.annotations.NullMarked;
