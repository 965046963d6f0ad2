package io.glebe.api.abuse;

import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;

/**
 * Requests whose clients reset the connection before the response.
 *
 * @param patience the time from the request to the reset
 */
record AbandonedRequests(String head, AbuseContent content, Duration patience, int clients)
    implements Abuse {
  @Override
  public void start(AbuseConnections connections) {
    connections.repeat(
        clients,
        () -> {
          Socket socket = connections.http();
          try {
            OutputStream out = socket.getOutputStream();
            out.write(AbuseConnections.bytes(head + content.headers()));
            content.send(out);
            connections.pause(patience);
          } finally {
            connections.reset(socket);
          }
        });
  }
}
