package io.glebe.core.cube.series;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.geo.GeometryCheck;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.tile.grid.Geographic;
import io.glebe.tile.series.SeriesArea;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;

/** Converts GeoJSON in degrees to the areas of series. */
public final class GeoJsonAreas {
  private static final Set<String> TYPES = Set.of("Polygon", "MultiPolygon", "Point");

  private GeoJsonAreas() {}

  /**
   * Parses the area of a request's body: a geometry, or a feature with one. Uses CPU time; do not
   * call it on event loops.
   *
   * @param vertices maximum number of positions
   * @throws Problem 422 with a pointer to each violation, 413 for too many positions
   */
  public static SeriesArea of(ObjectNode body, int vertices) {
    boolean feature = body.path("type").asText().equals("Feature");
    JsonNode geometry = feature ? body.path("geometry") : body;
    String base = feature ? "/geometry" : "";
    if (positions(geometry.path("coordinates")) > vertices) {
      throw Problem.of(
          ProblemType.PAYLOAD_TOO_LARGE, "the area may have at most " + vertices + " positions");
    }
    List<Violation> faults =
        GeometryCheck.faults(geometry, TYPES).stream()
            .map(fault -> Violation.at("geometry", base + fault.pointer(), fault.detail()))
            .toList();
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    return of(GeoJson.toGeometry(geometry)).orElseThrow();
  }

  private static int positions(JsonNode coordinates) {
    if (!coordinates.isArray() || coordinates.isEmpty()) {
      return 0;
    }
    if (coordinates.get(0).isNumber()) {
      return 1;
    }
    int count = 0;
    for (JsonNode part : coordinates) {
      count += positions(part);
    }
    return count;
  }

  /** Returns the area of polygons, or the cell of a point; empty for geometries without an area. */
  static Optional<SeriesArea> of(Geometry geometry) {
    if (geometry.isEmpty()) {
      return Optional.empty();
    }
    if (geometry instanceof Point point) {
      return Optional.of(SeriesArea.point(Geographic.INSTANCE, point.getX(), point.getY()));
    }
    if (geometry.getDimension() < 2) {
      return Optional.empty();
    }
    List<List<double[]>> polygons = new ArrayList<>();
    for (int i = 0; i < geometry.getNumGeometries(); i++) {
      if (geometry.getGeometryN(i)
          instanceof Polygon polygon) { // an intersection has lines as well
        polygons.add(rings(polygon));
      }
    }
    return Optional.of(SeriesArea.polygons(Geographic.INSTANCE, polygons));
  }

  private static List<double[]> rings(Polygon polygon) {
    List<double[]> rings = new ArrayList<>();
    rings.add(ring(polygon.getExteriorRing()));
    for (int i = 0; i < polygon.getNumInteriorRing(); i++) {
      rings.add(ring(polygon.getInteriorRingN(i)));
    }
    return rings;
  }

  private static double[] ring(LineString line) {
    Coordinate[] positions = line.getCoordinates();
    double[] xy = new double[2 * positions.length];
    for (int i = 0; i < positions.length; i++) {
      xy[2 * i] = positions[i].x;
      xy[2 * i + 1] = positions[i].y;
    }
    return xy;
  }
}
