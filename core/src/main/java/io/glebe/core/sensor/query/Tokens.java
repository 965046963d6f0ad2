package io.glebe.core.sensor.query;

import java.util.List;

/** A position in the tokens of an option. */
final class Tokens {
  private final String option;
  private final String text;
  private final List<Lexer.Token> tokens;
  private int index;

  Tokens(String option, String text) {
    this.option = option;
    this.text = text;
    this.tokens = Lexer.tokens(option, text);
  }

  Lexer.Token peek() {
    return tokens.get(index);
  }

  Lexer.Token after() {
    return tokens.get(Math.min(index + 1, tokens.size() - 1));
  }

  Lexer.Token next() {
    Lexer.Token token = tokens.get(index);
    index = Math.min(index + 1, tokens.size() - 1);
    return token;
  }

  boolean accept(String sign) {
    if (peek().is(sign)) {
      next();
      return true;
    }
    return false;
  }

  void expect(String sign) {
    if (!accept(sign)) {
      throw fault(peek(), "'" + sign + "'");
    }
  }

  Lexer.Token expect(Lexer.Kind kind) {
    if (peek().kind() != kind) {
      throw fault(peek(), kind.words());
    }
    return next();
  }

  void end() {
    if (peek().kind() != Lexer.Kind.END) {
      throw fault(peek(), "the end");
    }
  }

  /** Returns the text from a position to the next token. */
  String slice(int from) {
    return text.substring(from, peek().at()).strip();
  }

  String option() {
    return option;
  }

  RuntimeException fault(Lexer.Token token, String expected) {
    String found =
        token.kind() == Lexer.Kind.END ? "the text ends" : "'" + token.text() + "' stands";
    return QueryFault.at(option, token.at(), found + " where " + expected + " is expected");
  }
}
