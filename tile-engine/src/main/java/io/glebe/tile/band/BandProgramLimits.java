package io.glebe.tile.band;

/** Bounds of an expression, so that no request buys unbounded work. */
final class BandProgramLimits {
  /** Characters of an expression. */
  static final int LENGTH = 1000;

  /** Steps of a program. */
  static final int STEPS = 200;

  /** Rows on the stack, and nested brackets while parsing. */
  static final int DEPTH = 32;

  /** Different bands read. */
  static final int BANDS = 16;

  private BandProgramLimits() {}
}
