package io.glebe.tile.kernel;

import io.glebe.tile.grid.ControlGrid;

/** Resamples through a control grid: each patch's rows are straight runs through the source. */
final class PatchResampler {
  /** Source pixels. */
  private static final double SPARE = 0.01;

  private final Taps taps;
  private final Run run = new Run();

  PatchResampler(Taps taps) {
    this.taps = taps;
  }

  void resample(Kernels kernels, Resampling method, Raster source, ControlGrid grid, float[] out) {
    boolean blocks = method == Resampling.BILINEAR && kernels instanceof VectorKernels;
    for (int patch = 0; patch < grid.patches(); patch++) {
      int width = grid.patchWidth(patch);
      int height = grid.patchHeight(patch);
      if (blocks && width == ControlGrid.STEP && isInside(grid, patch, source)) {
        bilinearBlocks(source, grid, patch, out);
        continue;
      }
      for (int row = 0; row < height; row++) {
        aim(grid, patch, (row + 0.5) / height, width, source);
        int at = (grid.top(patch) + row) * grid.width() + grid.left(patch);
        clipAndRun(kernels, method, source, out, at, width);
      }
    }
  }

  /** Several rows at a time: longer loops, and fewer starts of them. */
  private void bilinearBlocks(Raster source, ControlGrid grid, int patch, float[] out) {
    int width = ControlGrid.STEP;
    int height = grid.patchHeight(patch);
    int at = grid.top(patch) * grid.width() + grid.left(patch);
    for (int top = 0; top < height; top += Taps.BLOCK_ROWS) {
      int rows = Math.min(Taps.BLOCK_ROWS, height - top);
      for (int r = 0; r < rows; r++) {
        aim(grid, patch, (top + r + 0.5) / height, width, source);
        VectorTaps.place(source, run, taps, r * width, width);
      }
      float[] blended = taps.rows[2];
      VectorTaps.blend(source, taps, blended, 0, rows * width);
      for (int r = 0; r < rows; r++) {
        System.arraycopy(blended, r * width, out, at + (top + r) * grid.width(), width);
      }
    }
  }

  /** All four corners inside, with a hair to spare for rounding: then all between them is. */
  private static boolean isInside(ControlGrid grid, int patch, Raster source) {
    for (int corner = 0; corner < 4; corner++) {
      double x = grid.corner(patch, corner, 0) - source.window().column();
      double y = grid.corner(patch, corner, 1) - source.window().row();
      if (!(x > SPARE && y > SPARE && x < source.width() - SPARE && y < source.height() - SPARE)) {
        return false;
      }
    }
    return true;
  }

  private void aim(ControlGrid grid, int patch, double down, int width, Raster source) {
    double west = edge(grid, patch, 0, 0, down);
    double east = edge(grid, patch, 1, 0, down);
    double dx = (east - west) / width;
    run.dx = (float) dx;
    run.x = (float) (west + dx / 2 - source.window().column());
    west = edge(grid, patch, 0, 1, down);
    east = edge(grid, patch, 1, 1, down);
    double dy = (east - west) / width;
    run.dy = (float) dy;
    run.y = (float) (west + dy / 2 - source.window().row());
    run.first = 0;
  }

  private static double edge(ControlGrid grid, int patch, int side, int axis, double down) {
    double north = grid.corner(patch, side, axis);
    return north + (grid.corner(patch, side + 2, axis) - north) * down;
  }

  /** What is inside of a straight line is one stretch of it; the rest stays NaN. */
  private void clipAndRun(
      Kernels kernels, Resampling method, Raster source, float[] out, int at, int count) {
    int first = 0;
    while (first < count && outside(source, first)) {
      first++;
    }
    int end = count;
    while (end > first && outside(source, end - 1)) {
      end--;
    }
    run.first = first;
    int inside = end - first;
    Kernels form = inside < VECTOR_RUN ? Kernels.scalar() : kernels;
    switch (method) {
      case NEAREST -> form.nearest(source, run, taps, out, at + first, inside);
      case CUBIC -> form.cubic(source, run, taps, out, at + first, inside);
      default -> form.bilinear(source, run, taps, out, at + first, inside);
    }
  }

  /** Positions below which a vector run does not pay. */
  private static final int VECTOR_RUN = 16;

  private boolean outside(Raster source, int i) {
    float x = run.x(i);
    float y = run.y(i);
    return !(x >= 0 && y >= 0 && x < source.width() && y < source.height());
  }
}
