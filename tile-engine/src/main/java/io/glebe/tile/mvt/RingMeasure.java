package io.glebe.tile.mvt;

/**
 * The area of a ring in whole numbers and, from the same products, whether the ring is a star: seen
 * from a point between its vertices, it turns always in one direction and only once, so that each
 * of its edges has a sector of its own and no two can meet. Most fields are stars. Reused; belongs
 * to one thread.
 */
final class RingMeasure {
  private long doubledArea;
  private boolean star;

  /** Measures the vertices from one number to before another, at least three. */
  void of(int[] xy, int from, int to) {
    long centreX = centre(xy, from, to, 0);
    long centreY = centre(xy, from, to, 1);
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    long sum = 0;
    long rises = 0;
    long fromX = xy[2 * to - 2] - centreX;
    long fromY = xy[2 * to - 1] - centreY;
    for (int i = 2 * from; i < 2 * to; i += 2) {
      long x = xy[i] - centreX;
      long y = xy[i + 1] - centreY;
      long product = fromX * y - x * fromY;
      sum += product;
      least = Math.min(least, product);
      most = Math.max(most, product);
      rises += (fromY & ~y) >>> 63;
      fromX = x;
      fromY = y;
    }
    doubledArea = sum;
    star = (least > 0 || most < 0) && rises == 1;
  }

  /** A point between four vertices; inside of every convex ring that is not too small. */
  private static long centre(int[] xy, int from, int to, int axis) {
    int quarter = (to - from) / 4;
    int half = (to - from) / 2;
    int first = 2 * from + axis;
    return ((long) xy[first]
            + xy[first + 2 * quarter]
            + xy[first + 2 * half]
            + xy[first + 2 * (half + quarter)])
        >> 2;
  }

  /** Twice the area by the surveyor's formula; positive is clockwise on a screen. */
  long doubledArea() {
    return doubledArea;
  }

  /** Whether the ring is known to be a star. */
  boolean isStar() {
    return star;
  }
}
