package io.glebe.api.http.header;

import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Names and values of headers as bytes, which are copied at once. A string would be encoded
 * character by character.
 */
public final class Ascii {
  private static final Map<String, AsciiString> NAMES =
      Stream.of(
              "Accept-Ranges",
              "Cache-Control",
              "Content-Encoding",
              "Content-Length",
              "Content-Type",
              "ETag",
              "Link",
              "Location",
              "Server-Timing",
              "Vary",
              "X-Content-Type-Options",
              "X-Request-Id")
          .collect(Collectors.toUnmodifiableMap(name -> name, AsciiString::cached));

  private Ascii() {}

  /** The name of a header; common names are not encoded again. */
  public static AsciiString name(String name) {
    AsciiString known = NAMES.get(name);
    return known == null ? AsciiString.of(name) : known;
  }

  /** A value in the form that is sent. */
  public static AsciiString wire(CharSequence value) {
    return value instanceof AsciiString ready ? ready : value(value.toString());
  }

  /** A value; characters outside Latin-1 become question marks. */
  public static AsciiString value(String text) {
    return new AsciiString(text.getBytes(StandardCharsets.ISO_8859_1), false);
  }
}
