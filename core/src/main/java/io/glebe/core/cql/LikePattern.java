package io.glebe.core.cql;

import java.util.Arrays;
import java.util.Locale;

/**
 * A pattern with {@code %} for any text, {@code _} for one character, and a backslash that makes
 * the next character literal. Matching takes at most pattern length times text length steps.
 */
final class LikePattern {
  private static final int ANY = -1;
  private static final int ONE = -2;

  private final int[] tokens;
  private final boolean ignoreCase;

  LikePattern(String pattern, boolean ignoreCase) {
    this.ignoreCase = ignoreCase;
    this.tokens = tokens((ignoreCase ? pattern.toLowerCase(Locale.ROOT) : pattern));
  }

  private static int[] tokens(String pattern) {
    int[] points = pattern.codePoints().toArray();
    int[] tokens = new int[points.length];
    int count = 0;
    for (int i = 0; i < points.length; i++) {
      tokens[count++] =
          switch (points[i]) {
            case '%' -> ANY;
            case '_' -> ONE;
            case '\\' -> i + 1 < points.length ? points[++i] : '\\';
            default -> points[i];
          };
    }
    return Arrays.copyOf(tokens, count);
  }

  boolean matches(String given) {
    String folded = ignoreCase ? given.toLowerCase(Locale.ROOT) : given;
    int[] text = folded.codePoints().toArray();
    int at = 0;
    int token = 0;
    int star = -1;
    int resume = 0;
    while (at < text.length) {
      if (token < tokens.length && tokens[token] == ANY) {
        star = token++;
        resume = at;
      } else if (token < tokens.length && (tokens[token] == ONE || tokens[token] == text[at])) {
        token++;
        at++;
      } else if (star >= 0) {
        token = star + 1;
        at = ++resume;
      } else {
        return false;
      }
    }
    while (token < tokens.length && tokens[token] == ANY) {
      token++;
    }
    return token == tokens.length;
  }

  /** Returns the pattern for SQL's LIKE, which has the same meaning. */
  String sql() {
    StringBuilder sql = new StringBuilder();
    for (int token : tokens) {
      append(sql, token);
    }
    return sql.toString();
  }

  /**
   * Returns a pattern for an ILIKE that folds only ASCII. It matches at least as much: characters
   * that fold to other characters (the Kelvin sign to k, the dotted capital I to i) become {@code
   * %}.
   */
  String widened() {
    StringBuilder sql = new StringBuilder();
    for (int token : tokens) {
      boolean wide = token == ONE || token > 0x7f || token == 'k' || token == 'i';
      append(sql, wide ? ANY : token);
    }
    return sql.toString();
  }

  private static void append(StringBuilder sql, int token) {
    switch (token) {
      case ANY -> sql.append('%');
      case ONE -> sql.append('_');
      case '%', '_', '\\' -> sql.append('\\').append((char) token);
      default -> sql.appendCodePoint(token);
    }
  }
}
