package io.glebe.api.abuse;

import java.net.Socket;

/** Streams of events that are read and never end. */
record ReadStreams(String head, int clients) implements Abuse {
  @Override
  public void start(AbuseConnections connections) {
    connections.repeat(
        clients,
        () -> {
          Socket socket = connections.http();
          try {
            socket.setSoTimeout(0);
            socket.getOutputStream().write(AbuseConnections.bytes(head + "\r\n"));
            connections.readAnswer(socket);
          } finally {
            connections.reset(socket);
          }
        });
  }
}
