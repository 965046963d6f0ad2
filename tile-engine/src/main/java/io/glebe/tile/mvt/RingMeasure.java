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

  /** Measures the first {@code vertices} vertices, at least three. */
  void of(int[] xy, int vertices) {
    long centreX = centre(xy, vertices, 0);
    long centreY = centre(xy, vertices, 1);
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    long sum = 0;
    long rises = 0;
    long fromX = xy[2 * vertices - 2] - centreX;
    long fromY = xy[2 * vertices - 1] - centreY;
    for (int i = 0; i < 2 * vertices; i += 2) {
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
  private static long centre(int[] xy, int vertices, int axis) {
    int quarter = vertices / 4;
    int half = vertices / 2;
    return ((long) xy[axis]
            + xy[2 * quarter + axis]
            + xy[2 * half + axis]
            + xy[2 * (half + quarter) + axis])
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
