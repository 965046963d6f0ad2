package io.glebe.api.abuse;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/** Large bodies that stop shortly before their end. */
record StalledBodies(String head, AbuseContent content, int clients) implements Abuse {
  @Override
  public void start(AbuseConnections connections) {
    connections.repeat(clients, () -> stall(connections));
  }

  private void stall(AbuseConnections connections) throws IOException {
    Socket socket = connections.http();
    try {
      try {
        OutputStream out = socket.getOutputStream();
        out.write(AbuseConnections.bytes(head + content.headers()));
        content.send(out);
      } catch (IOException e) {
        connections.count("refused while it was sent");
      }
      connections.readAnswer(socket);
    } finally {
      connections.reset(socket);
    }
  }
}
