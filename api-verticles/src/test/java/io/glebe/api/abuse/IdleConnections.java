package io.glebe.api.abuse;

import java.net.Socket;
import java.time.Duration;

/**
 * Connections on which a client sends a few bytes and then nothing.
 *
 * @param port of the server
 * @param first the bytes, such as the beginning of a TLS handshake
 * @param patience the time until the client resets the connection and opens another one
 */
record IdleConnections(int port, String first, Duration patience, int clients) implements Abuse {
  /** The head of a TLS record of 512 bytes that has the beginning of a ClientHello. */
  static final String HALF_HANDSHAKE =
      "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u0000\u0003\u0003";

  @Override
  public void start(AbuseConnections connections) {
    connections.repeat(
        clients,
        () -> {
          Socket socket = connections.open(port);
          try {
            socket.getOutputStream().write(AbuseConnections.bytes(first));
            connections.pause(patience);
          } finally {
            connections.reset(socket);
          }
        });
  }
}
