package io.glebe.tile.mvt;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A feature for many tiles.
 *
 * @param shapes the geometry on some grids; tiles of other grids, and tiles that cut it, are
 *     written from the geometry itself
 * @param tags numbers of the table: name, value, name, value
 */
public record PreparedFeature(
    OptionalLong id, FlatGeometry geometry, List<GridShape> shapes, int[] tags) {

  /** Estimated memory of the prepared data, bytes. */
  public long bytes() {
    long sum = Integer.BYTES * (long) tags.length;
    for (GridShape shape : shapes) {
      sum += GridShape.BYTES + shape.rest().length;
    }
    return sum;
  }

  /** The shape on this grid, or null. */
  @Nullable GridShape on(TileGrid grid) {
    for (GridShape shape : shapes) {
      if (shape.grid().equals(grid)) {
        return shape;
      }
    }
    return null;
  }
}
