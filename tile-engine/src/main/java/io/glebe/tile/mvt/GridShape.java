package io.glebe.tile.mvt;

/**
 * A geometry as encoded in a tile, except for its position. All vertices after the first are
 * relative to their predecessor, so the encoding is the same in each tile of the grid that does not
 * cut the geometry.
 *
 * @param command the first command, a move to {@code x}, {@code y} of the grid
 * @param rest the encoding after the first vertex
 * @param rings the rings of a polygon
 * @param isSimple whether no two edges of a polygon touch; edges of a repaired one may
 */
record GridShape(
    TileGrid grid, int command, int x, int y, byte[] rest, ShapeRings rings, boolean isSimple) {
  static final int BYTES = 120;

  /** The shape of a geometry that vanishes on the grid. */
  static GridShape empty(TileGrid grid) {
    return new GridShape(grid, 0, 0, 0, new byte[0], ShapeRings.NONE, true);
  }

  boolean isEmpty() {
    return command == 0;
  }

  /** Appends the commands for the tile in this column and row. */
  void write(int column, int row, ProtobufSink out) {
    out.varint(command);
    out.varint(ProtobufSink.zigzag(x - column * grid.extent()));
    out.varint(ProtobufSink.zigzag(y - row * grid.extent()));
    out.bytes(rest);
  }
}
