package io.glebe.tile.mvt;

import java.util.ArrayList;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.PrecisionModel;
import org.locationtech.jts.geom.util.GeometryFixer;
import org.locationtech.jts.precision.GeometryPrecisionReducer;

/**
 * Makes valid polygons of rings that touch or cross themselves or each other after clipping and
 * rounding. Only a few features of a tile need it.
 */
final class RingRepair {
  private static final PrecisionModel WHOLE = new PrecisionModel(1);
  private static final GeometryFactory FACTORY = new GeometryFactory();

  private RingRepair() {}

  /** Replaces the rings; none remain when the area collapses. */
  static void repair(TileRings rings) {
    Geometry fixed = GeometryFixer.fix(polygons(rings));
    Geometry valid = GeometryPrecisionReducer.reduce(fixed, WHOLE);
    rings.clear();
    for (int i = 0; i < valid.getNumGeometries(); i++) {
      if (valid.getGeometryN(i) instanceof Polygon polygon && !polygon.isEmpty()) {
        add(polygon.getExteriorRing(), true, rings);
        for (int hole = 0; hole < polygon.getNumInteriorRing(); hole++) {
          add(polygon.getInteriorRingN(hole), false, rings);
        }
      }
    }
  }

  private static Geometry polygons(TileRings rings) {
    List<Polygon> polygons = new ArrayList<>();
    int ring = 0;
    while (ring < rings.rings()) {
      LinearRing shell = ring(rings, ring++);
      List<LinearRing> holes = new ArrayList<>();
      while (ring < rings.rings() && !rings.isOuter(ring)) {
        holes.add(ring(rings, ring++));
      }
      polygons.add(FACTORY.createPolygon(shell, holes.toArray(LinearRing[]::new)));
    }
    return FACTORY.createMultiPolygon(polygons.toArray(Polygon[]::new));
  }

  private static LinearRing ring(TileRings rings, int ring) {
    int start = rings.start(ring);
    int vertices = rings.end(ring) - start;
    Coordinate[] closed = new Coordinate[vertices + 1];
    for (int i = 0; i < vertices; i++) {
      closed[i] = new Coordinate(rings.x(start + i), rings.y(start + i));
    }
    closed[vertices] = closed[0];
    return FACTORY.createLinearRing(closed);
  }

  private static void add(LinearRing ring, boolean outer, TileRings rings) {
    int vertices = ring.getNumPoints() - 1;
    int[] xy = new int[2 * vertices];
    for (int i = 0; i < vertices; i++) {
      xy[2 * i] = (int) ring.getCoordinateN(i).x;
      xy[2 * i + 1] = (int) ring.getCoordinateN(i).y;
    }
    rings.add(xy, vertices, outer);
  }
}
