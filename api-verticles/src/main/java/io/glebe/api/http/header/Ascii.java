package io.glebe.api.http.header;

import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Names and values of headers as they go to the wire: bytes that are copied at once, where a text
 * would be encoded letter by letter.
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

  /** The name, ready made where it is a usual one. */
  public static CharSequence name(String name) {
    AsciiString known = NAMES.get(name);
    return known == null ? name : known;
  }

  /** A value as it goes to the wire. */
  public static AsciiString wire(CharSequence value) {
    return value instanceof AsciiString ready ? ready : value(value.toString());
  }

  /** A value; whatever is no Latin-1 becomes a question mark. */
  public static AsciiString value(String text) {
    return new AsciiString(text.getBytes(StandardCharsets.ISO_8859_1), false);
  }
}
