package io.glebe.api.http;

import io.vertx.core.http.HttpServerRequest;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** The id of a request: the client's X-Request-Id where it is sane, else a new one. */
final class RequestId {
  static final String HEADER = "X-Request-Id";
  private static final CharSequence NAME = Ascii.name(HEADER);
  private static final Pattern SANE = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

  private RequestId() {}

  /** A random UUID; it is no secret, so it need not wait for the operating system's randomness. */
  static String made() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long high = random.nextLong() & ~0xF000L | 0x4000L;
    long low = random.nextLong() & ~(0b11L << 62) | 0b10L << 62;
    return new UUID(high, low).toString();
  }

  static String of(HttpServerRequest request) {
    String sent = request.getHeader(NAME);
    return sent != null && SANE.matcher(sent).matches() ? sent : made();
  }
}
