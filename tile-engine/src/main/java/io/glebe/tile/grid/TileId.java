package io.glebe.tile.grid;

/**
 * A tile's address: zoom (tile matrix), x (column from the west), y (row from the north).
 *
 * <p>Throws {@link IllegalArgumentException} when zoom is outside 0..{@value #MAX_ZOOM} or x, y do
 * not fit into {@value #COORDINATE_BITS} bits; {@link TileMatrixSet#contains} tells whether a
 * matrix has the tile
 */
public record TileId(int zoom, int x, int y) {
  public static final int MAX_ZOOM = 28;
  static final int COORDINATE_BITS = 29;
  private static final int COORDINATE_MASK = (1 << COORDINATE_BITS) - 1;

  public TileId {
    if (zoom < 0 || zoom > MAX_ZOOM) {
      throw new IllegalArgumentException("zoom " + zoom + " is outside 0.." + MAX_ZOOM);
    }
    if ((x & ~COORDINATE_MASK) != 0 || (y & ~COORDINATE_MASK) != 0) {
      throw new IllegalArgumentException("tile " + zoom + "/" + x + "/" + y + " cannot exist");
    }
  }

  /** The address in one long: 5 bits of zoom, 29 of x, 29 of y; ordered by zoom, x, y. */
  public long packed() {
    return (long) zoom << (2 * COORDINATE_BITS) | (long) x << COORDINATE_BITS | y;
  }

  /** The tile of a {@link #packed()} number. */
  public static TileId of(long packed) {
    return new TileId(
        (int) (packed >>> (2 * COORDINATE_BITS)),
        (int) (packed >>> COORDINATE_BITS) & COORDINATE_MASK,
        (int) packed & COORDINATE_MASK);
  }

  /** The tile one zoom lower that contains this one; the tile itself at zoom 0. */
  public TileId parent() {
    return zoom == 0 ? this : new TileId(zoom - 1, x >> 1, y >> 1);
  }

  @Override
  public String toString() {
    return zoom + "/" + x + "/" + y;
  }
}
