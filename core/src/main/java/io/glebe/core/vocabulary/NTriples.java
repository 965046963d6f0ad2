package io.glebe.core.vocabulary;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads N-Triples, one statement a line; other lines are skipped. */
final class NTriples {
  private static final Pattern STATEMENT =
      Pattern.compile(
          "<([^<>\\s]+)>\\s+<([^<>\\s]+)>\\s+(?:<([^<>\\s]+)>|"
              + "\"((?:[^\"\\\\]|\\\\.)*+)\"(?:@([A-Za-z0-9-]+))?)\\s*\\.\\s*");

  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))");

  private static final int MAX_LINE_CHARS = 1_000_000;

  private NTriples() {}

  /** Reads only the lines that contain one of the words, which is faster than parsing all lines. */
  static void read(InputStream in, String[] words, RdfStatements.Listener listener)
      throws IOException {
    BoundedLines lines = new BoundedLines(in, MAX_LINE_CHARS);
    for (String line = lines.next(); line != null; line = lines.next()) {
      for (String word : words) {
        if (line.contains(word)) {
          statement(line, listener);
          break;
        }
      }
    }
  }

  private static void statement(String line, RdfStatements.Listener listener) throws IOException {
    Matcher matcher = STATEMENT.matcher(line);
    if (!matcher.matches()) {
      return;
    }
    if (matcher.group(3) != null) {
      listener.link(matcher.group(1), matcher.group(2), matcher.group(3));
    } else {
      String language = Optional.ofNullable(matcher.group(5)).orElse("");
      listener.text(matcher.group(1), matcher.group(2), unescaped(matcher.group(4)), language);
    }
  }

  private static String unescaped(String text) {
    return text.indexOf('\\') < 0
        ? text
        : ESCAPE.matcher(text).replaceAll(m -> Matcher.quoteReplacement(character(m)));
  }

  private static String character(MatchResult escape) {
    String code = Optional.ofNullable(escape.group(1)).orElse(escape.group(2));
    if (code != null) {
      int point = (int) Long.parseLong(code, 16);
      return Character.isValidCodePoint(point) ? Character.toString(point) : "\ufffd";
    }
    return switch (escape.group(3)) {
      case "n" -> "\n";
      case "t" -> "\t";
      case "r" -> "\r";
      case "b" -> "\b";
      case "f" -> "\f";
      case String other -> other;
    };
  }
}
