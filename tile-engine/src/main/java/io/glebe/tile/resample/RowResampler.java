package io.glebe.tile.resample;

import io.glebe.tile.grid.ControlGrid;
import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.kernel.Raster;
import io.glebe.tile.kernel.Run;

/**
 * Resamples through a control grid by whole rows of the target. Every target pixel must have all
 * its neighbours, which is true for all tiles except at the edge of the data. Gives the same pixels
 * as {@link PatchResampler}, with longer loops.
 */
final class RowResampler {
  /** Number of positions processed together; their taps stay in the first-level cache. */
  private static final int BLOCK = 512;

  private static final int STEP = ControlGrid.STEP;

  private final Taps taps;
  private final Run run = new Run();

  RowResampler(Taps taps) {
    this.taps = taps;
  }

  /** Whether this form supports the window: patches side by side, all of them well inside. */
  static boolean suits(Resampling method, ControlGrid grid, PixelWindow window) {
    int across = grid.width() / STEP;
    if (method == Resampling.CUBIC
        || grid.width() % STEP != 0
        || grid.patches() != across * Math.ceilDiv(grid.height(), STEP)) {
      return false;
    }
    for (int patch = 0; patch < grid.patches(); patch++) {
      if (grid.left(patch) != patch % across * STEP
          || grid.top(patch) != patch / across * STEP
          || grid.patchWidth(patch) != STEP
          || !PatchResampler.isInside(grid, patch, window, reach(method))) {
        return false;
      }
    }
    return true;
  }

  /** Distance from a position to the centre of its first neighbour, source pixels. */
  static float reach(Resampling method) {
    return method == Resampling.NEAREST ? 0 : 0.5f;
  }

  /** Resamples by the nearest or bilinear method. */
  void resample(Resampling method, Raster source, ControlGrid grid, float[] out) {
    int rows = rows(grid);
    for (int top = 0; top < grid.height(); top += rows) {
      int count = place(method, grid, source.window(), top, rows);
      int at = top * grid.width();
      if (method == Resampling.NEAREST) {
        VectorTaps.pick(source, taps, out, at, count);
      } else {
        VectorTaps.pickFour(source, taps, count);
        VectorTaps.blend(taps, out, at, count);
      }
    }
  }

  /** Bilinear for several layers in one pass: the positions are computed once for all layers. */
  void bilinear(PairRaster[] sources, int layers, ControlGrid grid, float[][] out) {
    int rows = rows(grid);
    for (int top = 0; top < grid.height(); top += rows) {
      int count = place(Resampling.BILINEAR, grid, sources[0].window(), top, rows);
      for (int s = 0; s < layers; s++) {
        VectorPairs.pick(sources[s], taps, count);
        VectorPairs.blend(sources[s], taps, out[s], top * grid.width(), count);
      }
    }
  }

  private int rows(ControlGrid grid) {
    int rows = Math.max(1, BLOCK / grid.width());
    taps.reserve(rows * grid.width());
    return rows;
  }

  /** Computes the taps of some rows and returns their number. */
  private int place(Resampling method, ControlGrid grid, PixelWindow window, int top, int rows) {
    int across = grid.width() / STEP;
    int end = Math.min(top + rows, grid.height());
    int to = 0;
    for (int row = top; row < end; row++) {
      int first = row / STEP * across;
      for (int patch = first; patch < first + across; patch++) {
        double down = (row - grid.top(patch) + 0.5) / grid.patchHeight(patch);
        run.aim(grid, patch, down, window);
        PatchResampler.place(method, window.width(), run, taps, to);
        to += STEP;
      }
    }
    return to;
  }
}
