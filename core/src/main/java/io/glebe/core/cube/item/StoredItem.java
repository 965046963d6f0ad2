package io.glebe.core.cube.item;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.cql.CqlRow;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.json.Json;
import io.glebe.core.ogc.OgcFeature;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * A feature read from the database. A filter parses each part once, on first use; {@link
 * #properties} parses anew, so that the features of a page need only the memory of their texts. Not
 * thread-safe.
 */
public final class StoredItem implements OgcFeature, CqlRow {
  static final String COLUMNS =
      "id, geometry, properties::text AS properties, time_from, time_to, version, seq";

  private final String id;
  private final Optional<String> geometryText;
  private final String propertiesText;
  private final Optional<Instant> from;
  private final Optional<Instant> to;
  private final long version;
  private final long seq;
  private @Nullable ObjectNode parsed;
  private @Nullable Geometry geometry;

  StoredItem(Row row) {
    id = row.getString("id");
    geometryText = Optional.ofNullable(row.getString("geometry"));
    propertiesText = row.getString("properties");
    from = Optional.ofNullable(row.getOffsetDateTime("time_from")).map(OffsetDateTime::toInstant);
    to = Optional.ofNullable(row.getOffsetDateTime("time_to")).map(OffsetDateTime::toInstant);
    version = row.getLong("version");
    seq = row.getLong("seq");
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public OptionalLong entityVersion() {
    return OptionalLong.of(version);
  }

  /** Returns a number that is unique in the collection. */
  public long seq() {
    return seq;
  }

  @Override
  public Optional<String> geometryText() {
    return geometryText;
  }

  @Override
  public String propertiesText() {
    return propertiesText;
  }

  @Override
  public ObjectNode properties() {
    return Json.stored(propertiesText);
  }

  @Override
  public JsonNode property(String name) {
    if (name.equals("id")) {
      return TextNode.valueOf(id);
    }
    if (parsed == null) {
      parsed = properties();
    }
    JsonNode node = parsed.path(name);
    return node == null ? MissingNode.getInstance() : node;
  }

  @Override
  public Optional<Geometry> geometry() {
    if (geometry == null) {
      geometry = parsedGeometry().orElse(null);
    }
    return Optional.ofNullable(geometry);
  }

  /** Returns the geometry, parsed anew. */
  Optional<Geometry> parsedGeometry() {
    return geometryText.map(Json::stored).map(GeoJson::toGeometry);
  }

  @Override
  public Optional<Instant> from() {
    return from;
  }

  @Override
  public Optional<Instant> to() {
    return to;
  }
}
