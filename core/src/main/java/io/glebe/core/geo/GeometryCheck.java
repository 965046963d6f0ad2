package io.glebe.core.geo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.operation.valid.IsValidOp;
import org.locationtech.jts.operation.valid.TopologyValidationError;

/**
 * Checks a GeoJSON geometry: allowed type, positions of 2 or 3 numbers within WGS 84 (unless they
 * are in another CRS), closed rings, valid and not empty. All faults of structure are reported (up
 * to {@value #MAX_FAULTS}); validity is checked only if the structure is correct.
 */
public final class GeometryCheck {
  /** Maximum number of faults reported for one geometry. */
  public static final int MAX_FAULTS = 20;

  private static final int MIN_RING = 4;
  private static final int MANY_VERTICES = 1_000;

  private final List<GeometryFault> faults = new ArrayList<>();
  private final int maxPositions;
  private final boolean inDegrees;
  private int positions;

  private GeometryCheck(int maxPositions, boolean inDegrees) {
    this.maxPositions = maxPositions;
    this.inDegrees = inDegrees;
  }

  /**
   * The faults of a value with any number of positions, for geometries that are stored already and
   * for those whose text is short.
   */
  public static List<GeometryFault> faults(JsonNode value, Collection<String> types) {
    return faults(value, types, Integer.MAX_VALUE);
  }

  /**
   * The faults of {@code value}; none if it is a valid geometry of one of the types.
   *
   * @param maxPositions maximum number of its positions
   */
  public static List<GeometryFault> faults(
      JsonNode value, Collection<String> types, int maxPositions) {
    return new GeometryCheck(maxPositions, true).check(value, types);
  }

  /** The faults of a value whose positions are in any CRS, so that they may be any numbers. */
  public static List<GeometryFault> faultsInAnyCrs(JsonNode value, Collection<String> types) {
    return new GeometryCheck(Integer.MAX_VALUE, false).check(value, types);
  }

  /** Why a geometry is not valid, for example because a ring crosses itself. */
  public static Optional<TopologyValidationError> invalidity(Geometry geometry) {
    return isLargeArea(geometry) && RingSweep.isCertainlyValid(geometry)
        ? Optional.empty()
        : Optional.ofNullable(new IsValidOp(geometry).getValidationError());
  }

  private List<GeometryFault> check(JsonNode value, Collection<String> types) {
    geometry(value, types);
    return List.copyOf(faults);
  }

  private void geometry(JsonNode value, Collection<String> types) {
    if (!value.isObject()) {
      fault("", "a geometry is an object with type and coordinates");
      return;
    }
    String type = value.path("type").asText("");
    if (!value.path("type").isTextual() || !types.contains(type)) {
      fault("/type", "the type is one of " + String.join(", ", types));
      return;
    }
    JsonNode at = value.path("coordinates");
    if (!at.isArray() || at.isEmpty()) {
      fault("/coordinates", "the coordinates are an array that is not empty");
      return;
    }
    structure(type, at);
    if (faults.isEmpty()) {
      validity(value);
    }
  }

  private void structure(String type, JsonNode at) {
    String pointer = "/coordinates";
    switch (type) {
      case "Point" -> position(at, pointer);
      case "MultiPoint" -> line(at, pointer, 1);
      case "LineString" -> line(at, pointer, 2);
      case "Polygon" -> polygon(at, pointer);
      case "MultiLineString" -> each(at, pointer, (part, p) -> line(part, p, 2));
      default -> each(at, pointer, this::polygon);
    }
  }

  private interface Part {
    void check(JsonNode part, String pointer);
  }

  private void each(JsonNode parts, String pointer, Part check) {
    for (int i = 0; i < parts.size() && open(); i++) {
      check.check(parts.get(i), pointer + "/" + i);
    }
  }

  private void polygon(JsonNode rings, String pointer) {
    if (!rings.isArray() || rings.isEmpty()) {
      fault(pointer, "a polygon has at least one ring");
      return;
    }
    each(rings, pointer, this::ring);
  }

  private void ring(JsonNode ring, String pointer) {
    int before = faults.size();
    line(ring, pointer, MIN_RING);
    if (faults.size() == before && !samePlace(ring.get(0), ring.get(ring.size() - 1))) {
      fault(
          pointer + "/" + (ring.size() - 1),
          "the ring is not closed: last position differs from the first");
    }
  }

  private static boolean samePlace(JsonNode a, JsonNode b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (a.get(i).decimalValue().compareTo(b.get(i).decimalValue()) != 0) {
        return false;
      }
    }
    return true;
  }

  private void line(JsonNode line, String pointer, int min) {
    if (!line.isArray() || line.size() < min) {
      fault(pointer, "at least " + min + " positions are needed");
      return;
    }
    each(line, pointer, this::position);
  }

  private void position(JsonNode position, String pointer) {
    if (++positions > maxPositions) {
      fault("/coordinates", "a geometry has at most " + maxPositions + " positions");
      return;
    }
    boolean numbers = position.isArray() && position.size() >= 2 && position.size() <= 3;
    for (JsonNode ordinate : position) {
      numbers = numbers && ordinate.isNumber();
    }
    if (!numbers) {
      fault(pointer, "a position is two or three numbers: longitude, latitude, height");
      return;
    }
    if (inDegrees) {
      within(position.get(0), 180, pointer + "/0", "the longitude");
      within(position.get(1), 90, pointer + "/1", "the latitude");
    }
  }

  private void within(JsonNode ordinate, int bound, String pointer, String name) {
    if (!(Math.abs(ordinate.doubleValue()) <= bound)) {
      fault(pointer, name + " is between -" + bound + " and " + bound);
    }
  }

  private void validity(JsonNode value) {
    Geometry geometry = GeoJson.toGeometry(value);
    Optional<TopologyValidationError> error = invalidity(geometry);
    if (error.isPresent()) {
      fault(
          nearest(value.get("coordinates"), "/coordinates", error.get().getCoordinate()),
          "the geometry is not valid: " + error.get().getMessage().toLowerCase(Locale.ROOT));
    } else if (degenerate(geometry)) {
      fault("/coordinates", "the geometry has no extent");
    }
  }

  /** Whether the sweep is worth its time; the general check is faster for few vertices. */
  private static boolean isLargeArea(Geometry geometry) {
    return geometry.getDimension() == 2 && geometry.getNumPoints() > MANY_VERTICES;
  }

  private static boolean degenerate(Geometry geometry) {
    return switch (geometry.getDimension()) {
      case 1 -> geometry.getLength() == 0;
      case 2 -> geometry.getArea() == 0;
      default -> geometry.isEmpty();
    };
  }

  /**
   * Pointer to the position that lies at {@code place}, or to all coordinates when it lies between
   * positions.
   */
  private static String nearest(JsonNode node, String pointer, Coordinate place) {
    String found = find(node, pointer, place);
    return found.isEmpty() ? "/coordinates" : found;
  }

  private static String find(JsonNode node, String pointer, Coordinate place) {
    if (place == null || !node.isArray() || node.isEmpty()) {
      return "";
    }
    if (node.get(0).isNumber()) {
      boolean here = node.get(0).doubleValue() == place.x && node.get(1).doubleValue() == place.y;
      return here ? pointer : "";
    }
    for (int i = 0; i < node.size(); i++) {
      String found = find(node.get(i), pointer + "/" + i, place);
      if (!found.isEmpty()) {
        return found;
      }
    }
    return "";
  }

  private boolean open() {
    return faults.size() < MAX_FAULTS && positions <= maxPositions;
  }

  private void fault(String pointer, String detail) {
    faults.add(new GeometryFault(pointer, detail));
  }
}
