package io.glebe.core.sensor.entity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.model.MemberNames;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.query.ResourcePath;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A thing, sensor, observed property and datastream in one body: {@code thing {name}, sensor
 * {name}, observedProperty {name}, datastream {unit {name, symbol}}}. Further members are copied
 * into the entities. All faults are found at once, with pointers into this body.
 */
public final class CompositeBody {
  private static final String UNIT = "unitOfMeasurement";
  private static final Map<String, SensorEntityType> PARTS = new LinkedHashMap<>();

  static {
    PARTS.put("thing", SensorModel.THING);
    PARTS.put("sensor", SensorModel.SENSOR);
    PARTS.put("observedProperty", SensorModel.OBSERVED_PROPERTY);
    PARTS.put("datastream", SensorModel.DATASTREAM);
  }

  private static final MemberNames NAMES =
      MemberNames.of("a composite", PARTS.keySet()).and("template");
  private static final MemberNames OF_STREAM = MemberNames.of(SensorModel.DATASTREAM).and("unit");

  private final ObjectNode body;
  private final int positions;

  /**
   * @param positions maximum number of positions of a geometry
   */
  CompositeBody(ObjectNode body, int positions) {
    this.body = body;
    this.positions = positions;
  }

  /** Ids of the created entities. */
  public record Made(long thing, long sensor, long observedProperty, long datastream) {}

  /** Creates the entities; 422 with all faults of the body. */
  Made create(SensorWrites writes) {
    ObjectNode stream = datastream();
    requireSound(stream);
    SensorEntityType type = SensorModel.DATASTREAM;
    long datastream = created(writes, ResourcePath.parse(List.of(type.set())), stream);
    Row row =
        writes
            .transaction()
            .first(
                """
                select thing_id, sensor_id, observed_property_id
                from sensor.datastream
                where id = $1
                """,
                datastream)
            .orElseThrow();
    if (!stream.path("Thing").has("@iot.id")) {
      withoutPlace(writes, row.getLong(0));
    }
    return new Made(row.getLong(0), row.getLong(1), row.getLong(2), datastream);
  }

  private long created(SensorWrites writes, ResourcePath path, ObjectNode stream) {
    try {
      return writes.create(path, stream).id();
    } catch (Problem refusal) {
      throw refusal.pointing(this::sent);
    }
  }

  /** The thing of this body needs no place, so its observations need no feature of interest. */
  static void withoutPlace(SensorWrites writes, long thing) {
    writes
        .transaction()
        .update(
            """
            update sensor.thing set feature_optional = true
            where id = $1
              and not exists (select 1 from sensor.thing_location l where l.thing_id = $1)
            """,
            thing);
  }

  /** The datastream with the other parts inside; parts that are no objects are left out. */
  private ObjectNode datastream() {
    ObjectNode stream = part("datastream").deepCopy();
    if (stream.has("unit")) {
      stream.set(UNIT, stream.remove("unit"));
    }
    if (!stream.has("name")) {
      String name = part("observedProperty").path("name").asText("");
      stream.put("name", name.isBlank() ? "Datastream" : name);
    }
    stream.set("Thing", part("thing"));
    stream.set("Sensor", part("sensor"));
    stream.set("ObservedProperty", part("observedProperty"));
    return stream;
  }

  private ObjectNode part(String name) {
    return body.path(name) instanceof ObjectNode given ? given : body.objectNode();
  }

  private void requireSound(ObjectNode stream) {
    List<Violation> faults = new ArrayList<>(NAMES.misspelt(body, ""));
    faults.addAll(OF_STREAM.misspelt(part("datastream"), "/datastream"));
    for (String name : PARTS.keySet()) {
      if (!body.path(name).isObject()) {
        faults.add(Violation.at("required", "/" + name, name + " is required, an object"));
      }
    }
    for (Violation fault : BodyFaults.of(SensorModel.DATASTREAM, stream, "", "", positions)) {
      String pointer = sent(fault.where());
      boolean covered =
          faults.stream()
              .anyMatch(f -> pointer.equals(f.where()) || pointer.startsWith(f.where() + "/"));
      if (!covered) {
        faults.add(Violation.at(fault.rule(), pointer, fault.detail()));
      }
    }
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
  }

  /** The pointer into the body that was sent, from one into the datastream. */
  private String sent(String pointer) {
    for (Map.Entry<String, SensorEntityType> part : PARTS.entrySet()) {
      String inside = "/" + part.getValue().name();
      if (pointer.startsWith(inside + "/")) {
        return "/" + part.getKey() + pointer.substring(inside.length());
      }
    }
    boolean unit = pointer.startsWith("/" + UNIT) && part("datastream").has("unit");
    return "/datastream" + (unit ? pointer.replaceFirst(UNIT, "unit") : pointer);
  }
}
