package io.glebe.tile.kernel;

import io.glebe.tile.grid.PixelWindow;
import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Copies the part of a decoded chunk that the window of a raster needs, converted to floats. */
public final class WindowCopy {
  private WindowCopy() {}

  /**
   * Converts the pixels where chunk and raster overlap.
   *
   * @param chunk the decoded chunk's two-dimensional slice, C order, little-endian, {@code
   *     area.width() * area.height()} elements of {@code type}
   * @param area the pixels of the level that the chunk covers, padding included
   */
  public static void copy(
      MemorySegment chunk, DataType type, PixelWindow area, Calibration calibration, Raster to) {
    PixelWindow both = area.meet(to.window()).orElse(null);
    if (both == null) {
      return;
    }
    Kernels kernels = Kernels.suited(both.pixels());
    for (int row = 0; row < both.height(); row++) {
      long element =
          (long) (both.row() + row - area.row()) * area.width() + both.column() - area.column();
      kernels.convert(
          chunk,
          element * type.size(),
          type,
          calibration,
          to.values(),
          at(both, row, to),
          both.width());
    }
  }

  /**
   * Writes one value (the calibrated fill value of a missing chunk, or NaN) where area and raster
   * overlap.
   */
  public static void fill(float value, PixelWindow area, Raster to) {
    PixelWindow both = area.meet(to.window()).orElse(null);
    for (int row = 0; both != null && row < both.height(); row++) {
      int at = at(both, row, to);
      Arrays.fill(to.values(), at, at + both.width(), value);
    }
  }

  private static int at(PixelWindow part, int row, Raster to) {
    PixelWindow want = to.window();
    return (part.row() + row - want.row()) * want.width() + part.column() - want.column();
  }
}
