package io.glebe.tile.mvt;

import java.util.Arrays;

/**
 * A geometry as encoded in a tile, except for its position. All vertices after the first are
 * relative to their predecessor, so the encoding is the same in each tile of the grid that does not
 * cut the geometry.
 *
 * @param command the first command, a move to {@code x}, {@code y} of the grid
 * @param rest the encoding after the first vertex
 * @param outers which rings of a polygon are outer ones
 * @param isSimple whether no two edges of a polygon touch; edges of a repaired one may
 */
public record GridShape(
    TileGrid grid, int command, int x, int y, byte[] rest, boolean[] outers, boolean isSimple) {
  static final int BYTES = 80;

  /** Whether the geometry vanishes on this grid. */
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

  /** The rings of a polygon in the tile in this column and row. */
  Rings rings(int column, int row) {
    return new Rings(x - column * grid.extent(), y - row * grid.extent());
  }

  /** Reads rings one after the other. */
  final class Rings {
    private int x;
    private int y;
    private int at;
    private int vertices;
    private int ring = -1;

    private Rings(int x, int y) {
      this.x = x;
      this.y = y;
    }

    /** Goes to the next ring. */
    boolean next() {
      if (at == rest.length) {
        return false;
      }
      if (at > 0) {
        varint();
        x += ProtobufSink.unzigzag(varint());
        y += ProtobufSink.unzigzag(varint());
      }
      vertices = (varint() >>> 3) + 1;
      ring++;
      return true;
    }

    int vertices() {
      return vertices;
    }

    boolean isOuter() {
      return outers[ring];
    }

    /** Writes the vertices of the ring into this array, or into a larger one. */
    double[] into(double[] array) {
      double[] xy = array.length < 2 * vertices ? Arrays.copyOf(array, 4 * vertices) : array;
      xy[0] = x;
      xy[1] = y;
      for (int i = 2; i < 2 * vertices; i += 2) {
        x += ProtobufSink.unzigzag(varint());
        y += ProtobufSink.unzigzag(varint());
        xy[i] = x;
        xy[i + 1] = y;
      }
      varint();
      return xy;
    }

    private int varint() {
      int value = 0;
      for (int shift = 0; ; shift += 7) {
        byte next = rest[at++];
        value |= (next & 0x7f) << shift;
        if (next >= 0) {
          return value;
        }
      }
    }
  }
}
