package io.glebe.core.sensor.model;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.geo.GeometryCheck;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.Geometry;

/** Geometries of locations and features: GeoJSON geometries, or features that carry one. */
public final class LocationGeometry {
  private static final List<String> TYPES =
      List.of("Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon");

  private LocationGeometry() {}

  private static JsonNode bare(JsonNode value) {
    return value.path("type").asText("").equals("Feature") ? value.path("geometry") : value;
  }

  /** What is wrong with it as GeoJSON; empty when nothing is. */
  public static Optional<String> fault(JsonNode value) {
    return GeometryCheck.faults(bare(value), TYPES).stream().findFirst().map(f -> f.detail());
  }

  /** The geometry; empty when the value is no GeoJSON. */
  public static Optional<Geometry> geometry(JsonNode value) {
    return fault(value).isPresent()
        ? Optional.empty()
        : Optional.of(GeoJson.toGeometry(bare(value)));
  }
}
