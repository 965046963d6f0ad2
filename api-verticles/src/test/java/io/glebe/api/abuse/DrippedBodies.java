package io.glebe.api.abuse;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;

/**
 * Bodies whose beginning arrives at once and the rest byte by byte.
 *
 * @param head of the request
 * @param content its beginning is sent at once; its end is dripped
 * @param interval between two bytes
 */
record DrippedBodies(String head, AbuseContent content, Duration interval, int clients)
    implements Abuse {
  @Override
  public void start(AbuseConnections connections) {
    connections.repeat(clients, () -> drip(connections));
  }

  private void drip(AbuseConnections connections) throws IOException, InterruptedException {
    Socket socket = connections.http();
    try {
      OutputStream out = socket.getOutputStream();
      out.write(AbuseConnections.bytes(head + content.headers() + content.begin()));
      for (int i = 0; i < content.end().length() && connections.pause(interval); i++) {
        out.write(content.end().charAt(i));
      }
    } catch (IOException e) {
      connections.readAnswer(socket);
    } finally {
      connections.reset(socket);
    }
  }
}
