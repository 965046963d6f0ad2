package io.glebe.tile.series;

import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import java.util.Arrays;

/**
 * Converts rings from a projection to the pixel coordinates of a grid. A straight edge becomes a
 * curve: it is split at its middle until each part deviates less than {@value #TOLERANCE} pixels
 * from the curve.
 */
final class RingProjector {
  static final double TOLERANCE = 0.01;
  private static final int MAX_DEPTH = 12;

  /** Vertices between two checks that the series goes on. */
  private static final int CHECKED = 256;

  private final Projection from;
  private final RasterGrid grid;
  private final boolean same;
  private final SeriesMemory memory;
  private double[] out = new double[64];
  private int size;

  /**
   * @param memory holds the pixel coordinates
   */
  RingProjector(Projection from, RasterGrid grid, SeriesMemory memory) {
    this.memory = memory;
    this.from = from;
    this.grid = grid;
    this.same = from.epsg() == grid.projection().epsg();
  }

  /**
   * @throws IllegalArgumentException when a vertex is outside the domain of the grid's projection
   */
  double[] toPixels(double[] ring) {
    size = 0;
    int n = ring.length / 2;
    double[] a = new double[2];
    position(ring[0], ring[1], a);
    push(a);
    for (int i = 0; i < n; i++) {
      int j = i + 1 == n ? 0 : i + 1;
      if (i % CHECKED == 0) {
        memory.check();
      }
      double[] b = new double[2];
      position(ring[2 * j], ring[2 * j + 1], b);
      if (!same) {
        bend(ring[2 * i], ring[2 * i + 1], a, ring[2 * j], ring[2 * j + 1], b, MAX_DEPTH);
      }
      if (j != 0) {
        push(b);
      }
      a = b;
    }
    memory.take((long) size * Double.BYTES);
    return Arrays.copyOf(out, size);
  }

  /** Pixel coordinates of a point; not finite outside the domain of the grid's projection. */
  void position(double x, double y, double[] p) {
    p[0] = x;
    p[1] = y;
    if (!same) {
      from.toLonLat(x, y, p, 0);
      grid.projection().fromLonLat(p[0], p[1], p, 0);
    }
    p[0] = grid.affine().column(p[0]);
    p[1] = grid.affine().row(p[1]);
  }

  private void bend(double ax, double ay, double[] a, double bx, double by, double[] b, int depth) {
    double mx = (ax + bx) / 2;
    double my = (ay + by) / 2;
    double[] m = new double[2];
    position(mx, my, m);
    double off = Math.hypot(m[0] - (a[0] + b[0]) / 2, m[1] - (a[1] + b[1]) / 2);
    if (depth > 0 && off > TOLERANCE) {
      bend(ax, ay, a, mx, my, m, depth - 1);
      push(m);
      bend(mx, my, m, bx, by, b, depth - 1);
    }
  }

  private void push(double[] p) {
    if (!Double.isFinite(p[0]) || !Double.isFinite(p[1])) {
      throw new IllegalArgumentException(
          "the area reaches beyond what " + grid.projection() + " can represent");
    }
    if (size + 2 > out.length) {
      memory.take((long) out.length * Double.BYTES);
      out = Arrays.copyOf(out, 2 * out.length);
    }
    out[size++] = p[0];
    out[size++] = p[1];
  }
}
