package io.glebe.tile.mvt;

import java.util.Arrays;

/**
 * The rings of one feature on the grid of a tile: whole numbers, rings not closed, each outer ring
 * before its holes. Reused; belongs to one thread.
 */
final class TileRings {
  private int[] xy = new int[512];
  private int[] ends = new int[16];
  private boolean[] outer = new boolean[16];
  private int rings;

  void clear() {
    rings = 0;
  }

  /** Appends a ring of the first {@code vertices} vertices of {@code source}. */
  void add(int[] source, int vertices, boolean isOuter) {
    int start = vertices();
    if (xy.length < 2 * (start + vertices)) {
      xy = Arrays.copyOf(xy, 2 * Math.max(xy.length, start + vertices));
    }
    if (rings == ends.length) {
      ends = Arrays.copyOf(ends, 2 * rings);
      outer = Arrays.copyOf(outer, 2 * rings);
    }
    System.arraycopy(source, 0, xy, 2 * start, 2 * vertices);
    ends[rings] = start + vertices;
    outer[rings] = isOuter;
    rings++;
  }

  int rings() {
    return rings;
  }

  /** Number of vertices of all rings. */
  int vertices() {
    return rings == 0 ? 0 : ends[rings - 1];
  }

  /** Index of the first vertex of a ring. */
  int start(int ring) {
    return ring == 0 ? 0 : ends[ring - 1];
  }

  /** Index after the last vertex of a ring. */
  int end(int ring) {
    return ends[ring];
  }

  boolean isOuter(int ring) {
    return outer[ring];
  }

  int x(int vertex) {
    return xy[2 * vertex];
  }

  int y(int vertex) {
    return xy[2 * vertex + 1];
  }

  /** Flat coordinates of all rings, valid until the next {@link #add}. */
  int[] xy() {
    return xy;
  }

  /** Makes the ring clockwise on a screen (y downwards), or counter-clockwise. */
  void wind(int ring, boolean clockwise) {
    if (doubledArea(ring) > 0 != clockwise) {
      for (int i = start(ring) + 1, j = end(ring) - 1; i < j; i++, j--) {
        swap(2 * i, 2 * j);
        swap(2 * i + 1, 2 * j + 1);
      }
    }
  }

  /** Twice the area by the surveyor's formula; positive is clockwise on a screen. */
  private long doubledArea(int ring) {
    int first = start(ring);
    int end = end(ring);
    long sum = 0;
    for (int i = first; i < end; i++) {
      int next = i + 1 == end ? first : i + 1;
      sum += (long) x(i) * y(next) - (long) x(next) * y(i);
    }
    return sum;
  }

  private void swap(int i, int j) {
    int kept = xy[i];
    xy[i] = xy[j];
    xy[j] = kept;
  }
}
