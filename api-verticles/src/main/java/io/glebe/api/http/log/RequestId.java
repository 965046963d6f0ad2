package io.glebe.api.http.log;

import io.glebe.api.http.header.Ascii;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** The id of a request: the client's X-Request-Id if it is valid, else a new one. */
public final class RequestId {
  public static final AsciiString NAME = AsciiString.cached("X-Request-Id");
  private static final Pattern SANE = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

  private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final int CHARACTERS = 36;

  private RequestId() {}

  /**
   * A random UUID. It is not a secret, so it does not use the random source of the operating
   * system, which can block.
   */
  public static AsciiString made() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long high = random.nextLong() & ~0xF000L | 0x4000L;
    long low = random.nextLong() & ~(0b11L << 62) | 0b10L << 62;
    byte[] text = new byte[CHARACTERS];
    int at = hex(text, 0, high >>> 32, 8);
    at = hex(text, dash(text, at), high >>> 16, 4);
    at = hex(text, dash(text, at), high, 4);
    at = hex(text, dash(text, at), low >>> 48, 4);
    hex(text, dash(text, at), low, 12);
    return new AsciiString(text, false);
  }

  private static int dash(byte[] text, int at) {
    text[at] = '-';
    return at + 1;
  }

  /** Writes the lowest digits of a number and returns the end index. */
  private static int hex(byte[] text, int from, long number, int digits) {
    long rest = number;
    for (int at = from + digits - 1; at >= from; at--) {
      text[at] = DIGITS[(int) rest & 0xF];
      rest >>>= 4;
    }
    return from + digits;
  }

  public static AsciiString of(HttpServerRequest request) {
    return of(request.getHeader(NAME));
  }

  public static AsciiString of(HttpHeaders headers) {
    return of(headers.get(NAME));
  }

  private static AsciiString of(String sent) {
    return sent != null && SANE.matcher(sent).matches() ? Ascii.value(sent) : made();
  }
}
