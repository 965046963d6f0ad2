package io.glebe.api.ogc;

import io.glebe.api.http.Params;
import io.glebe.core.cql.Cql;
import io.glebe.core.cql.Cql2Text;
import io.glebe.core.cql.CqlGeometries;
import io.glebe.core.cql.CqlJson;
import io.glebe.core.geo.Crs;
import io.glebe.core.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateFilter;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Polygon;

/**
 * The parameters {@code bbox} and {@code filter} as one condition, for every list with these
 * parameters.
 */
public final class SpatialFilter {
  private static final GeometryFactory PLACES = new GeometryFactory();

  /** Points along each side of a box in a projected CRS, whose sides are curves in degrees. */
  private static final int POINTS = 16;

  private SpatialFilter() {}

  /** The conjunction of both parameters. */
  public static Optional<Cql> of(Params params) {
    return both(bbox(params), filter(params));
  }

  /** The conjunction of two optional conditions. */
  static Optional<Cql> both(Optional<Cql> one, Optional<Cql> other) {
    List<Cql> terms = new ArrayList<>();
    one.ifPresent(terms::add);
    other.ifPresent(terms::add);
    return terms.size() == 2 ? Optional.of(new Cql.And(terms)) : terms.stream().findFirst();
  }

  public static Optional<Cql> filter(Params params) {
    String language =
        params.choice("filter-lang", List.of("cql2-text", "cql2-json")).orElse("cql2-text");
    Crs crs = crs(params, "filter-crs");
    return params
        .text("filter")
        .map(text -> language.equals("cql2-json") ? CqlJson.parse(text) : Cql2Text.parse(text))
        .map(
            filter ->
                crs.isStored() ? filter : CqlGeometries.each(filter, at -> inDegrees(at, crs)));
  }

  /** Converts a geometry of a filter to the stored CRS. */
  private static Geometry inDegrees(Geometry place, Crs crs) {
    Geometry turned = place.copy();
    double[] lonLat = new double[2];
    turned.apply(
        (CoordinateFilter)
            at -> {
              crs.toLonLat(at.x, at.y, lonLat);
              if (!Double.isFinite(lonLat[0]) || !Double.isFinite(lonLat[1])) {
                throw Problem.malformedParameter(
                    "filter", "a position lies outside of " + crs.uri());
              }
              at.setX(lonLat[0]);
              at.setY(lonLat[1]);
            });
    turned.geometryChanged();
    return turned;
  }

  /** The CRS that a parameter names; 400 for an unknown one. */
  public static Crs crs(Params params, String name) {
    return params
        .text(name)
        .map(
            text ->
                Crs.of(text)
                    .orElseThrow(
                        () ->
                            Problem.malformedParameter(
                                name, "is none of the CRS that the collection lists")))
        .orElse(Crs.CRS84);
  }

  public static Optional<Cql> bbox(Params params) {
    Crs crs = crs(params, "bbox-crs");
    return params.numbers("bbox", 4, 6).map(box -> touches(box(box, crs)));
  }

  /** The condition that the geometry of a row intersects this one. */
  public static Cql touches(Geometry place) {
    return new Cql.Spatial(
        Cql.SpatialRelation.INTERSECTS, new Cql.Property("geometry"), new Cql.Place(place));
  }

  /** The geometry of a box of 4 or 6 numbers. */
  public static Geometry box(double[] box, Crs crs) {
    int half = box.length / 2;
    if (!crs.projection().equals(Crs.CRS84.projection())) {
      return projected(box[0], box[1], box[half], box[half + 1], crs);
    }
    int x = crs.northFirst() ? 1 : 0;
    return degrees(box[x], box[1 - x], box[half + x], box[half + 1 - x]);
  }

  private static Geometry degrees(double west, double south, double east, double north) {
    boolean good =
        Math.abs(west) <= 180
            && Math.abs(east) <= 180
            && south <= north
            && south >= -90
            && north <= 90;
    if (!good) {
      throw Problem.malformedParameter(
          "bbox", "is west,south,east,north in degrees; south is not above north");
    }
    if (west <= east) {
      return PLACES.toGeometry(new Envelope(west, east, south, north));
    }
    Geometry left = PLACES.toGeometry(new Envelope(west, 180, south, north));
    Geometry right = PLACES.toGeometry(new Envelope(-180, east, south, north));
    if (left instanceof Polygon a && right instanceof Polygon b) {
      return PLACES.createMultiPolygon(new Polygon[] {a, b}); // across the antimeridian
    }
    throw Problem.malformedParameter("bbox", "over the antimeridian it must not be empty");
  }

  private static Geometry projected(double minX, double minY, double maxX, double maxY, Crs crs) {
    if (!(minX < maxX && minY < maxY)) {
      throw Problem.malformedParameter("bbox", "is min x,min y,max x,max y and not empty");
    }
    Coordinate[] ring = new Coordinate[4 * POINTS + 1];
    for (int i = 0; i < POINTS; i++) {
      double t = i / (double) POINTS;
      ring[i] = place(minX + t * (maxX - minX), minY, crs);
      ring[POINTS + i] = place(maxX, minY + t * (maxY - minY), crs);
      ring[2 * POINTS + i] = place(maxX - t * (maxX - minX), maxY, crs);
      ring[3 * POINTS + i] = place(minX, maxY - t * (maxY - minY), crs);
    }
    ring[4 * POINTS] = ring[0];
    Geometry place = PLACES.createPolygon(ring);
    if (!place.isValid()) {
      throw Problem.malformedParameter("bbox", "reaches beyond the area of " + crs.uri());
    }
    return place;
  }

  private static Coordinate place(double x, double y, Crs crs) {
    double[] lonLat = new double[2];
    crs.toLonLat(x, y, lonLat);
    if (!Double.isFinite(lonLat[0]) || !Double.isFinite(lonLat[1])) {
      throw Problem.malformedParameter("bbox", "reaches beyond the area of " + crs.uri());
    }
    return new Coordinate(lonLat[0], lonLat[1]);
  }
}
