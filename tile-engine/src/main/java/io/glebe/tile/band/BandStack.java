package io.glebe.tile.band;

/** The rows of a band program. They grow once and belong to one render thread. */
public final class BandStack {
  /** Pixels per block. The stack of a program then fits into the first-level cache. */
  static final int BLOCK = 512;

  final float[][] rows = new float[BandProgramLimits.DEPTH][];

  /** The row at {@code depth}; allocated on first use. */
  float[] row(int depth) {
    if (rows[depth] == null) {
      rows[depth] = new float[BLOCK];
    }
    return rows[depth];
  }
}
