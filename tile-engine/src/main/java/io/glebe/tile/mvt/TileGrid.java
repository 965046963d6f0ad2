package io.glebe.tile.mvt;

/**
 * The integer grid of all tiles of one zoom. A tile begins at a multiple of the extent, so a shape
 * in whole numbers is only translated from tile to tile.
 *
 * @param left western edge of column 0, in map units
 * @param top northern edge of row 0
 * @param size side of a tile, in map units
 * @param extent side of a tile, in tile units; all tiles together have at most 2^30 per side
 */
public record TileGrid(double left, double top, double size, int extent) {

  public TileGrid {
    if (!(size > 0) || extent < 1 || extent > MvtOptions.MAX_EXTENT) {
      throw new IllegalArgumentException("a tile of " + size + " and " + extent + " units");
    }
  }

  /** The frame of one tile. */
  public TileFrame frame(int column, int row) {
    double scale = extent / size;
    return new TileFrame(left + column * size, top - row * size, scale, scale);
  }
}
