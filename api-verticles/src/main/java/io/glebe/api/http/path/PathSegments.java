package io.glebe.api.http.path;

import io.glebe.core.problem.Problem;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Splits a raw path into decoded segments; an encoded slash stays inside its segment. */
public final class PathSegments {
  private static final int MAX_SEGMENTS = 64;

  private PathSegments() {}

  /**
   * The segments; empty ones are dropped. Broken escapes, U+0000 and dot segments are refused with
   * 400.
   */
  public static List<String> of(String rawPath) {
    List<String> segments = new ArrayList<>();
    int at = 0;
    while (at < rawPath.length()) {
      int slash = rawPath.indexOf('/', at);
      int end = slash < 0 ? rawPath.length() : slash;
      if (end > at) {
        segments.add(checked(rawPath.substring(at, end)));
      }
      at = end + 1;
    }
    if (segments.size() > MAX_SEGMENTS) {
      throw Problem.notFound("the path has more than " + MAX_SEGMENTS + " segments");
    }
    return segments;
  }

  private static String checked(String raw) {
    String segment = raw.indexOf('%') < 0 ? raw : decode(raw);
    if (segment.equals(".") || segment.equals("..") || segment.indexOf('\0') >= 0) {
      throw Problem.malformed("the path contains a segment that is not allowed");
    }
    return segment;
  }

  private static String decode(String raw) {
    byte[] bytes = raw.getBytes(StandardCharsets.UTF_8);
    ByteBuffer decoded = ByteBuffer.allocate(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '%') {
        int high = i + 2 <= bytes.length - 1 ? Character.digit(bytes[i + 1], 16) : -1;
        int low = i + 2 <= bytes.length - 1 ? Character.digit(bytes[i + 2], 16) : -1;
        if (high < 0 || low < 0) {
          throw Problem.malformed("the path contains a broken percent escape");
        }
        decoded.put((byte) (high << 4 | low));
        i += 2;
      } else {
        decoded.put(bytes[i]);
      }
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(decoded.flip()).toString();
    } catch (CharacterCodingException e) {
      throw Problem.malformed("the path is no valid UTF-8");
    }
  }
}
