package io.glebe.tile.engine;

import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.Warp;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.resample.Resampling;

/**
 * Projects every pixel separately and looks up every value in the written numbers: slow and simple.
 */
final class ExactRenderer {
  private final TestCube.TestLayer layer;
  private final int level;
  private final RasterGrid target;
  private final RasterGrid source;
  private final Resampling method;
  private final double[] p = new double[2];

  ExactRenderer(TestCube.TestLayer layer, int level, RasterGrid target, Resampling method) {
    this.layer = layer;
    this.level = level;
    this.target = target;
    this.source = layer.cube().grid.levels().get(level).grid();
    this.method = method;
  }

  /**
   * The allowed results of a pixel: minimum and maximum palette entry among positions within the
   * tolerance (0 when all are without data), and 1 when it may be transparent.
   */
  int[] allowed(int column, int row, Stretch stretch) {
    position(column, row);
    double x = p[0];
    double y = p[1];
    int low = Integer.MAX_VALUE;
    int high = 0;
    int clear = 0;
    for (int k = 0; k < 9; k++) {
      double dx = (k % 3 - 1) * Warp.TOLERANCE;
      double dy = (k / 3 - 1) * Warp.TOLERANCE;
      double v = sample(x + dx, y + dy);
      if (Double.isNaN(v)) {
        clear = 1;
      } else {
        int index = index(v, stretch);
        low = Math.min(low, index);
        high = Math.max(high, index);
      }
    }
    return new int[] {high == 0 ? 0 : low, high, clear};
  }

  private void position(int column, int row) {
    double tx = target.affine().x(column + 0.5);
    double ty = target.affine().y(row + 0.5);
    Projection from = target.projection();
    from.toLonLat(tx, ty, p, 0);
    source.projection().fromLonLat(p[0], p[1], p, 0);
    p[0] = source.affine().column(p[0]);
    p[1] = source.affine().row(p[1]);
  }

  private double sample(double x, double y) {
    double nearest = layer.value(level, (int) Math.floor(x), (int) Math.floor(y));
    if (method == Resampling.NEAREST || Double.isNaN(nearest)) {
      return nearest;
    }
    int left = (int) Math.floor(x - 0.5);
    int top = (int) Math.floor(y - 0.5);
    double fx = x - 0.5 - left;
    double fy = y - 0.5 - top;
    double north = lerp(layer.value(level, left, top), layer.value(level, left + 1, top), fx);
    double south =
        lerp(layer.value(level, left, top + 1), layer.value(level, left + 1, top + 1), fx);
    return lerp(north, south, fy);
  }

  /** Where one end has no data, takes the nearer end. */
  private static double lerp(double a, double b, double f) {
    double v = a + f * (b - a);
    return Double.isNaN(v) ? (f < 0.5 ? a : b) : v;
  }

  private static int index(double v, Stretch s) {
    double share = (v - s.low()) / (s.high() - s.low());
    return 1 + (int) Math.round(254 * Math.clamp(share, 0, 1));
  }
}
