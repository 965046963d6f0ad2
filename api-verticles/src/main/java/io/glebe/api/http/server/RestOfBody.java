package io.glebe.api.http.server;

import io.glebe.api.http.Exchange;
import io.glebe.api.http.body.BodyDiscard;
import io.glebe.api.http.fastpath.ConnectionAbort;
import io.glebe.api.http.fastpath.ConnectionReading;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;

/** What a client sends of a request after its response. */
final class RestOfBody {
  private RestOfBody() {}

  /** Reads and discards it, after a pause where it may be much, if the connection is open. */
  static void discard(Exchange exchange, BodyDiscard discard) {
    HttpServerRequest request = exchange.request();
    boolean hasRest = exchange.endBody();
    if (!ConnectionReading.isOpen(request)) {
      return;
    }
    if (hasRest) {
      Duration pause = discard.restLater(request, () -> ConnectionAbort.endRest(request));
      ConnectionReading.pause(request, pause);
    }
    if (exchange.pausesConnection()) {
      ConnectionReading.pauseAfterRefusals(request, discard.pause());
    }
  }
}
