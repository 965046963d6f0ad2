package io.glebe.tile.band;

/** The rows a band program works on; grows once, belongs to one render thread. */
public final class BandStack {
  /** Pixels worked on at a time: a program's stack stays in the first-level cache. */
  static final int BLOCK = 512;

  final float[][] rows = new float[BandProgramLimits.DEPTH][];

  /** Row {@code depth}, made when first used. */
  float[] row(int depth) {
    if (rows[depth] == null) {
      rows[depth] = new float[BLOCK];
    }
    return rows[depth];
  }
}
