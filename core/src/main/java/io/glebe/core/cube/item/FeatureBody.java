package io.glebe.core.cube.item;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.geo.GeometryCheck;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.time.TimeInterval;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.locationtech.jts.geom.Geometry;

/** Validates a GeoJSON feature and converts it to an {@link Item}; 422 lists all violations. */
public final class FeatureBody {
  /** Maximum number of properties of a feature. */
  public static final int MAX_PROPERTIES = 500;

  private static final Pattern ID = Pattern.compile("[^\\p{Cntrl}/?#]{1,200}");
  private static final Set<String> TYPES =
      Set.of("Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon");

  private final JsonNode body;
  private final String pointer;
  private final int positions;
  private final List<Violation> faults = new ArrayList<>();

  private FeatureBody(JsonNode body, String pointer, int positions) {
    this.body = body;
    this.pointer = pointer;
    this.positions = positions;
  }

  /**
   * Parses the feature. A feature without an id gets a new one.
   *
   * @param pointer JSON Pointer of the feature in the body; empty for the whole body
   * @param positions maximum number of positions of its geometry
   */
  public static Item parse(JsonNode body, String pointer, int positions) {
    return new FeatureBody(body, pointer, positions).item();
  }

  private Item item() {
    if (!body.isObject() || !body.path("type").asText("").equals("Feature")) {
      throw Problem.invalid(
          Violation.at(
              "feature", pointer + "/type", "a GeoJSON object of type Feature is expected"));
    }
    String id = id();
    Optional<ObjectNode> geometry = geometry();
    ObjectNode properties = properties();
    Optional<Instant> from = time(properties, "start_datetime", false);
    Optional<Instant> to = time(properties, "end_datetime", true);
    if (from.isEmpty() && to.isEmpty()) {
      from = time(properties, "datetime", false);
      to = time(properties, "datetime", true);
    }
    if (from.isPresent() && to.isPresent() && from.get().isAfter(to.get())) {
      fault("/properties/end_datetime", "the time ends before it begins");
    }
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    Optional<Geometry> shape = geometry.map(GeoJson::toGeometry);
    return new Item(
        id,
        geometry.map(Json::write),
        shape.map(Geometry::getEnvelopeInternal),
        shape.map(at -> at.getArea() > 0 ? at.getArea() : at.getLength()).orElse(0.0),
        properties,
        from,
        to);
  }

  private String id() {
    JsonNode id = body.path("id");
    if (id.isMissingNode() || id.isNull()) {
      return UUID.randomUUID().toString();
    }
    String text = id.asText("");
    if (!(id.isTextual() || id.isIntegralNumber()) || !ID.matcher(text).matches()) {
      fault("/id", "an id is a whole number or a text of 1 to 200 characters without / ? #");
    }
    return text;
  }

  private Optional<ObjectNode> geometry() {
    JsonNode geometry = body.path("geometry");
    if (geometry.isMissingNode() || geometry.isNull()) {
      return Optional.empty();
    }
    var found = GeometryCheck.faults(geometry, TYPES, positions);
    found.forEach(fault -> fault("/geometry" + fault.pointer(), fault.detail()));
    return found.isEmpty() ? Optional.of(GeoJson.rightHanded(geometry)) : Optional.empty();
  }

  private ObjectNode properties() {
    JsonNode properties = body.path("properties");
    if (properties.isMissingNode() || properties.isNull()) {
      return Json.object();
    }
    if (!(properties instanceof ObjectNode object)) {
      fault("/properties", "properties is an object or null");
      return Json.object();
    }
    if (object.size() > MAX_PROPERTIES) {
      fault("/properties", "a feature has at most " + MAX_PROPERTIES + " properties");
    }
    return object;
  }

  private Optional<Instant> time(ObjectNode properties, String name, boolean end) {
    JsonNode value = properties.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    String text = value.asText("");
    Optional<TimeInterval> time = TimeInterval.parse(text, ChronoUnit.MICROS);
    if (time.isEmpty()) {
      fault(
          "/properties/" + name,
          "'" + text + "' is not a time such as 2026-05-01 or 2026-05-01T10:00:00Z");
    }
    return time.flatMap(end ? TimeInterval::until : TimeInterval::from)
        .map(instant -> instant.truncatedTo(ChronoUnit.MICROS));
  }

  private void fault(String place, String detail) {
    faults.add(Violation.at("feature", pointer + place, detail));
  }
}
