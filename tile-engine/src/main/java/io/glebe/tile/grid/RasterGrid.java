package io.glebe.tile.grid;

/**
 * The pixel grid of a raster: a level of a dataset, or a tile.
 *
 * @param width pixels across, at least 1
 * @param height pixels down, at least 1
 */
public record RasterGrid(Projection projection, Affine affine, int width, int height) {
  /** Number of points along each edge when an outline is projected. */
  private static final int EDGE_POINTS = 21;

  public RasterGrid {
    if (width < 1 || height < 1) {
      throw new IllegalArgumentException("a raster has at least one pixel");
    }
  }

  /** A square tile of {@code size} pixels. */
  public static RasterGrid of(TileMatrixSet set, TileId tile, int size) {
    return new RasterGrid(set.projection(), set.grid(tile, size), size, size);
  }

  public Bounds bounds() {
    return affine.bounds(width, height);
  }

  /**
   * The box around the outline of this raster in another projection: {@value #EDGE_POINTS} points
   * along each edge, grown by a hundredth because edges between the points may curve outwards.
   * Points outside the domain of the other projection are left out.
   *
   * @throws IllegalArgumentException when no point of the outline is in its domain
   */
  public Bounds boundsIn(Projection other) {
    if (other.epsg() == projection.epsg()) {
      return bounds();
    }
    double minX = Double.POSITIVE_INFINITY;
    double minY = Double.POSITIVE_INFINITY;
    double maxX = Double.NEGATIVE_INFINITY;
    double maxY = Double.NEGATIVE_INFINITY;
    double[] point = new double[2];
    for (int i = 0; i < 4 * EDGE_POINTS; i++) {
      double along = (i >> 2) / (EDGE_POINTS - 1.0);
      double column = (i & 1) == 0 ? along * width : (i & 2) == 0 ? 0 : width;
      double row = (i & 1) != 0 ? along * height : (i & 2) == 0 ? 0 : height;
      projection.toLonLat(affine.x(column), affine.y(row), point, 0);
      other.fromLonLat(point[0], point[1], point, 0);
      if (Double.isFinite(point[0]) && Double.isFinite(point[1])) {
        minX = Math.min(minX, point[0]);
        minY = Math.min(minY, point[1]);
        maxX = Math.max(maxX, point[0]);
        maxY = Math.max(maxY, point[1]);
      }
    }
    if (minX > maxX) {
      throw new IllegalArgumentException(
          projection + " cannot be converted to " + other + " in this area");
    }
    return new Bounds(minX, minY, maxX, maxY).grown((maxX - minX) / 100, (maxY - minY) / 100);
  }
}
