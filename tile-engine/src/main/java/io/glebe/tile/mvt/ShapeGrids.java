package io.glebe.tile.mvt;

import java.util.List;

/**
 * The grids for which shapes of features are kept.
 *
 * @param tolerance vertices that deviate less than this are left out, in units of each grid; 0
 *     keeps all
 */
public record ShapeGrids(List<TileGrid> grids, double tolerance) {
  /** No grids: tiles are written from the geometry. */
  public static final ShapeGrids NONE = new ShapeGrids(List.of(), 0);

  /** Bytes of a vertex of a shape: encoded, in whole numbers, and its share of the runs. */
  private static final int PER_VERTEX = 12;

  public ShapeGrids {
    grids = List.copyOf(grids);
  }

  /** The number of a grid with this tolerance, or -1. */
  int indexOf(TileGrid grid, double simplification) {
    return simplification == tolerance ? grids.indexOf(grid) : -1;
  }

  /** Estimated memory of the shapes of a geometry on all grids. */
  long bytes(FlatGeometry geometry) {
    return grids.size() * (GridShape.BYTES + (long) PER_VERTEX * geometry.vertices());
  }
}
