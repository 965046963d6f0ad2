package io.glebe.api.abuse;

import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;

/** Heads of requests of which one character arrives in each second. */
record SlowHeads(int clients) implements Abuse {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  @Override
  public void start(AbuseConnections connections) {
    connections.repeat(
        clients,
        () -> {
          Socket socket = connections.http();
          OutputStream out = socket.getOutputStream();
          out.write(AbuseConnections.bytes("GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: "));
          while (connections.pause(INTERVAL)) {
            out.write('a');
          }
        });
  }
}
