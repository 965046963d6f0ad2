package io.glebe.tile.band;

/**
 * Limits of an expression, so that a request cannot cause unbounded work. Properties of the JVM
 * change them: {@code -Dglebe.expression.steps}, {@code -Dglebe.expression.levels}, {@code
 * -Dglebe.expression.bands}.
 */
final class BandProgramLimits {
  /** Maximum length of an expression, characters; callers may set a lower one. */
  static final int LENGTH = 10_000;

  /** Maximum number of steps of a program. */
  static final int STEPS = Integer.getInteger("glebe.expression.steps", 200);

  /** Maximum number of rows on the stack, and of nested brackets. */
  static final int DEPTH = Integer.getInteger("glebe.expression.levels", 32);

  /** Maximum number of different bands. */
  static final int BANDS = Integer.getInteger("glebe.expression.bands", 16);

  private BandProgramLimits() {}
}
