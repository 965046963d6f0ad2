package io.glebe.api.http.body;

import io.vertx.core.http.HttpServerRequest;

/**
 * Reads and discards the rest of a request body, so that the connection can be reused; closes the
 * connection of a client that sends too much.
 */
public final class BodyDiscard {
  private static final long MAX_BYTES = 32L << 20;

  private BodyDiscard() {}

  /** Reads and discards up to {@value #MAX_BYTES} bytes, then closes the connection. */
  public static void rest(HttpServerRequest request) {
    if (request.isEnded()) {
      return;
    }
    long[] seen = {0};
    request.exceptionHandler(gone -> {});
    request.endHandler(null);
    request.handler(
        chunk -> {
          seen[0] += chunk.length();
          if (seen[0] > MAX_BYTES) {
            request.connection().close();
          }
        });
    request.resume();
  }
}
