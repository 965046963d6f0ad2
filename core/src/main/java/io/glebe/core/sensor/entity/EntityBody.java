package io.glebe.core.sensor.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.model.LocationGeometry;
import io.glebe.core.sensor.model.MemberNames;
import io.glebe.core.sensor.model.Property;
import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.TimeSpan;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/** Parses the properties of an entity's body into columns; one 422 lists all violations. */
final class EntityBody {
  private static final List<String> UNIT = List.of("name", "symbol", "definition");
  private static final MemberNames OF_UNIT = MemberNames.of("a unit", UNIT);
  private static final int MAX_TREE = 200_000;
  private static final String MEASUREMENT =
      "http://www.opengis.net/def/observationType/OGC-OM/2.0/OM_Measurement";

  /** A value of a column, written as {@code sql} with {@code ?} for the parameters. */
  record Cell(String sql, List<Object> values) {
    static Cell of(@Nullable Object value, String type) {
      List<Object> one = new ArrayList<>();
      one.add(value);
      return new Cell("?::" + type, one);
    }
  }

  private final SensorEntityType type;
  private final ObjectNode body;
  private final boolean whole;
  private final String pointer;
  private final int positions;
  private final List<Violation> faults = new ArrayList<>();
  private final Map<String, Cell> cells = new LinkedHashMap<>();

  private EntityBody(
      SensorEntityType type, ObjectNode body, boolean whole, String pointer, int positions) {
    this.type = type;
    this.body = body;
    this.whole = whole;
    this.pointer = pointer;
    this.positions = positions;
  }

  /**
   * Returns the columns that the body sets.
   *
   * @param whole whether missing properties get their default; otherwise only the given ones are
   *     set
   * @param positions maximum number of positions of a geometry
   */
  static Map<String, Cell> cells(
      SensorEntityType type, ObjectNode body, boolean whole, String pointer, int positions) {
    EntityBody reading = new EntityBody(type, body, whole, pointer, positions);
    reading.read();
    if (!reading.faults.isEmpty()) {
      throw Problem.invalid(reading.faults);
    }
    return reading.cells;
  }

  /** Returns the faults of the properties of a new entity, and of the form of its relations. */
  static List<Violation> faults(
      SensorEntityType type, ObjectNode body, String pointer, int positions) {
    EntityBody reading = new EntityBody(type, body, true, pointer, positions);
    reading.read();
    return reading.faults;
  }

  private void read() {
    faults.addAll(MemberNames.of(type).misspelt(body, pointer));
    type.properties().stream().filter(Property::writable).forEach(this::property);
    type.relations().forEach(this::relation);
  }

  private void property(Property property) {
    JsonNode value = body.path(property.name());
    boolean absent = value.isMissingNode() || value.isNull();
    boolean kept = property.name().equals("observedArea"); // it follows from the observations
    if (absent && (kept || (value.isMissingNode() && !whole))) {
      return;
    }
    if (absent && property.presence() == Property.Presence.REQUIRED) {
      fault("required", property, "is required");
    } else if (absent && property.presence() == Property.Presence.DEFAULTED) {
      value(property, standard(property));
    } else if (absent) {
      nothing(property);
    } else {
      value(property, value);
    }
  }

  /** Related entities are linked after the columns are known; here only their form is checked. */
  private void relation(Relation relation) {
    JsonNode value = body.path(relation.name());
    if (!value.isMissingNode() && !(relation.many() ? value.isArray() : value.isObject())) {
      String detail = relation.many() ? " must be an array" : " must be an object";
      faults.add(Violation.at("type", pointer + "/" + relation.name(), relation.name() + detail));
    }
  }

  private void nothing(Property property) {
    cells.put(property.column(), new Cell("null", List.of()));
    if (property.kind() == Property.Kind.PLACE) {
      cells.put("bbox", new Cell("null", List.of()));
    }
  }

  private JsonNode standard(Property property) {
    return switch (property.name()) {
      case "name" -> TextNode.valueOf(type.name());
      case "description" -> TextNode.valueOf(body.path("name").asText(type.name()));
      case "encodingType" ->
          TextNode.valueOf(type.name().equals("Sensor") ? "text/plain" : "application/geo+json");
      case "metadata" -> TextNode.valueOf("");
      case "observationType" -> TextNode.valueOf(MEASUREMENT);
      case "unitOfMeasurement" ->
          Json.object().put("name", "").put("symbol", "").put("definition", "");
      case "definition" ->
          TextNode.valueOf(
              "urn:glebe:observed-property:"
                  + body.path("name")
                      .asText("")
                      .toLowerCase(Locale.ROOT)
                      .replaceAll("[^\\p{L}\\p{N}]+", "-"));
      default -> throw new IllegalStateException(property.name() + " has no default");
    };
  }

  private void value(Property property, JsonNode value) {
    switch (property.kind()) {
      case TEXT -> text(property, value);
      case JSON -> tree(property, value);
      case OBJECT -> object(property, value);
      case PLACE -> place(property, value);
      case TIME -> time(property, value);
      default -> throw new IllegalStateException(property.name() + " is read elsewhere");
    }
  }

  private void text(Property property, JsonNode value) {
    if (!value.isTextual() || value.textValue().length() > Property.MAX_TEXT) {
      fault("type", property, "must be text of at most " + Property.MAX_TEXT + " characters");
      return;
    }
    if (property.name().equals("name") && value.textValue().isBlank()) {
      fault("required", property, "must not be empty");
      return;
    }
    cells.put(property.column(), Cell.of(value.textValue(), "text"));
  }

  private void tree(Property property, JsonNode value) {
    String json = Json.write(value);
    if (json.length() > MAX_TREE) {
      fault("size", property, "may have at most " + MAX_TREE + " characters");
      return;
    }
    cells.put(property.column(), Cell.of(json, "text::jsonb"));
  }

  private void object(Property property, JsonNode value) {
    if (!(value instanceof ObjectNode given)) {
      fault("type", property, "must be an object");
      return;
    }
    if (property.name().equals("unitOfMeasurement")) {
      unit(property, given);
      return;
    }
    tree(property, given);
  }

  /** Members of a unit are texts, or null where the observed property has no unit. */
  private void unit(Property property, ObjectNode given) {
    for (String member : UNIT) {
      JsonNode value = given.path(member);
      boolean isLong = value.asText("").length() > Property.MAX_TEXT;
      if (isLong || !value.isTextual() && given.hasNonNull(member)) {
        fault(
            "type",
            property,
            member + " must be null or text of at most " + Property.MAX_TEXT + " characters");
        return;
      }
    }
    List<Violation> misspelt = OF_UNIT.misspelt(given, pointer + "/" + property.name());
    if (!misspelt.isEmpty()) {
      faults.addAll(misspelt);
      return;
    }
    tree(property, given.has("definition") ? given : given.deepCopy().put("definition", ""));
  }

  private void place(Property property, JsonNode value) {
    boolean geoJson =
        type.property("encodingType").isEmpty()
            || body.path("encodingType").asText("application/geo+json").contains("geo+json");
    Optional<String> wrong = geoJson ? LocationGeometry.fault(value, positions) : Optional.empty();
    if (wrong.isPresent()) {
      fault("geometry", property, "is no sound GeoJSON geometry: " + wrong.get());
      return;
    }
    tree(property, value);
    Optional<Geometry> geometry = geoJson ? LocationGeometry.geometry(value) : Optional.empty();
    cells.put("bbox", geometry.map(EntityBody::box).orElse(new Cell("null", List.of())));
  }

  private static Cell box(Geometry geometry) {
    Envelope box = geometry.getEnvelopeInternal();
    return new Cell(
        "box(point(?::float8, ?::float8), point(?::float8, ?::float8))",
        List.of(box.getMaxX(), box.getMaxY(), box.getMinX(), box.getMinY()));
  }

  private void time(Property property, JsonNode value) {
    Optional<java.time.Instant> instant =
        value.isTextual() ? TimeSpan.instant(value.textValue()) : Optional.empty();
    if (instant.isEmpty()) {
      fault("format", property, "must be a time with an offset");
      return;
    }
    cells.put(property.column(), Cell.of(instant.get().atOffset(ZoneOffset.UTC), "timestamptz"));
  }

  private void fault(String rule, Property property, String detail) {
    faults.add(Violation.at(rule, pointer + "/" + property.name(), property.name() + " " + detail));
  }
}
