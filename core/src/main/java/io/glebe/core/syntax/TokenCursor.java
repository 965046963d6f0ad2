package io.glebe.core.syntax;

import java.util.List;

/** The position of a parser in the tokens of a text. Not thread-safe. */
public final class TokenCursor<K extends TokenKind> {
  /** Creates the exception for an error in the text. */
  @FunctionalInterface
  public interface Faults {
    /**
     * @param at position in the text, from 0
     */
    RuntimeException at(int at, String detail);
  }

  private final String text;
  private final List<Token<K>> tokens;
  private final Faults faults;
  private int index;

  /**
   * @param tokens the tokens of the text; the last one is the end
   */
  public TokenCursor(String text, List<Token<K>> tokens, Faults faults) {
    this.text = text;
    this.tokens = tokens;
    this.faults = faults;
  }

  /** Returns the next token without consuming it. */
  public Token<K> peek() {
    return tokens.get(index);
  }

  /** Returns the token after the next one without consuming it. */
  public Token<K> after() {
    return tokens.get(Math.min(index + 1, tokens.size() - 1));
  }

  /** Consumes the next token; the end is never consumed. */
  public Token<K> next() {
    Token<K> token = tokens.get(index);
    index = Math.min(index + 1, tokens.size() - 1);
    return token;
  }

  /** Consumes the next token if it is this sign or keyword. */
  public boolean accept(String wanted) {
    if (peek().is(wanted)) {
      next();
      return true;
    }
    return false;
  }

  /** Consumes this sign or keyword, or fails. */
  public Token<K> expect(String wanted) {
    if (!peek().is(wanted)) {
      throw fault(peek(), "'" + wanted + "'");
    }
    return next();
  }

  /** Consumes a token of this kind, or fails. */
  public Token<K> expect(K kind) {
    if (!peek().kind().equals(kind)) {
      throw fault(peek(), kind.words());
    }
    return next();
  }

  /** Fails unless all tokens are consumed. */
  public void expectEnd() {
    if (!peek().kind().isEnd()) {
      throw fault(peek(), "the end");
    }
  }

  /** Returns the text from a position to the next token. */
  public String textSince(int from) {
    return text.substring(from, peek().at()).strip();
  }

  /** Returns the exception for a token in the place of the expected input. */
  public RuntimeException fault(Token<K> token, String expected) {
    String found = token.kind().isEnd() ? "the end of the text" : "'" + token.text() + "'";
    return faults.at(token.at(), expected + " is expected, not " + found);
  }

  /** Returns the exception for an error at a position. */
  public RuntimeException faultAt(int at, String detail) {
    return faults.at(at, detail);
  }
}
