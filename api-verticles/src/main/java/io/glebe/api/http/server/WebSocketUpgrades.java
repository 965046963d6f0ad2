package io.glebe.api.http.server;

import io.glebe.api.http.Exchange;
import io.glebe.api.http.SocketUpgrade;
import io.glebe.api.http.fastpath.WebSocketHandshake;
import io.glebe.api.http.guard.ClientAddress;
import io.glebe.core.problem.Problem;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The addresses where connections become WebSockets. */
final class WebSocketUpgrades {
  private final List<WebSocketHandshake> handshakes = new CopyOnWriteArrayList<>();

  void add(SocketUpgrade upgrade, ClientAddress clients) {
    handshakes.add(new WebSocketHandshake(upgrade, clients));
  }

  /** Whether the connection has left HTTP: a request for it that has no fault. */
  boolean take(Exchange exchange) {
    for (WebSocketHandshake handshake : handshakes) {
      if (handshake.isFor(exchange.request())) {
        try {
          exchange.checkHost();
          handshake.check(exchange.request());
        } catch (Problem fault) {
          return false;
        }
        handshake.open(exchange.request());
        return true;
      }
    }
    return false;
  }

  /** Fails for the fault of a request for a WebSocket that was not taken. */
  void check(HttpServerRequest request) {
    for (WebSocketHandshake handshake : handshakes) {
      if (handshake.isFor(request)) {
        handshake.check(request);
      }
    }
  }
}
