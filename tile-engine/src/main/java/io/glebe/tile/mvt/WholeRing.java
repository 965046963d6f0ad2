package io.glebe.tile.mvt;

import java.util.Arrays;

/**
 * A ring in whole numbers, of which vertices are appended: rounded, without repetitions, and
 * without spikes, sections where the ring returns on itself, as rounding does to narrow bays.
 * Reused; belongs to one thread.
 */
final class WholeRing {
  private int[] xy = new int[512];
  private int count;

  void clear() {
    count = 0;
  }

  /** Appends vertices. */
  void add(double[] source, int from, int to) {
    reserve(to - from);
    for (int i = from; i < to; i++) {
      push((int) Math.floor(source[2 * i] + 0.5), (int) Math.floor(source[2 * i + 1] + 0.5));
    }
  }

  void add(double x, double y) {
    reserve(1);
    push((int) Math.floor(x + 0.5), (int) Math.floor(y + 0.5));
  }

  /**
   * Appends consecutive vertices of a ring that is whole already, so that they have neither
   * repetitions nor spikes among each other.
   */
  void addWhole(double[] source, int from, int to) {
    int joint = Math.min(from + 2, to);
    add(source, from, joint);
    reserve(to - joint);
    int at = 2 * count;
    for (int i = 2 * joint; i < 2 * to; i++) {
      xy[at++] = (int) source[i];
    }
    count = at / 2;
  }

  /** Ends the ring, without a spike or repetition at its seam, and returns its vertices. */
  int close() {
    int before;
    do {
      before = count;
      while (count > 1 && isSame(0, count - 1)) {
        count--;
      }
      if (count > 2 && isSpike(count - 2, count - 1, 0)) {
        count--;
      } else if (count > 2 && isSpike(count - 1, 0, 1)) {
        count--;
        System.arraycopy(xy, 2, xy, 0, 2 * count);
      }
    } while (count < before);
    return count;
  }

  /** Flat coordinates, valid until the next change. */
  int[] xy() {
    return xy;
  }

  private void reserve(int more) {
    if (2 * (count + more) > xy.length) {
      xy = Arrays.copyOf(xy, 2 * Math.max(xy.length, count + more));
    }
  }

  private void push(int x, int y) {
    if (count == 0 || xy[2 * count - 2] != x || xy[2 * count - 1] != y) {
      xy[2 * count] = x;
      xy[2 * count + 1] = y;
      count++;
      cutSpikes();
    }
  }

  private void cutSpikes() {
    while (count > 2 && isSpike(count - 3, count - 2, count - 1)) {
      int last = 2 * (count - 1);
      xy[last - 2] = xy[last];
      xy[last - 1] = xy[last + 1];
      count--;
      if (isSame(count - 2, count - 1)) {
        count--;
      }
    }
  }

  private boolean isSame(int one, int other) {
    return xy[2 * one] == xy[2 * other] && xy[2 * one + 1] == xy[2 * other + 1];
  }

  /** Whether the edge after a vertex runs back along the edge before it. */
  private boolean isSpike(int before, int vertex, int after) {
    long inX = (long) xy[2 * vertex] - xy[2 * before];
    long inY = (long) xy[2 * vertex + 1] - xy[2 * before + 1];
    long outX = (long) xy[2 * after] - xy[2 * vertex];
    long outY = (long) xy[2 * after + 1] - xy[2 * vertex + 1];
    return inX * outX + inY * outY < 0 && inX * outY == inY * outX;
  }
}
