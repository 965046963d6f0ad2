package io.glebe.tile.band;

/** Limits of an expression, so that a request cannot cause unbounded work. */
final class BandProgramLimits {
  /** Maximum length of an expression, characters; callers may set a lower one. */
  static final int LENGTH = 10_000;

  /** Maximum number of steps of a program. */
  static final int STEPS = 200;

  /** Maximum number of rows on the stack, and of nested brackets. */
  static final int DEPTH = 32;

  /** Maximum number of different bands. */
  static final int BANDS = 16;

  private BandProgramLimits() {}
}
