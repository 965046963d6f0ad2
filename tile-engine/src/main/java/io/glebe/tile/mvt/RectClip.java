package io.glebe.tile.mvt;

import java.util.Arrays;

/**
 * Clips lines and rings to a square {@code [low, high]} in tile units. Results stay in {@link
 * #points()} until the next call. One instance belongs to one thread.
 */
final class RectClip {
  private final double low;
  private final double high;
  private double[] from = new double[512];
  private double[] to = new double[512];
  private int count;
  private final double[] segment = new double[4];

  RectClip(double low, double high) {
    this.low = low;
    this.high = high;
  }

  boolean contains(double x, double y) {
    return x >= low && x <= high && y >= low && y <= high;
  }

  /** Vertices after the last {@link #ring}, flat. */
  double[] points() {
    return from;
  }

  /**
   * Clips a ring (Sutherland-Hodgman, one side after the other) and returns its number of vertices.
   * A ring that leaves the square and returns follows the edge, which the buffer hides.
   */
  int ring(double[] xy, int start, int vertices) {
    grow(vertices);
    System.arraycopy(xy, 2 * start, from, 0, 2 * vertices);
    count = vertices;
    for (int side = 0; side < 4 && count > 0; side++) {
      clipSide(side >> 1, (side & 1) == 0);
    }
    return count;
  }

  private void clipSide(int axis, boolean lower) {
    grow(2 * count);
    double bound = lower ? low : high;
    int n = 0;
    double px = from[2 * count - 2];
    double py = from[2 * count - 1];
    boolean wasInside = inside(axis == 0 ? px : py, bound, lower);
    for (int i = 0; i < count; i++) {
      double x = from[2 * i];
      double y = from[2 * i + 1];
      boolean now = inside(axis == 0 ? x : y, bound, lower);
      if (now != wasInside) {
        double t = axis == 0 ? (bound - px) / (x - px) : (bound - py) / (y - py);
        to[2 * n] = axis == 0 ? bound : px + t * (x - px);
        to[2 * n + 1] = axis == 0 ? py + t * (y - py) : bound;
        n++;
      }
      if (now) {
        to[2 * n] = x;
        to[2 * n + 1] = y;
        n++;
      }
      px = x;
      py = y;
      wasInside = now;
    }
    count = n;
    double[] swap = from;
    from = to;
    to = swap;
  }

  private static boolean inside(double v, double bound, boolean lower) {
    return lower ? v >= bound : v <= bound;
  }

  /**
   * The part of a segment inside the square (Liang-Barsky) as x0, y0, x1, y1; empty when the
   * segment misses the square. The next call reuses the array.
   */
  double[] segment(double x0, double y0, double x1, double y1) {
    double dx = x1 - x0;
    double dy = y1 - y0;
    double enter = 0;
    double leave = 1;
    for (int side = 0; side < 4; side++) {
      double p = side == 0 ? -dx : side == 1 ? dx : side == 2 ? -dy : dy;
      double q = side == 0 ? x0 - low : side == 1 ? high - x0 : side == 2 ? y0 - low : high - y0;
      if (p == 0) {
        if (q < 0) {
          return MISSED;
        }
      } else if (p < 0) {
        enter = Math.max(enter, q / p);
      } else {
        leave = Math.min(leave, q / p);
      }
    }
    if (enter > leave) {
      return MISSED;
    }
    segment[0] = enter == 0 ? x0 : x0 + enter * dx;
    segment[1] = enter == 0 ? y0 : y0 + enter * dy;
    segment[2] = leave == 1 ? x1 : x0 + leave * dx;
    segment[3] = leave == 1 ? y1 : y0 + leave * dy;
    return segment;
  }

  private void grow(int vertices) {
    // each side can at most double the vertices; in practice it adds a few
    int need = 4 * vertices + 8;
    if (from.length < need) {
      from = Arrays.copyOf(from, Math.max(need, 2 * from.length));
    }
    if (to.length < need) {
      to = new double[from.length];
    }
  }

  private static final double[] MISSED = new double[0];
}
