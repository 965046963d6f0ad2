package io.glebe.api.http.body;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

/**
 * Reads and discards the rest of a request body, so that the connection can be reused; closes the
 * connection of a client that sends too much.
 */
public final class BodyDiscard {
  private static final long MAX_BYTES = 32L << 20;
  private static final long MAX_MILLIS = 30_000;

  private BodyDiscard() {}

  /**
   * Reads and discards up to {@value #MAX_BYTES} bytes for {@value #MAX_MILLIS} ms, then closes the
   * connection. Event loop only.
   */
  public static void rest(HttpServerRequest request) {
    if (request.isEnded()) {
      return;
    }
    long[] seen = {0};
    Vertx vertx = Vertx.currentContext().owner();
    long timer = vertx.setTimer(MAX_MILLIS, late -> closeUnlessEnded(request));
    request.exceptionHandler(failure -> vertx.cancelTimer(timer));
    request.endHandler(end -> vertx.cancelTimer(timer));
    request.handler(
        chunk -> {
          seen[0] += chunk.length();
          if (seen[0] > MAX_BYTES) {
            request.connection().close();
          }
        });
    request.resume();
  }

  private static void closeUnlessEnded(HttpServerRequest request) {
    if (!request.isEnded()) {
      request.connection().close();
    }
  }
}
