package io.glebe.core.cql;

import io.glebe.core.geo.GeometryCheck;
import java.util.Locale;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

/** Reads the geometries of CQL2 text, with the same rules as {@link GeometryCheck} for GeoJSON. */
final class WellKnownText {
  private static final int MIN_RING = 4;

  private WellKnownText() {}

  /** The geometry, or a fault that says what is wrong. */
  static Geometry read(String text) {
    Geometry geometry;
    try {
      geometry = new WKTReader().read(text);
    } catch (ParseException | IllegalArgumentException e) {
      throw new CqlFault("this is no geometry in well-known text: " + e.getMessage());
    }
    if (isCollection(geometry)) {
      for (int i = 0; i < geometry.getNumGeometries(); i++) {
        check(geometry.getGeometryN(i));
      }
    } else {
      check(geometry);
    }
    return geometry;
  }

  /** Whether a geometry has parts of several kinds. */
  static boolean isCollection(Geometry geometry) {
    return geometry.getGeometryType().equals(Geometry.TYPENAME_GEOMETRYCOLLECTION);
  }

  private static void check(Geometry geometry) {
    if (isCollection(geometry)) {
      throw new CqlFault("a collection of geometries contains no other collection");
    }
    for (int i = 0; i < geometry.getNumGeometries(); i++) {
      if (geometry.getGeometryN(i) instanceof Polygon polygon) {
        ring(polygon.getExteriorRing());
        for (int hole = 0; hole < polygon.getNumInteriorRing(); hole++) {
          ring(polygon.getInteriorRingN(hole));
        }
      }
    }
    GeometryCheck.invalidity(geometry)
        .ifPresent(
            error -> {
              throw new CqlFault(
                  "the geometry is not valid: " + error.getMessage().toLowerCase(Locale.ROOT));
            });
  }

  private static void ring(LinearRing ring) {
    if (ring.getNumPoints() < MIN_RING) {
      throw new CqlFault(
          "a ring has at least " + MIN_RING + " positions, the last equal to the first");
    }
  }
}
