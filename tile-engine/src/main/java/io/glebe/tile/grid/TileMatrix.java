package io.glebe.tile.grid;

/**
 * One zoom of a tile matrix set.
 *
 * @param scaleDenominator of the OGC standard, for pixels of 0.28 mm
 * @param cellSize width and height of a pixel of a 256-pixel tile in units of the projection
 * @param originX west edge, units of the projection
 * @param originY north edge
 * @param columns number of tiles across
 * @param rows number of tiles down
 */
public record TileMatrix(
    int zoom,
    double scaleDenominator,
    double cellSize,
    double originX,
    double originY,
    int columns,
    int rows) {

  /** Pixels along a tile's edge in the standard's definition. */
  public static final int TILE_SIZE = 256;

  /** The identifier in capabilities documents and URLs. */
  public String id() {
    return Integer.toString(zoom);
  }

  /** A tile's edge in units of the projection. */
  public double tileSpan() {
    return cellSize * TILE_SIZE;
  }
}
