package io.glebe.tile.kernel;

import io.glebe.tile.grid.PixelWindow;
import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Copies the part of a decoded chunk that a raster's window needs, converting to floats. */
public final class Window {
  private Window() {}

  /**
   * Converts where chunk and raster overlap; nothing happens where they do not.
   *
   * @param chunk the decoded chunk's two-dimensional slice, C order, little-endian, {@code
   *     area.width() * area.height()} elements of {@code type}
   * @param area the pixels of the level that the chunk covers, padding included
   */
  public static void copy(
      MemorySegment chunk, DataType type, PixelWindow area, Calibration calibration, Raster to) {
    PixelWindow want = to.window();
    int left = Math.max(area.column(), want.column());
    int right = Math.min(area.column() + area.width(), want.column() + want.width());
    int top = Math.max(area.row(), want.row());
    int bottom = Math.min(area.row() + area.height(), want.row() + want.height());
    int count = right - left;
    Kernels kernels = Kernels.suited((long) count * (bottom - top));
    for (int row = top; count > 0 && row < bottom; row++) {
      long element = (long) (row - area.row()) * area.width() + left - area.column();
      int at = (row - want.row()) * want.width() + left - want.column();
      kernels.convert(chunk, element * type.size(), type, calibration, to.values(), at, count);
    }
  }

  /**
   * Puts one value (a missing chunk's calibrated fill value, or NaN) where area and raster meet.
   */
  public static void fill(float value, PixelWindow area, Raster to) {
    PixelWindow want = to.window();
    int left = Math.max(area.column(), want.column());
    int right = Math.min(area.column() + area.width(), want.column() + want.width());
    int top = Math.max(area.row(), want.row());
    int bottom = Math.min(area.row() + area.height(), want.row() + want.height());
    for (int row = top; left < right && row < bottom; row++) {
      int at = (row - want.row()) * want.width() + left - want.column();
      Arrays.fill(to.values(), at, at + right - left, value);
    }
  }
}
