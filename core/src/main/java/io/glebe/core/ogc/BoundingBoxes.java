package io.glebe.core.ogc;

import io.glebe.core.cql.Cql;
import io.glebe.core.geo.Crs;
import io.glebe.core.problem.Problem;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * The parameter {@code bbox} in degrees of WGS 84: one area, or two if it crosses the antimeridian.
 * Heights of the form with six numbers are not compared with those of features.
 *
 * @param parts boxes, or the outline of a box in a projected CRS, whose sides are curves in degrees
 */
public record BoundingBoxes(List<Geometry> parts) {
  private static final GeometryFactory PLACES = new GeometryFactory();
  private static final double MOST_EAST = 180;
  private static final double MOST_NORTH = 90;

  /** Points along each side of a box in a projected CRS. */
  private static final int POINTS = 16;

  public BoundingBoxes {
    parts = List.copyOf(parts);
  }

  /**
   * Reads a box; 400 for an invalid one.
   *
   * @param numbers two corners in the order of the axes of the CRS (west, south, east, north in
   *     CRS84), or the same with a height behind each corner
   */
  public static BoundingBoxes of(double[] numbers, Crs crs) {
    int half = numbers.length / 2;
    if (half == 3 && numbers[2] > numbers[5]) {
      throw fault("the upper corner must not be below the lower one");
    }
    if (!crs.projection().equals(Crs.CRS84.projection())) {
      return projected(numbers[0], numbers[1], numbers[half], numbers[half + 1], crs);
    }
    int x = crs.northFirst() ? 1 : 0;
    return degrees(numbers[x], numbers[1 - x], numbers[half + x], numbers[half + 1 - x]);
  }

  private static BoundingBoxes degrees(double west, double south, double east, double north) {
    if (!(Math.abs(west) <= MOST_EAST && Math.abs(east) <= MOST_EAST)) {
      throw fault(
          "has longitudes from -180 to 180 degrees; a box across the antimeridian has a west that"
              + " is greater than its east");
    }
    if (!(Math.abs(south) <= MOST_NORTH && Math.abs(north) <= MOST_NORTH)) {
      throw fault("has latitudes from -90 to 90 degrees");
    }
    if (south > north) {
      throw fault("is west,south,east,north; south is not above north");
    }
    return west <= east
        ? new BoundingBoxes(List.of(box(west, east, south, north)))
        : new BoundingBoxes(
            List.of(box(west, MOST_EAST, south, north), box(-MOST_EAST, east, south, north)));
  }

  private static Geometry box(double west, double east, double south, double north) {
    return PLACES.toGeometry(new Envelope(west, east, south, north));
  }

  private static BoundingBoxes projected(
      double minX, double minY, double maxX, double maxY, Crs crs) {
    if (!(minX < maxX && minY < maxY)) {
      throw fault("is min x,min y,max x,max y and not empty");
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
    Geometry outline = PLACES.createPolygon(ring);
    if (!outline.isValid()) {
      throw fault("reaches beyond the area of " + crs.uri());
    }
    return new BoundingBoxes(List.of(outline));
  }

  private static Coordinate place(double x, double y, Crs crs) {
    double[] lonLat = new double[2];
    crs.toLonLat(x, y, lonLat);
    if (!Double.isFinite(lonLat[0]) || !Double.isFinite(lonLat[1])) {
      throw fault("reaches beyond the area of " + crs.uri());
    }
    return new Coordinate(lonLat[0], lonLat[1]);
  }

  /** Returns the bounds of the parts. */
  public List<Envelope> envelopes() {
    return parts.stream().map(Geometry::getEnvelopeInternal).toList();
  }

  /** Returns whether the geometry intersects one of the parts. */
  public boolean touch(Geometry geometry) {
    return parts.stream().anyMatch(part -> part.intersects(geometry));
  }

  /** Returns the condition that the geometry of a row intersects one of the parts. */
  public Cql condition() {
    return touching(parts.size() == 1 ? parts.getFirst() : PLACES.buildGeometry(parts));
  }

  /** Returns the condition that the geometry of a row intersects this one. */
  public static Cql touching(Geometry place) {
    return new Cql.Spatial(
        Cql.SpatialRelation.INTERSECTS, new Cql.Property("geometry"), new Cql.Place(place));
  }

  private static Problem fault(String detail) {
    return Problem.malformedParameter("bbox", detail);
  }
}
