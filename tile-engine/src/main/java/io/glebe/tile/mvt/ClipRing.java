package io.glebe.tile.mvt;

import java.util.Arrays;

/**
 * The vertices of a ring and, for each, the sides of a square beyond which it lies. Reused; belongs
 * to one thread.
 */
final class ClipRing {
  static final int WEST = 1;
  static final int EAST = 2;
  static final int SOUTH = 4;
  static final int NORTH = 8;
  private static final int ALL = WEST | EAST | SOUTH | NORTH;

  private final double low;
  private final double high;
  private double[] xy = new double[512];
  private byte[] beyond = new byte[256];
  private int vertices;
  private int any;
  private int all;

  /**
   * The inside of the square is between {@code low} and {@code high} on both axes, without them.
   */
  ClipRing(double low, double high) {
    this.low = low;
    this.high = high;
  }

  /** Where a ring lies. */
  enum Place {
    INSIDE,
    OUTSIDE,
    CUT
  }

  /** Starts a ring of at most this many vertices. */
  void begin(int most) {
    vertices = 0;
    any = 0;
    all = ALL;
    if (beyond.length < most) {
      beyond = new byte[2 * most];
      xy = new double[4 * most];
    }
  }

  /** Replaces the ring. */
  void of(double[] source, int count) {
    begin(count);
    System.arraycopy(source, 0, xy, 0, 2 * count);
    place(count);
  }

  /**
   * Adds vertices.
   *
   * @param left is subtracted from x
   * @param top is subtracted from y
   * @param isInside whether all of them are known to lie inside
   */
  void add(int[] source, int from, int to, int left, int top, boolean isInside) {
    int at = 2 * vertices;
    for (int i = 2 * from; i < 2 * to; i += 2) {
      xy[at++] = source[i] - left;
      xy[at++] = source[i + 1] - top;
    }
    if (isInside) {
      Arrays.fill(beyond, vertices, vertices + to - from, (byte) 0);
      vertices += to - from;
      all = 0;
    } else {
      place(to - from);
    }
  }

  private void place(int count) {
    for (int end = vertices + count; vertices < end; vertices++) {
      double x = xy[2 * vertices];
      double y = xy[2 * vertices + 1];
      int sides =
          (x > low ? 0 : WEST)
              | (x < high ? 0 : EAST)
              | (y > low ? 0 : SOUTH)
              | (y < high ? 0 : NORTH);
      any |= sides;
      all &= sides;
      beyond[vertices] = (byte) sides;
    }
  }

  Place place() {
    if (vertices < 3 || all != 0) {
      return Place.OUTSIDE;
    }
    return any == 0 ? Place.INSIDE : Place.CUT;
  }

  int vertices() {
    return vertices;
  }

  /** Flat coordinates, with place for all vertices. */
  double[] xy() {
    return xy;
  }

  /** The sides beyond which a vertex lies; 0 inside. */
  int beyond(int vertex) {
    return beyond[vertex];
  }

  /** The first vertex from {@code from} that lies outside, or the number of vertices. */
  int nextOutside(int from) {
    int at = from;
    while (at < vertices && beyond[at] == 0) {
      at++;
    }
    return at;
  }

  /** Makes the ring clockwise on a screen, or counter-clockwise. */
  void wind(boolean clockwise) {
    if (area() > 0 == clockwise) {
      return;
    }
    for (int i = 0, j = vertices - 1; i < j; i++, j--) {
      swap(xy, 2 * i, 2 * j);
      swap(xy, 2 * i + 1, 2 * j + 1);
      byte kept = beyond[i];
      beyond[i] = beyond[j];
      beyond[j] = kept;
    }
  }

  private static void swap(double[] array, int i, int j) {
    double kept = array[i];
    array[i] = array[j];
    array[j] = kept;
  }

  /** Twice the area, positive when it is clockwise on a screen. */
  private double area() {
    double sum = 0;
    double fromX = xy[2 * vertices - 2] - xy[0];
    double fromY = xy[2 * vertices - 1] - xy[1];
    for (int i = 0; i < 2 * vertices; i += 2) {
      double x = xy[i] - xy[0];
      double y = xy[i + 1] - xy[1];
      sum += fromX * y - x * fromY;
      fromX = x;
      fromY = y;
    }
    return sum;
  }
}
