package io.glebe.tile.band;

/** An expression that cannot be compiled: the reason, and where it was noticed. */
public final class ExpressionException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private final int position;

  ExpressionException(String reason, int position) {
    super(reason + " at character " + (position + 1));
    this.position = position;
  }

  /** Index into the expression, from 0; its length when the end came too early. */
  public int position() {
    return position;
  }
}
