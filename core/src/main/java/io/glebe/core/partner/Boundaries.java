package io.glebe.core.partner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.Optional;

/**
 * Converts the partner's boundaries to GeoJSON: {@code multipolygons} of {@code rings}, each
 * EXTERIOR or INTERIOR with {@code points} of {@code lat} and {@code lon} in WGS 84. Open rings are
 * closed; the rules of the record check their validity.
 */
final class Boundaries {
  private Boundaries() {}

  /** Returns the active boundary of a field, or its only one; empty when it has none. */
  static Optional<JsonNode> active(JsonNode field) {
    JsonNode boundaries = field.path("boundaries");
    for (JsonNode boundary : boundaries) {
      if (boundary.path("active").asBoolean()) {
        return Optional.of(boundary);
      }
    }
    JsonNode only = boundaries.path(0);
    boolean undecided = boundaries.size() == 1 && !only.has("active");
    return undecided ? Optional.of(only) : Optional.empty();
  }

  /** Returns the geometry; empty for a boundary without rings. */
  static Optional<ObjectNode> geometry(JsonNode boundary) {
    ArrayNode polygons = Json.array();
    for (JsonNode polygon : boundary.path("multipolygons")) {
      ArrayNode rings = rings(polygon.path("rings"));
      if (!rings.isEmpty()) {
        polygons.add(rings);
      }
    }
    if (polygons.isEmpty()) {
      return Optional.empty();
    }
    boolean one = polygons.size() == 1;
    ObjectNode geometry = Json.object().put("type", one ? "Polygon" : "MultiPolygon");
    geometry.set("coordinates", one ? polygons.get(0) : polygons);
    return Optional.of(geometry);
  }

  /** Returns the outer ring first, in any order of the partner. */
  private static ArrayNode rings(JsonNode rings) {
    ArrayNode ordered = Json.array();
    for (JsonNode ring : rings) {
      if (!isInterior(ring)) {
        ordered.add(ring(ring.path("points")));
      }
    }
    for (JsonNode ring : rings) {
      if (isInterior(ring)) {
        ordered.add(ring(ring.path("points")));
      }
    }
    return ordered;
  }

  private static boolean isInterior(JsonNode ring) {
    return ring.path("type").asText().equalsIgnoreCase("interior");
  }

  private static ArrayNode ring(JsonNode points) {
    ArrayNode ring = Json.array();
    points.forEach(point -> ring.addArray().add(point.path("lon")).add(point.path("lat")));
    if (!ring.isEmpty() && !ring.get(0).equals(ring.get(ring.size() - 1))) {
      ring.add(ring.get(0).deepCopy());
    }
    return ring;
  }
}
