package io.glebe.api.abuse;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;

/**
 * Requests whose responses are never read.
 *
 * @param head of the request, without the empty line at its end
 * @param requests on one connection, without waiting for responses
 */
record UnreadResponses(String head, int requests, int clients) implements Abuse {
  private static final int BUFFER = 16 * 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Override
  public void start(AbuseConnections connections) {
    connections.repeat(
        clients,
        () -> {
          Socket socket = connections.http();
          try {
            send(new BufferedOutputStream(socket.getOutputStream(), BUFFER));
            connections.pause(PATIENCE);
          } finally {
            connections.reset(socket);
          }
        });
  }

  private void send(OutputStream out) throws IOException {
    byte[] request = AbuseConnections.bytes(head + "\r\n");
    for (int i = 0; i < requests; i++) {
      out.write(request);
    }
    out.flush();
  }
}
