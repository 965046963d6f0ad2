package io.glebe.core.cube.job;

import io.glebe.core.cube.model.CubeCollection;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.grid.TileRange;
import io.glebe.tile.grid.WebMercator;
import io.glebe.tile.pmtiles.HilbertId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The tiles of a pyramid over a box.
 *
 * @param box west, south, east, north in degrees
 */
record TileCover(Bounds box, List<TileRange> ranges) {
  private static final TileMatrixSet SET = TileMatrixSet.WEB_MERCATOR_QUAD;
  private static final double EDGE = 85.0511287798066;

  /**
   * Returns the intersection of the requested box (or the whole cube) with the cube; no tiles when
   * it is empty.
   */
  static TileCover of(TileSpec spec, CubeCollection.Extent extent) {
    double[] requested = spec.box().orElse(new double[] {-180, -90, 180, 90});
    double west = Math.max(requested[0], extent.west());
    double south = Math.max(Math.max(requested[1], extent.south()), -EDGE);
    double east = Math.min(requested[2], extent.east());
    double north = Math.min(Math.min(requested[3], extent.north()), EDGE);
    if (west >= east || south >= north) {
      return new TileCover(
          new Bounds(requested[0], requested[1], requested[2], requested[3]), List.of());
    }
    double[] corners = new double[4];
    WebMercator.INSTANCE.fromLonLat(west, south, corners, 0);
    WebMercator.INSTANCE.fromLonLat(east, north, corners, 2);
    Bounds metres = new Bounds(corners[0], corners[1], corners[2], corners[3]);
    List<TileRange> ranges = new ArrayList<>();
    for (int zoom : spec.zooms()) {
      SET.covering(metres, zoom).ifPresent(ranges::add);
    }
    return new TileCover(new Bounds(west, south, east, north), ranges);
  }

  long count() {
    return ranges.stream().mapToLong(TileRange::count).sum();
  }

  /** Returns the ids of all tiles, ascending. */
  long[] ids() {
    long[] ids = new long[Math.toIntExact(count())];
    int at = 0;
    for (TileRange range : ranges) {
      for (int y = range.minY(); y <= range.maxY(); y++) {
        for (int x = range.minX(); x <= range.maxX(); x++) {
          ids[at++] = HilbertId.of(new TileId(range.zoom(), x, y));
        }
      }
    }
    Arrays.sort(ids);
    return ids;
  }
}
