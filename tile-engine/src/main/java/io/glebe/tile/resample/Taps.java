package io.glebe.tile.resample;

/** Scratch memory between the stages of a resampling run; belongs to one thread. */
final class Taps {
  static final int CUBIC = 4;

  /** Number of rows of a patch that are blended together. */
  static final int BLOCK_ROWS = 8;

  int[] index = new int[0];
  float[] fx = new float[0];
  float[] fy = new float[0];

  /** Source pixels of each position: four (bilinear) or one row of four (cubic). */
  final float[][] values = new float[CUBIC][0];

  /** Pairs of source pixels of each position, see {@link PairRaster}. */
  int[] north = new int[0];

  int[] south = new int[0];

  /** Results of the horizontal pass. */
  final float[][] rows = new float[CUBIC][0];

  /** Grows to runs of {@code count} positions. */
  void reserve(int count) {
    if (index.length < count) {
      index = new int[count];
      fx = new float[count];
      fy = new float[count];
      north = new int[count];
      south = new int[count];
      for (int i = 0; i < CUBIC; i++) {
        values[i] = new float[count];
        rows[i] = new float[count];
      }
    }
  }
}
