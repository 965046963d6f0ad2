package io.glebe.api.abuse;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Attachments of 199 MB at the same time. Each client sends one of them whole; the following ones
 * lack their last byte and end when the platform closes them, so that the disk is not filled.
 */
record LargeAttachments(String head, int clients) implements Abuse {
  private static final int UNIT_BYTES = 1_000;
  private static final int UNITS = 199_000;
  private static final String BEGIN =
      "--XyZ\r\nContent-Disposition: form-data; name=\"file\"; filename=\"large.bin\"\r\n"
          + "Content-Type: application/octet-stream\r\n\r\n";

  private static AbuseContent content(int missing) {
    return new AbuseContent(
        "multipart/form-data; boundary=XyZ",
        BEGIN,
        "a".repeat(UNIT_BYTES),
        UNITS,
        "\r\n--XyZ--\r\n",
        missing);
  }

  @Override
  public void start(AbuseConnections connections) {
    AtomicInteger sent = new AtomicInteger();
    connections.repeat(
        clients,
        () -> connections.exchange(head, content(sent.getAndIncrement() < clients ? 0 : 1)));
  }
}
