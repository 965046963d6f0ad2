package io.glebe.core.stac;

import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.tile.grid.Geographic;
import io.glebe.zarr.dataset.layout.GridSpec;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateList;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** The footprint of a cube's grid: its edge as a polygon in degrees, counter-clockwise. */
final class Footprint {
  private static final GeometryFactory FACTORY = new GeometryFactory();

  /** Number of segments per side: projected sides are curves in degrees. */
  private static final int PIECES = 4;

  private Footprint() {}

  static Geometry of(Cube cube) {
    GridSpec grid = cube.dataset().grid();
    CubeCollection.Extent box = cube.extent(cube.now());
    if (cube.projection() != Geographic.INSTANCE) {
      CoordinateList ring = new CoordinateList();
      side(cube, ring, grid.minX(), grid.minY(), grid.maxX(), grid.minY());
      side(cube, ring, grid.maxX(), grid.minY(), grid.maxX(), grid.maxY());
      side(cube, ring, grid.maxX(), grid.maxY(), grid.minX(), grid.maxY());
      side(cube, ring, grid.minX(), grid.maxY(), grid.minX(), grid.minY());
      ring.closeRing();
      boolean known = ring.stream().allMatch(at -> Double.isFinite(at.x) && Double.isFinite(at.y));
      if (known) {
        Geometry edge = FACTORY.createPolygon(ring.toCoordinateArray());
        // an edge across the antimeridian is not a valid polygon: its box is used instead
        if (edge.isValid() && edge.getEnvelopeInternal().getWidth() < 180) {
          return edge;
        }
      }
    }
    return FACTORY.toGeometry(new Envelope(box.west(), box.east(), box.south(), box.north()));
  }

  private static void side(
      Cube cube, CoordinateList ring, double x0, double y0, double x1, double y1) {
    double[] lonLat = new double[2];
    for (int i = 0; i < PIECES; i++) {
      double t = i / (double) PIECES;
      cube.projection().toLonLat(x0 + t * (x1 - x0), y0 + t * (y1 - y0), lonLat, 0);
      ring.add(new Coordinate(round(lonLat[0]), round(lonLat[1])), true);
    }
  }

  /** Rounds to a hundredth of a millimetre. */
  private static double round(double degrees) {
    return Double.isFinite(degrees) ? Math.round(degrees * 1e10) / 1e10 : degrees;
  }
}
