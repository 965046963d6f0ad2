package io.glebe.api.http.body;

import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.Settings;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;

/**
 * Reads and discards the rest of a request body, so that the connection can be reused; closes the
 * connection of a client that sends too much.
 *
 * @param bytes that are discarded at most
 * @param time that the client has for them
 */
public record BodyDiscard(long bytes, Duration time) {

  static BodyDiscard of(Settings settings) {
    return new BodyDiscard(
        settings.get(ConnectionSettings.DISCARD_BYTES),
        settings.get(ConnectionSettings.DISCARD_TIMEOUT));
  }

  /** Reads and discards the rest, or closes the connection. Event loop only. */
  public void rest(HttpServerRequest request) {
    if (request.isEnded()) {
      return;
    }
    long[] seen = {0};
    Vertx vertx = Vertx.currentContext().owner();
    long timer = vertx.setTimer(time.toMillis(), late -> closeUnlessEnded(request));
    request.exceptionHandler(failure -> vertx.cancelTimer(timer));
    request.endHandler(end -> vertx.cancelTimer(timer));
    request.handler(
        chunk -> {
          seen[0] += chunk.length();
          if (seen[0] > bytes) {
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
