package io.glebe.tile.resample;

import io.glebe.tile.grid.ControlGrid;
import io.glebe.tile.grid.SeparableWarp;
import io.glebe.tile.kernel.Raster;

/**
 * Mean of the source pixels whose centres lie in the box around a position. The box is as large as
 * a target pixel; the nearest pixel is used when the box holds none. NaN pixels are left out.
 */
final class BoxAverage {

  void resample(Raster source, SeparableWarp warp, float[] out) {
    double halfX = warp.scaleX() / 2;
    double halfY = warp.scaleY() / 2;
    for (int row = 0; row < warp.height(); row++) {
      double y = warp.row(row) - source.window().row();
      for (int column = 0; column < warp.width(); column++) {
        double x = warp.column(column) - source.window().column();
        out[row * warp.width() + column] = mean(source, x, y, halfX, halfY);
      }
    }
  }

  void resample(Raster source, ControlGrid grid, float[] out) {
    for (int patch = 0; patch < grid.patches(); patch++) {
      resample(source, grid, patch, out);
    }
  }

  private void resample(Raster source, ControlGrid grid, int patch, float[] out) {
    double halfX = Math.max(grid.scale(patch, 0), 1) / 2;
    double halfY = Math.max(grid.scale(patch, 1), 1) / 2;
    int width = grid.patchWidth(patch);
    int height = grid.patchHeight(patch);
    for (int row = 0; row < height; row++) {
      double down = (row + 0.5) / height;
      double startX = edge(grid, patch, 0, 0, down) - source.window().column();
      double startY = edge(grid, patch, 0, 1, down) - source.window().row();
      double endX = edge(grid, patch, 1, 0, down) - source.window().column();
      double endY = edge(grid, patch, 1, 1, down) - source.window().row();
      int at = (grid.top(patch) + row) * grid.width() + grid.left(patch);
      for (int column = 0; column < width; column++) {
        double across = (column + 0.5) / width;
        double x = startX + (endX - startX) * across;
        double y = startY + (endY - startY) * across;
        out[at + column] = mean(source, x, y, halfX, halfY);
      }
    }
  }

  private static double edge(ControlGrid grid, int patch, int side, int axis, double down) {
    double north = grid.corner(patch, side, axis);
    return north + (grid.corner(patch, side + 2, axis) - north) * down;
  }

  private static float mean(Raster source, double x, double y, double halfX, double halfY) {
    int width = source.width();
    int height = source.height();
    if (!(x >= 0 && y >= 0 && x < width && y < height)) {
      return Float.NaN;
    }
    int left = (int) Math.max(0, Math.ceil(x - halfX - 0.5));
    int right = (int) Math.min(width - 1, Math.ceil(x + halfX - 0.5) - 1);
    int top = (int) Math.max(0, Math.ceil(y - halfY - 0.5));
    int bottom = (int) Math.min(height - 1, Math.ceil(y + halfY - 0.5) - 1);
    if (left > right || top > bottom) {
      return source.values()[((int) y) * width + (int) x];
    }
    double sum = 0;
    int valid = 0;
    for (int r = top; r <= bottom; r++) {
      for (int i = r * width + left; i <= r * width + right; i++) {
        float value = source.values()[i];
        if (!Float.isNaN(value)) {
          sum += value;
          valid++;
        }
      }
    }
    return valid == 0 ? Float.NaN : (float) (sum / valid);
  }
}
