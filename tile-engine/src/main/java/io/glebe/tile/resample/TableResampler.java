package io.glebe.tile.resample;

import io.glebe.tile.grid.SeparableWarp;
import io.glebe.tile.kernel.Kernels;
import io.glebe.tile.kernel.Raster;
import java.util.Arrays;

/**
 * Resamples through tables of columns and rows: a horizontal pass for each needed source row, which
 * is kept for the following target rows, then a vertical pass.
 */
final class TableResampler {
  private static final int NONE = Integer.MIN_VALUE;

  private final Taps taps;

  /** The source row in each of the rows of {@link Taps#rows}. */
  private final int[] held = new int[Taps.CUBIC];

  private final float[][] ordered = new float[Taps.CUBIC][];
  private int first;
  private int inside;

  TableResampler(Taps taps) {
    this.taps = taps;
  }

  void resample(
      Kernels kernels, Resampling method, Raster source, SeparableWarp warp, float[] out) {
    taps.reserve(warp.width());
    columns(method, source, warp);
    Arrays.fill(held, NONE);
    int width = warp.width();
    for (int row = 0; row < warp.height(); row++) {
      int at = row * width;
      float y = (float) (warp.row(row) - source.window().row());
      if (!(y >= 0 && y < source.height()) || inside == 0) {
        Arrays.fill(out, at, at + width, Float.NaN);
        continue;
      }
      Arrays.fill(out, at, at + first, Float.NaN);
      Arrays.fill(out, at + first + inside, at + width, Float.NaN);
      switch (method) {
        case NEAREST -> nearest(source, (int) y, out, at + first);
        case CUBIC -> cubic(kernels, source, y, out, at + first);
        default -> bilinear(kernels, source, y, out, at + first);
      }
    }
  }

  /** Computes the range of target columns inside the source, their first taps and fractions. */
  private void columns(Resampling method, Raster source, SeparableWarp warp) {
    first = 0;
    inside = 0;
    int last = method == Resampling.BILINEAR ? Math.max(source.width() - 2, 0) : source.width() - 1;
    for (int c = 0; c < warp.width(); c++) {
      float x = (float) (warp.column(c) - source.window().column());
      if (!(x >= 0 && x < source.width())) {
        continue;
      }
      if (inside == 0) {
        first = c;
      }
      float centre = method == Resampling.NEAREST ? x : x - 0.5f;
      if (method == Resampling.BILINEAR) {
        centre = Math.max(centre, 0);
      }
      int column = Math.min((int) Math.floor(centre), last);
      taps.index[inside] = column;
      taps.fx[inside] = Math.min(centre - column, 1);
      inside++;
    }
  }

  private void nearest(Raster source, int row, float[] out, int at) {
    float[] values = source.values();
    float[] line = taps.rows[0];
    if (held[0] != row) {
      int start = row * source.width();
      for (int i = 0; i < inside; i++) {
        line[i] = values[start + taps.index[i]];
      }
      held[0] = row;
    }
    System.arraycopy(line, 0, out, at, inside);
  }

  private void bilinear(Kernels kernels, Raster source, float y, float[] out, int at) {
    float centre = Math.max(y - 0.5f, 0);
    int row = Math.min((int) centre, Math.max(source.height() - 2, 0));
    int below = Math.min(row + 1, source.height() - 1);
    float[] north = linearRow(kernels, source, row);
    float[] south = linearRow(kernels, source, below);
    kernels.lerp(north, south, Math.min(centre - row, 1), out, at, inside);
  }

  /** Neighbouring rows use different slots, so one pass never overwrites the other's row. */
  private float[] linearRow(Kernels kernels, Raster source, int row) {
    int place = row & 1;
    if (held[place] != row) {
      float[] values = source.values();
      float[] a = taps.values[0];
      float[] b = taps.values[1];
      int start = row * source.width();
      int right = source.width() > 1 ? 1 : 0;
      for (int i = 0; i < inside; i++) {
        int tap = start + taps.index[i];
        a[i] = values[tap];
        b[i] = values[tap + right];
      }
      kernels.lerp(a, b, taps.fx, taps.rows[place], 0, inside);
      held[place] = row;
    }
    return taps.rows[place];
  }

  private void cubic(Kernels kernels, Raster source, float y, float[] out, int at) {
    float centre = y - 0.5f;
    int row = (int) Math.floor(centre);
    for (int i = 0; i < Taps.CUBIC; i++) {
      ordered[i] = cubicRow(kernels, source, row - 1 + i);
    }
    Arrays.fill(taps.fy, 0, inside, centre - row);
    kernels.cubic(ordered, taps.fy, out, at, inside);
  }

  private float[] cubicRow(Kernels kernels, Raster source, int unclamped) {
    int place = unclamped & 3;
    if (held[place] != unclamped) {
      float[] values = source.values();
      int last = source.width() - 1;
      int start = Math.clamp(unclamped, 0, source.height() - 1) * source.width();
      for (int i = 0; i < inside; i++) {
        int column = taps.index[i];
        taps.values[0][i] = values[start + Math.clamp(column - 1, 0, last)];
        taps.values[1][i] = values[start + Math.clamp(column, 0, last)];
        taps.values[2][i] = values[start + Math.clamp(column + 1, 0, last)];
        taps.values[3][i] = values[start + Math.clamp(column + 2, 0, last)];
      }
      kernels.cubic(taps.values, taps.fx, taps.rows[place], 0, inside);
      held[place] = unclamped;
    }
    return taps.rows[place];
  }
}
