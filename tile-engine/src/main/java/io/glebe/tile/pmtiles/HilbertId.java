package io.glebe.tile.pmtiles;

import io.glebe.tile.grid.TileId;

/**
 * Tile numbers of PMTiles: the tiles of all lower zooms count first, then the position on the
 * Hilbert curve of the zoom. 0/0/0 is 0, 1/0/0 is 1, 1/0/1 is 2, 1/1/1 is 3, 1/1/0 is 4.
 */
public final class HilbertId {
  private HilbertId() {}

  /** The number of a tile. */
  public static long of(TileId tile) {
    long place = 0;
    int x = tile.x();
    int y = tile.y();
    for (int side = 1 << tile.zoom() >>> 1; side > 0; side >>>= 1) {
      int right = (x & side) == 0 ? 0 : 1;
      int down = (y & side) == 0 ? 0 : 1;
      place += (long) side * side * (3 * right ^ down);
      if (down == 0) {
        if (right == 1) {
          x = side - 1 - (x & side - 1);
          y = side - 1 - (y & side - 1);
        }
        int swapped = x;
        x = y;
        y = swapped;
      }
    }
    return firstId(tile.zoom()) + place;
  }

  /** The tile with a number. */
  public static TileId tile(long id) {
    int zoom = 0;
    while (firstId(zoom + 1) <= id) {
      zoom++;
    }
    long place = id - firstId(zoom);
    int x = 0;
    int y = 0;
    for (int side = 1; side < 1 << zoom; side <<= 1) {
      int right = (int) (place >> 1 & 1);
      int down = (int) ((place ^ right) & 1);
      if (down == 0) {
        if (right == 1) {
          x = side - 1 - x;
          y = side - 1 - y;
        }
        int swapped = x;
        x = y;
        y = swapped;
      }
      x += side * right;
      y += side * down;
      place >>= 2;
    }
    return new TileId(zoom, x, y);
  }

  /** Number of tiles of all lower zooms. */
  private static long firstId(int zoom) {
    return ((1L << 2 * zoom) - 1) / 3;
  }
}
