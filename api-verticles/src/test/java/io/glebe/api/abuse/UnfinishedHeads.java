package io.glebe.api.abuse;

import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;

/** Heads of requests with many short lines, whose end is never sent. */
record UnfinishedHeads(int lines, int clients) implements Abuse {
  private static final Duration NEXT = Duration.ofSeconds(5);

  @Override
  public void start(AbuseConnections connections) {
    connections.repeat(
        clients,
        () -> {
          Socket socket = connections.http();
          try {
            OutputStream out = socket.getOutputStream();
            out.write(
                AbuseConnections.bytes(
                    "GET /health HTTP/1.1\r\nHost: localhost\r\n" + "a:\r\n".repeat(lines)));
            connections.pause(NEXT);
          } finally {
            connections.reset(socket);
          }
        });
  }
}
