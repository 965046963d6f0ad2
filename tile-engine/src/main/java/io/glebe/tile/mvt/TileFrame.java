package io.glebe.tile.mvt;

/**
 * Conversion from map units to tile units: {@code tileX = (x - left) * scaleX}, {@code tileY = (top
 * - y) * scaleY}; tile units run from 0 to the extent, y downwards.
 */
public record TileFrame(double left, double top, double scaleX, double scaleY) {

  /** The frame of a tile with these bounds (map units) and this extent (tile units). */
  public static TileFrame of(double minX, double minY, double maxX, double maxY, int extent) {
    if (!(maxX > minX) || !(maxY > minY)) {
      throw new IllegalArgumentException("a tile's bounds must not be empty");
    }
    return new TileFrame(minX, maxY, extent / (maxX - minX), extent / (maxY - minY));
  }
}
