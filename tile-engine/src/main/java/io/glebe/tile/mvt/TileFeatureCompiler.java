package io.glebe.tile.mvt;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Prepares features for the tiles of given grids. Belongs to one thread. */
public final class TileFeatureCompiler {
  private final List<TileGrid> grids;
  private final GeometryWriter writer = GeometryWriter.uncut();
  private final ProtobufSink commands = new ProtobufSink(4096);

  /**
   * @param grids the grids; without grids only the tags are prepared
   */
  public TileFeatureCompiler(List<TileGrid> grids) {
    this.grids = List.copyOf(grids);
  }

  /**
   * Prepares one feature.
   *
   * @param tags numbers of an {@link AttributeTable}: name, value, name, value
   */
  public PreparedFeature feature(long id, FlatGeometry geometry, int[] tags) {
    List<GridShape> shapes = new ArrayList<>(grids.size());
    for (TileGrid grid : grids) {
      shapes.add(shape(grid, geometry));
    }
    return new PreparedFeature(OptionalLong.of(id), geometry, List.copyOf(shapes), tags);
  }

  private GridShape shape(TileGrid grid, FlatGeometry geometry) {
    commands.clear();
    writer.frame(grid.frame(0, 0));
    if (!writer.write(geometry, commands)) {
      return new GridShape(grid, 0, 0, 0, new byte[0], new boolean[0], true);
    }
    ProtobufSink.Reader head = commands.reader();
    int command = head.varint();
    int x = ProtobufSink.unzigzag(head.varint());
    int y = ProtobufSink.unzigzag(head.varint());
    return new GridShape(grid, command, x, y, head.rest(), writer.outers(), writer.isSimple());
  }
}
