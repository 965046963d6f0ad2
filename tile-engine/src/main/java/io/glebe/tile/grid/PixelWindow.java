package io.glebe.tile.grid;

import java.util.Optional;

/** A rectangle of pixels of a raster: first column and row, width and height (both at least 1). */
public record PixelWindow(int column, int row, int width, int height) {

  public PixelWindow {
    if (width < 1 || height < 1) {
      throw new IllegalArgumentException("a window must contain at least one pixel");
    }
  }

  public long pixels() {
    return (long) width * height;
  }

  /** The pixels of both windows; empty when they share none. */
  public Optional<PixelWindow> meet(PixelWindow other) {
    int left = Math.max(column, other.column);
    int top = Math.max(row, other.row);
    int right = Math.min(column + width, other.column + other.width);
    int bottom = Math.min(row + height, other.row + other.height);
    return left < right && top < bottom
        ? Optional.of(new PixelWindow(left, top, right - left, bottom - top))
        : Optional.empty();
  }

  /**
   * The pixels touched by positions from (minX, minY) to (maxX, maxY), with {@code margin} more on
   * each side, clipped to a raster of {@code width} x {@code height}; empty when none is inside.
   */
  static Optional<PixelWindow> around(
      double minX, double minY, double maxX, double maxY, int margin, int width, int height) {
    if (!(maxX >= 0 && maxY >= 0 && minX < width && minY < height)) {
      return Optional.empty();
    }
    int left = (int) Math.max(0, Math.floor(minX) - margin);
    int top = (int) Math.max(0, Math.floor(minY) - margin);
    int right = (int) Math.min(width, Math.floor(maxX) + 1 + margin);
    int bottom = (int) Math.min(height, Math.floor(maxY) + 1 + margin);
    return Optional.of(new PixelWindow(left, top, right - left, bottom - top));
  }
}
