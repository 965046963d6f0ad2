package io.glebe.api.abuse;

import io.glebe.api.http.RawHttp2;
import java.net.Socket;
import java.util.Arrays;

/** Requests of HTTP/2 with many headers, whose clients accept no byte of a response. */
record ManyHeaders(int headers, int streams, int clients) implements Abuse {
  @Override
  public void start(AbuseConnections connections) {
    String[] all = new String[2 + 2 * headers];
    Arrays.fill(all, "");
    all[0] = ":authority";
    all[1] = "localhost";
    for (int i = 2; i < all.length; i += 2) {
      all[i] = "a";
    }
    connections.repeat(
        clients,
        () -> {
          Socket socket = connections.http();
          try {
            RawHttp2 http2 = new RawHttp2(socket, 0);
            for (int i = 0; i < streams; i++) {
              http2.get("/nothing" + i, all);
            }
            http2.next(RawHttp2.GO_AWAY);
            connections.count("closed by the server");
          } finally {
            connections.reset(socket);
          }
        });
  }
}
