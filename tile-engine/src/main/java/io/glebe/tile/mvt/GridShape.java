package io.glebe.tile.mvt;

/**
 * A geometry as a tile writes it, but for its place: all after the first vertex is relative to what
 * stands before it, and so the same in each tile of its grid that does not cut it.
 *
 * @param command the first command, a move to {@code x}, {@code y} of the grid
 * @param rest what follows the first vertex
 */
public record GridShape(TileGrid grid, int command, int x, int y, byte[] rest) {
  static final int BYTES = 60;

  /** Of a geometry that vanishes on this grid. */
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
