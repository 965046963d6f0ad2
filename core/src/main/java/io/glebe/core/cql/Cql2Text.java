package io.glebe.core.cql;

import io.glebe.core.cql.Cql2Lexer.Kind;
import io.glebe.core.problem.Problem;
import io.glebe.core.syntax.Token;
import io.glebe.core.syntax.TokenCursor;
import java.util.List;

/**
 * Parses CQL2 text: {@code Cql filter = Cql2Text.parse("crop = 'wheat' AND area > 2")}. An invalid
 * filter fails with a 400 problem that gives the position and the expected input.
 */
public final class Cql2Text {
  /**
   * Maximum nesting of parentheses, and maximum number of consecutive NOT, minus and power signs:
   * {@code -Dglebe.filter.levels}.
   */
  public static final int MAX_DEPTH = Integer.getInteger("glebe.filter.levels", 50);

  private Cql2Text() {}

  /** Parses the filter into a syntax tree; {@link BoundedCql} limits its length. */
  public static Cql parse(String text) {
    TokenCursor.Faults faults = (at, detail) -> fault(text, at, detail);
    List<Token<Kind>> tokens = Cql2Lexer.tokens(text, faults);
    checkDepth(tokens, faults);
    return new Cql2Parser(text, new TokenCursor<>(text, tokens, faults)).filter();
  }

  private static Problem fault(String text, int at, String detail) {
    int lineStart = text.lastIndexOf('\n', at - 1) + 1;
    long line = 1 + text.substring(0, lineStart).chars().filter(c -> c == '\n').count();
    int character = 1 + text.codePointCount(lineStart, at);
    String place = line > 1 ? "at line " + line + ", character " : "at character ";
    return Problem.malformedParameter("filter", place + character + ": " + detail);
  }

  private static void checkDepth(List<Token<Kind>> tokens, TokenCursor.Faults faults) {
    int depth = 0;
    int run = 0;
    for (Token<Kind> token : tokens) {
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      run = token.is("NOT") || token.is("-") || token.is("^") ? run + 1 : 0;
      if (depth > MAX_DEPTH || run > MAX_DEPTH) {
        throw faults.at(token.at(), "nested deeper than " + MAX_DEPTH);
      }
    }
  }
}
