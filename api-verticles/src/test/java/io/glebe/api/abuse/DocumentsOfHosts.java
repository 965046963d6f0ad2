package io.glebe.api.abuse;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Requests for a document that contains the address of the platform, each with another port in
 * {@code Host}.
 */
record DocumentsOfHosts(String path, int clients) implements Abuse {
  private static final int FIRST_PORT = 1_024;
  private static final int PORTS = 60_000;

  @Override
  public void start(AbuseConnections connections) {
    AtomicInteger number = new AtomicInteger();
    AbuseContent nothing = AbuseContent.json("", "a", 0, "");
    connections.repeat(
        clients,
        () -> {
          int port = FIRST_PORT + number.getAndIncrement() % PORTS;
          connections.exchange(
              "GET %s HTTP/1.1\r\nHost: localhost:%d\r\nAccept-Encoding: gzip\r\n"
                  .formatted(path, port),
              nothing);
        });
  }
}
