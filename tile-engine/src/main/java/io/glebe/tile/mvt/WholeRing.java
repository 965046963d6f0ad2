package io.glebe.tile.mvt;

/** A ring in whole numbers. */
final class WholeRing {
  private WholeRing() {}

  /**
   * Rounds the vertices of a ring to whole numbers, removes repetitions and spikes, and returns the
   * number of vertices.
   */
  static int of(double[] source, int n, int[] ring) {
    int count = 0;
    for (int i = 0; i < n; i++) {
      int x = (int) Math.floor(source[2 * i] + 0.5);
      int y = (int) Math.floor(source[2 * i + 1] + 0.5);
      if (count == 0 || ring[2 * count - 2] != x || ring[2 * count - 1] != y) {
        ring[2 * count] = x;
        ring[2 * count + 1] = y;
        count = cutSpikes(ring, count + 1);
      }
    }
    while (count > 1 && ring[0] == ring[2 * count - 2] && ring[1] == ring[2 * count - 1]) {
      count--;
    }
    return count;
  }

  /** Removes spikes: sections where a ring returns on itself, as rounding does to narrow bays. */
  private static int cutSpikes(int[] ring, int vertices) {
    int count = vertices;
    while (count > 2) {
      int last = 2 * (count - 1);
      long inX = (long) ring[last - 2] - ring[last - 4];
      long inY = (long) ring[last - 1] - ring[last - 3];
      long outX = (long) ring[last] - ring[last - 2];
      long outY = (long) ring[last + 1] - ring[last - 1];
      if (inX * outY != inY * outX || inX * outX + inY * outY >= 0) {
        return count;
      }
      ring[last - 2] = ring[last];
      ring[last - 1] = ring[last + 1];
      count--;
      if (ring[last - 4] == ring[last - 2] && ring[last - 3] == ring[last - 1]) {
        count--;
      }
    }
    return count;
  }
}
