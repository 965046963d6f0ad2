package io.glebe.tile.mvt;

import java.util.Arrays;

/**
 * Rings as chains: parts that run in one direction along x, stored from left to right. The edges of
 * one chain can only meet where one runs straight back along the one before. Reused; belongs to one
 * thread.
 */
final class Chains {
  private int[] xy = new int[512];
  private int[] ends = new int[16];
  private int[] lowest = new int[16];
  private int[] highest = new int[16];

  /** The chain that each meets at its left end, and the one at its right end. */
  private int[] leftward = new int[16];

  private int[] rightward = new int[16];
  private int count;
  private int points;

  /** Replaces the chains by those of these rings, which have an area. */
  void of(TileRings rings) {
    count = 0;
    points = 0;
    // a chain has at least one edge, and each edge adds at most two points
    if (xy.length < 4 * rings.vertices()) {
      xy = new int[8 * rings.vertices()];
    }
    for (int ring = 0; ring < rings.rings(); ring++) {
      int first = count;
      split(rings.xy(), rings.start(ring), rings.end(ring));
      for (int chain = first; chain < count; chain++) {
        int before = chain == first ? count - 1 : chain - 1;
        int after = chain + 1 == count ? first : chain + 1;
        boolean rightwards = (chain - first) % 2 == 0;
        leftward[chain] = rightwards ? before : after;
        rightward[chain] = rightwards ? after : before;
      }
    }
  }

  /** Cuts a ring where it changes its direction, beginning where it leaves its left end. */
  private void split(int[] ring, int start, int end) {
    int at = leftEnd(ring, start, end);
    boolean rightwards = true;
    open(ring, at);
    for (int i = start; i < end; i++) {
      int next = at + 1 == end ? start : at + 1;
      int step = Integer.compare(ring[2 * next], ring[2 * at]);
      if (step != 0 && step > 0 != rightwards) {
        close(rightwards);
        open(ring, at);
        rightwards = !rightwards;
      }
      append(ring, next);
      at = next;
    }
    close(rightwards);
  }

  /** A vertex with the lowest x whose successor lies to the right. */
  private static int leftEnd(int[] ring, int start, int end) {
    int best = start;
    for (int i = start + 1; i < end; i++) {
      if (ring[2 * i] < ring[2 * best]) {
        best = i;
      }
    }
    int next = best + 1 == end ? start : best + 1;
    while (ring[2 * next] == ring[2 * best]) {
      best = next;
      next = best + 1 == end ? start : best + 1;
    }
    return best;
  }

  private void open(int[] ring, int vertex) {
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
      lowest = Arrays.copyOf(lowest, 2 * count);
      highest = Arrays.copyOf(highest, 2 * count);
      leftward = Arrays.copyOf(leftward, 2 * count);
      rightward = Arrays.copyOf(rightward, 2 * count);
    }
    lowest[count] = Integer.MAX_VALUE;
    highest[count] = Integer.MIN_VALUE;
    append(ring, vertex);
  }

  private void append(int[] ring, int vertex) {
    int y = ring[2 * vertex + 1];
    xy[2 * points] = ring[2 * vertex];
    xy[2 * points + 1] = y;
    points++;
    lowest[count] = Math.min(lowest[count], y);
    highest[count] = Math.max(highest[count], y);
  }

  private void close(boolean rightwards) {
    ends[count++] = points;
    if (!rightwards) {
      for (int i = start(count - 1), j = points - 1; i < j; i++, j--) {
        swap(2 * i, 2 * j);
        swap(2 * i + 1, 2 * j + 1);
      }
    }
  }

  private void swap(int i, int j) {
    int kept = xy[i];
    xy[i] = xy[j];
    xy[j] = kept;
  }

  int count() {
    return count;
  }

  /** Index of the first point of a chain. */
  int start(int chain) {
    return chain == 0 ? 0 : ends[chain - 1];
  }

  /** Index of the last point of a chain. */
  int last(int chain) {
    return ends[chain] - 1;
  }

  /** Flat coordinates of the points of all chains. */
  int[] xy() {
    return xy;
  }

  int left(int chain) {
    return xy[2 * start(chain)];
  }

  int right(int chain) {
    return xy[2 * last(chain)];
  }

  int lowest(int chain) {
    return lowest[chain];
  }

  int highest(int chain) {
    return highest[chain];
  }

  /** Whether the left end of one is the vertex where the other begins or ends, too. */
  boolean joinLeft(int a, int b) {
    return leftward[a] == b;
  }

  /** Whether the right end of one is the vertex where the other begins or ends, too. */
  boolean joinRight(int a, int b) {
    return rightward[a] == b;
  }
}
