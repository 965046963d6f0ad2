package io.glebe.api.abuse;

import io.glebe.api.http.RawHttp2;
import java.net.Socket;

/** HTTP/2 connections with many requests, whose clients accept no byte of a response. */
record UnreadStreams(String path, String token, int streams, int clients) implements Abuse {
  @Override
  public void start(AbuseConnections connections) {
    connections.repeat(
        clients,
        () -> {
          Socket socket = connections.http();
          try {
            RawHttp2 http2 = new RawHttp2(socket, 0);
            for (int i = 0; i < streams; i++) {
              http2.get(path, ":authority", "localhost", "authorization", "Bearer " + token);
            }
            http2.next(RawHttp2.GO_AWAY);
            connections.count("closed by the server");
          } finally {
            connections.reset(socket);
          }
        });
  }
}
