package io.glebe.tile.band;

/** An expression cannot be compiled. Carries the reason and the position. */
public final class ExpressionException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private final int position;

  ExpressionException(String reason, int position) {
    super(reason + " at character " + (position + 1));
    this.position = position;
  }

  /** Index into the expression, from 0; the length of the expression when it ends too early. */
  public int position() {
    return position;
  }
}
