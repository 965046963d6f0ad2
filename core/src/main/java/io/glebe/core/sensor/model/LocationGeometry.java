package io.glebe.core.sensor.model;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.geo.GeometryCheck;
import io.glebe.core.json.Json;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.Geometry;

/**
 * Parses the geometries of locations and features: GeoJSON geometries, or features with a geometry.
 */
public final class LocationGeometry {
  private static final List<String> TYPES =
      List.of("Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon");

  private LocationGeometry() {}

  private static JsonNode bare(JsonNode value) {
    return value.path("type").asText("").equals("Feature") ? value.path("geometry") : value;
  }

  /**
   * Returns the violation of invalid GeoJSON; empty when it is valid.
   *
   * @param positions maximum number of its positions
   */
  public static Optional<String> fault(JsonNode value, int positions) {
    return GeometryCheck.faults(bare(value), TYPES, positions).stream()
        .findFirst()
        .map(f -> f.detail());
  }

  /** Returns the value as text; empty when it is not GeoJSON. */
  public static Optional<String> text(JsonNode value) {
    return fault(value, Integer.MAX_VALUE).isPresent()
        ? Optional.empty()
        : Optional.of(Json.write(value));
  }

  /** Returns the geometry; empty when the value is not GeoJSON. */
  public static Optional<Geometry> geometry(JsonNode value) {
    return fault(value, Integer.MAX_VALUE).isPresent()
        ? Optional.empty()
        : Optional.of(GeoJson.toGeometry(bare(value)));
  }
}
