package io.glebe.core.feature;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.cql.CqlRow;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.json.Json;
import io.glebe.core.ogc.OgcFeature;
import io.glebe.core.record.table.StoredRecord;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.locationtech.jts.geom.Geometry;

/**
 * A record as a feature: its attributes are the properties, except id and geometry.
 *
 * @param shape GeoJSON
 * @param version of the record
 */
record RecordFeature(String id, Optional<JsonNode> shape, ObjectNode properties, long version)
    implements OgcFeature, CqlRow {

  static RecordFeature of(StoredRecord record) {
    ObjectNode properties = Json.stored(record.text());
    properties.remove("id");
    Optional<JsonNode> shape = Optional.ofNullable(properties.remove("geometry"));
    return new RecordFeature(
        record.id().toString(), shape.filter(s -> !s.isNull()), properties, record.version());
  }

  @Override
  public Optional<String> geometryText() {
    return shape.map(Json::write);
  }

  @Override
  public String propertiesText() {
    return Json.write(properties);
  }

  /** The version of the record, so that a feature and its record have the same entity tag. */
  @Override
  public OptionalLong entityVersion() {
    return OptionalLong.of(version);
  }

  @Override
  public JsonNode property(String name) {
    return name.equals("id") ? TextNode.valueOf(id) : properties.path(name);
  }

  @Override
  public Optional<Geometry> geometry() {
    return shape.map(GeoJson::toGeometry);
  }

  /** Filters name times directly: startsAt and endsAt. */
  @Override
  public Optional<Instant> from() {
    return Optional.empty();
  }

  @Override
  public Optional<Instant> to() {
    return Optional.empty();
  }
}
