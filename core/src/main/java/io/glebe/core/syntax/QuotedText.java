package io.glebe.core.syntax;

import java.util.Optional;

/**
 * A text in quotes. A quote within the text is written twice.
 *
 * @param value the text without its quotes
 * @param end the position after the closing quote
 */
public record QuotedText(String value, int end) {

  /**
   * Reads the text that begins with the quote at a position; empty when the quote is never closed.
   */
  public static Optional<QuotedText> read(String text, int start) {
    char quote = text.charAt(start);
    StringBuilder value = new StringBuilder();
    int from = start + 1;
    for (int close = text.indexOf(quote, from); close >= 0; close = text.indexOf(quote, from)) {
      value.append(text, from, close);
      from = close + 1;
      if (from == text.length() || text.charAt(from) != quote) {
        return Optional.of(new QuotedText(value.toString(), from));
      }
      value.append(quote);
      from++;
    }
    return Optional.empty();
  }
}
