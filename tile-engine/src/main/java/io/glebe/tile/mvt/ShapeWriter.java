package io.glebe.tile.mvt;

/** Makes shapes of geometries on grids. Belongs to one thread. */
final class ShapeWriter {
  private final GeometryWriter writer = GeometryWriter.uncut();
  private final ProtobufSink commands = new ProtobufSink(4096);

  /**
   * The shape of a geometry.
   *
   * @param tolerance vertices that deviate less than this are left out, in units of the grid
   */
  GridShape shape(FlatGeometry geometry, TileGrid grid, double tolerance) {
    commands.clear();
    writer.frame(grid.frame(0, 0));
    if (!writer.write(geometry.simplified(tolerance * grid.size() / grid.extent()), commands)) {
      return GridShape.empty(grid);
    }
    ProtobufSink.Reader head = commands.reader();
    int command = head.varint();
    int x = ProtobufSink.unzigzag(head.varint());
    int y = ProtobufSink.unzigzag(head.varint());
    ShapeRings rings =
        geometry.kind() == GeometryKind.POLYGON ? new ShapeRings(writer.rings()) : ShapeRings.NONE;
    return new GridShape(grid, command, x, y, head.rest(), rings, writer.isSimple());
  }
}
