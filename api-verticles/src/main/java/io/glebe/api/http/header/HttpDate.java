package io.glebe.api.http.header;

import io.netty.util.AsciiString;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The value of the header {@code Date}, which every response must have (RFC 9110, 6.6.1). It is
 * written once a second. Thread-safe.
 */
public final class HttpDate {
  public static final AsciiString NAME = AsciiString.cached("Date");
  private static final DateTimeFormatter IMF =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
          .withZone(ZoneOffset.UTC);

  private record Formatted(long second, AsciiString text) {}

  private final InstantSource clock;
  private volatile Formatted written = new Formatted(Long.MIN_VALUE, AsciiString.EMPTY_STRING);

  public HttpDate(InstantSource clock) {
    this.clock = clock;
  }

  public AsciiString now() {
    long second = Math.floorDiv(clock.millis(), 1000);
    Formatted known = written;
    if (known.second() != second) {
      known = new Formatted(second, Ascii.value(IMF.format(Instant.ofEpochSecond(second))));
      written = known;
    }
    return known.text();
  }
}
