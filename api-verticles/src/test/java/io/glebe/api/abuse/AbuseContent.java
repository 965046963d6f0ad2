package io.glebe.api.abuse;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The body of a request: a beginning, a text that is repeated, and an end. It is not built in
 * memory.
 *
 * @param units how often the text is repeated
 * @param missing the bytes that are announced and never sent
 */
record AbuseContent(
    String type, String begin, String repeated, int units, String end, int missing) {
  private static final int BLOCK_BYTES = 16 << 10;

  static AbuseContent json(String begin, String repeated, int units, String end) {
    return new AbuseContent("application/json", begin, repeated, units, end, 0);
  }

  /** A JSON text of about that size whose end is never sent. */
  static AbuseContent unfinished(int bytes) {
    return new AbuseContent("application/json", "{\"name\": \"", "a", bytes, "", 100);
  }

  /** Announced bytes. */
  long length() {
    return begin.length() + (long) repeated.length() * units + end.length() + missing;
  }

  /** The headers that announce it, with the empty line at the end. */
  String headers() {
    return "Content-Type: " + type + "\r\nContent-Length: " + length() + "\r\n\r\n";
  }

  /** Sends everything but the missing bytes. */
  void send(OutputStream out) throws IOException {
    out.write(begin.getBytes(StandardCharsets.US_ASCII));
    int perBlock = Math.max(1, BLOCK_BYTES / repeated.length());
    byte[] block = repeated.repeat(perBlock).getBytes(StandardCharsets.US_ASCII);
    for (int sent = 0; sent < units; sent += perBlock) {
      out.write(block, 0, Math.min(perBlock, units - sent) * repeated.length());
    }
    out.write(end.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }
}
