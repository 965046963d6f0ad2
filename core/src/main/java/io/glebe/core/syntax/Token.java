package io.glebe.core.syntax;

/**
 * A token of a text.
 *
 * @param text the text of the token, without quotes
 * @param at its position in the text, from 0
 */
public record Token<K extends TokenKind>(K kind, String text, int at) {
  /** Returns whether this is the given sign or keyword. */
  public boolean is(String wanted) {
    return kind.isLiteral() && text.equals(wanted);
  }
}
