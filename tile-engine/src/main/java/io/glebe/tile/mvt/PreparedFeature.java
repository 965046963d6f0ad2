package io.glebe.tile.mvt;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A feature for many tiles. Its shape on a grid is made by the first tile of the grid that shows
 * it, and kept. Threads may use it at the same time: two of them may make the same shape.
 */
public final class PreparedFeature {
  private final OptionalLong id;
  private final FlatGeometry geometry;
  private final int[] tags;
  private final ShapeGrids grids;
  private final @Nullable GridShape[] shapes;

  /**
   * @param tags numbers of an {@link AttributeTable}: name, value, name, value
   * @param grids the grids whose shapes are kept; other tiles are written from the geometry
   */
  public PreparedFeature(OptionalLong id, FlatGeometry geometry, int[] tags, ShapeGrids grids) {
    this.id = id;
    this.geometry = geometry;
    this.tags = tags;
    this.grids = grids;
    this.shapes = new GridShape[grids.grids().size()];
  }

  /** The id of the feature in a tile. */
  public OptionalLong id() {
    return id;
  }

  public FlatGeometry geometry() {
    return geometry;
  }

  /** Numbers of the table: name, value, name, value. Not to be changed. */
  public int[] tags() {
    return tags;
  }

  /** Estimated memory of the prepared data with all shapes, bytes. */
  public long bytes() {
    return Integer.BYTES * (long) tags.length + grids.bytes(geometry);
  }

  /** The shape on this grid; null when shapes of this grid and tolerance are not kept. */
  @Nullable GridShape on(TileGrid grid, double tolerance, ShapeWriter writer) {
    int index = grids.indexOf(grid, tolerance);
    if (index < 0) {
      return null;
    }
    GridShape known = shapes[index];
    if (known == null) {
      known = writer.shape(geometry, grid, tolerance);
      shapes[index] = known;
    }
    return known;
  }
}
