package io.glebe.core.vocabulary;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of a text in UTF-8 and limits their length, so that a line without an end does
 * not fill the heap.
 */
final class BoundedLines {
  private static final int ROOM = 64 * 1024;

  private final Reader in;
  private final int mostChars;
  private final char[] buffer = new char[ROOM];
  private int at;
  private int end;

  BoundedLines(InputStream in, int mostChars) {
    this.in = new InputStreamReader(in, StandardCharsets.UTF_8);
    this.mostChars = mostChars;
  }

  /** The next line without its line end; null after the last. */
  @Nullable String next() throws IOException {
    if (at == end && !fill()) {
      return null;
    }
    StringBuilder line = new StringBuilder();
    do {
      int from = at;
      while (at < end && buffer[at] != '\n') {
        at++;
      }
      if (line.length() + at - from > mostChars) {
        throw new IOException("a line has more than " + mostChars + " characters");
      }
      line.append(buffer, from, at - from);
      if (at < end) {
        at++;
        return line.toString();
      }
    } while (fill());
    return line.toString();
  }

  private boolean fill() throws IOException {
    at = 0;
    end = Math.max(0, in.read(buffer));
    return end > 0;
  }
}
