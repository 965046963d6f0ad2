package io.glebe.api.abuse;

import io.glebe.api.http.RawHttp2;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * HTTP/2 connections with many requests, whose clients accept no byte of a response.
 *
 * @param headers names and values in turn, after that of the host
 */
record UnreadStreams(String path, List<String> headers, int streams, int clients) implements Abuse {
  /** As many headers as that, of one byte each where they are repeated. */
  static List<String> headers(int number) {
    List<String> headers = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      headers.add("a");
      headers.add("");
    }
    return headers;
  }

  @Override
  public void start(AbuseConnections connections) {
    List<String> all = new ArrayList<>(List.of(":authority", "localhost"));
    all.addAll(headers);
    String[] sent = all.toArray(String[]::new);
    connections.repeat(
        clients,
        () -> {
          Socket socket = connections.http();
          try {
            RawHttp2 http2 = new RawHttp2(socket, 0);
            for (int i = 0; i < streams; i++) {
              http2.get(path, sent);
            }
            http2.next(RawHttp2.GO_AWAY);
            connections.count("closed by the server");
          } finally {
            connections.reset(socket);
          }
        });
  }
}
