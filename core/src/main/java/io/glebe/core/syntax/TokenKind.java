package io.glebe.core.syntax;

/** The kind of a token. */
public interface TokenKind {
  /** Returns the description for error messages, such as {@code a name}. */
  String words();

  /** Returns whether a grammar may ask for tokens of this kind by their text. */
  boolean isLiteral();

  /** Returns whether this is the kind of the last token, which has no text. */
  boolean isEnd();
}
