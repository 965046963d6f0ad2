package io.glebe.tile.resample;

import io.glebe.tile.grid.ControlGrid;
import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.kernel.Kernels;
import io.glebe.tile.kernel.Raster;
import io.glebe.tile.kernel.Run;
import io.glebe.tile.kernel.ScalarKernels;
import io.glebe.tile.kernel.VectorKernels;

/**
 * Resamples through a control grid patch by patch. Each row of a patch is a straight run through
 * the source; pixels outside keep their content.
 */
final class PatchResampler {
  /** Maximum rounding error of positions, source pixels. */
  private static final double SPARE = 0.01;

  private final Taps taps;
  private final Run run = new Run();

  PatchResampler(Taps taps) {
    this.taps = taps;
  }

  void resample(Kernels kernels, Resampling method, Raster source, ControlGrid grid, float[] out) {
    boolean blocks = kernels instanceof VectorKernels && method != Resampling.CUBIC;
    taps.reserve(Taps.BLOCK_ROWS * ControlGrid.STEP);
    for (int patch = 0; patch < grid.patches(); patch++) {
      if (blocks
          && grid.patchWidth(patch) == ControlGrid.STEP
          && isInside(grid, patch, source.window(), RowResampler.reach(method))) {
        blocks(method, source, grid, patch, out);
      } else {
        runs(method, source, grid, patch, out);
      }
    }
  }

  /**
   * Whether all four corners, and therefore all positions between them, have their neighbours.
   *
   * @param reach distance from a position to its first neighbour's centre, source pixels
   */
  static boolean isInside(ControlGrid grid, int patch, PixelWindow window, float reach) {
    double least = reach + SPARE;
    double right = window.width() - least;
    double bottom = window.height() - least;
    for (int corner = 0; corner < 4; corner++) {
      double x = grid.corner(patch, corner, 0) - window.column();
      double y = grid.corner(patch, corner, 1) - window.row();
      if (!(x > least && y > least && x < right && y < bottom)) {
        return false;
      }
    }
    return true;
  }

  /** Processes several rows at a time. */
  private void blocks(Resampling method, Raster source, ControlGrid grid, int patch, float[] out) {
    int width = ControlGrid.STEP;
    int height = grid.patchHeight(patch);
    float[] block = taps.rows[0];
    for (int top = 0; top < height; top += Taps.BLOCK_ROWS) {
      int rows = Math.min(Taps.BLOCK_ROWS, height - top);
      for (int r = 0; r < rows; r++) {
        run.aim(grid, patch, (top + r + 0.5) / height, source.window());
        place(method, source.width(), run, taps, r * width);
      }
      if (method == Resampling.NEAREST) {
        VectorTaps.pick(source, taps, block, 0, rows * width);
      } else {
        VectorTaps.pickFour(source, taps, rows * width);
        VectorTaps.blend(taps, block, 0, rows * width);
      }
      for (int r = 0; r < rows; r++) {
        int at = (grid.top(patch) + top + r) * grid.width() + grid.left(patch);
        System.arraycopy(block, r * width, out, at, width);
      }
    }
  }

  /** Computes the taps of one row of a patch. */
  static void place(Resampling method, int width, Run run, Taps taps, int to) {
    if (method == Resampling.NEAREST) {
      VectorTaps.place(width, run, taps, to, ControlGrid.STEP);
    } else {
      VectorTaps.placeFour(width, run, taps, to, ControlGrid.STEP);
    }
  }

  private void runs(Resampling method, Raster source, ControlGrid grid, int patch, float[] out) {
    int height = grid.patchHeight(patch);
    for (int row = 0; row < height; row++) {
      run.aim(grid, patch, (row + 0.5) / height, source.window());
      int at = (grid.top(patch) + row) * grid.width() + grid.left(patch);
      clipAndRun(method, source, out, at, grid.patchWidth(patch));
    }
  }

  /** Clips the run: the inside part of a straight line is one range; the rest stays NaN. */
  private void clipAndRun(Resampling method, Raster source, float[] out, int at, int count) {
    int first = 0;
    while (first < count && outside(source, first)) {
      first++;
    }
    int end = count;
    while (end > first && outside(source, end - 1)) {
      end--;
    }
    run.first = first;
    switch (method) {
      case NEAREST -> ScalarKernels.nearest(source, run, out, at + first, end - first);
      case CUBIC -> ScalarKernels.cubic(source, run, out, at + first, end - first);
      default -> ScalarKernels.bilinear(source, run, out, at + first, end - first);
    }
  }

  private boolean outside(Raster source, int i) {
    float x = run.x(i);
    float y = run.y(i);
    return !(x >= 0 && y >= 0 && x < source.width() && y < source.height());
  }
}
