package io.glebe.api.abuse;

import java.io.OutputStream;
import java.net.Socket;

/**
 * Bodies in chunks of one byte, of which each becomes some objects.
 *
 * @param head of the request, without the empty line at its end
 */
record TinyChunks(String head, int clients) implements Abuse {
  private static final String CHUNKS = "1\r\na\r\n".repeat(2_000);
  private static final int BLOCKS = 85;

  @Override
  public void start(AbuseConnections connections) {
    connections.repeat(
        clients,
        () -> {
          Socket socket = connections.http();
          try {
            OutputStream out = socket.getOutputStream();
            out.write(AbuseConnections.bytes(head + "Transfer-Encoding: chunked\r\n\r\n"));
            byte[] chunks = AbuseConnections.bytes(CHUNKS);
            for (int i = 0; i < BLOCKS; i++) {
              out.write(chunks);
            }
          } finally {
            connections.reset(socket);
          }
        });
  }
}
