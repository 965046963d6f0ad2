package io.glebe.tile.resample;

import io.glebe.tile.grid.ControlGrid;
import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.kernel.Raster;
import io.glebe.tile.kernel.Run;

/**
 * Resamples through a control grid by whole rows of the target, where every target pixel has all
 * its neighbours: in all tiles but those at the edge of the data. The same pixels as {@link
 * PatchResampler}, by longer loops.
 */
final class RowResampler {
  /** Positions that are worked on together: their taps stay in the first cache. */
  private static final int BLOCK = 512;

  private static final int STEP = ControlGrid.STEP;

  private final Taps taps;
  private final Run run = new Run();

  RowResampler(Taps taps) {
    this.taps = taps;
  }

  /** Whether this form can draw that window: patches side by side, all of them well inside. */
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

  /** From a position to the centre of its first neighbour, source pixels. */
  static float reach(Resampling method) {
    return method == Resampling.NEAREST ? 0 : 0.5f;
  }

  /** Nearest or bilinear. */
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

  /** Bilinear, several layers in one pass: where the pixels lie is worked out once for all. */
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

  /** Finds the taps of some rows; returns how many there are. */
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
