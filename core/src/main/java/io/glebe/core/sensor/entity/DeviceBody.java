package io.glebe.core.sensor.entity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.model.MemberNames;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.query.ResourcePath;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A device by its type: {@code template "weather-station", thing {name}}. The template gives the
 * sensor and the datastreams. All faults are found at once, with pointers into this body.
 */
public final class DeviceBody {
  private static final List<String> GIVEN = List.of("sensor", "observedProperty", "datastream");

  private static final MemberNames NAMES =
      MemberNames.of("a device", GIVEN).and("thing").and("template");

  private final ObjectNode body;
  private final int positions;

  /**
   * @param positions maximum number of positions of a geometry
   */
  DeviceBody(ObjectNode body, int positions) {
    this.body = body;
    this.positions = positions;
  }

  /** A datastream of a device. */
  public record DeviceStream(long id, String name, long observedProperty) {}

  /** Ids of the created entities; there is at least one datastream. */
  public record Device(long thing, long sensor, List<DeviceStream> datastreams) {
    public Device {
      datastreams = List.copyOf(datastreams);
    }
  }

  /** Creates the entities; 422 with all faults of the body. */
  Device create(SensorWrites writes) {
    DeviceTemplate template = requireSound();
    ObjectNode thing = body.path("thing").deepCopy();
    if (!thing.has("description")) {
      thing.put("description", template.description());
    }
    List<ObjectNode> streams = template.streams();
    ObjectNode first = streams.getFirst();
    first.set("Sensor", template.sensor()); // inside of the Thing, so that it is of the same farm
    thing.putArray("Datastreams").add(first);
    long made = thing(writes, thing);
    long sensor = sensor(writes, made);
    for (ObjectNode stream : streams.subList(1, streams.size())) {
      stream.putObject("Sensor").put("@iot.id", sensor);
      writes.create(path(SensorModel.THING.set() + "(" + made + ")", "Datastreams"), stream);
    }
    CompositeBody.withoutPlace(writes, made);
    return new Device(made, sensor, streams(writes, made));
  }

  private static long thing(SensorWrites writes, ObjectNode thing) {
    try {
      return writes.create(path(SensorModel.THING.set()), thing).id();
    } catch (Problem refusal) {
      throw refusal.pointing(pointer -> "/thing" + pointer);
    }
  }

  private static ResourcePath path(String... segments) {
    return ResourcePath.parse(List.of(segments));
  }

  private DeviceTemplate requireSound() {
    List<Violation> faults = new ArrayList<>(NAMES.misspelt(body, ""));
    Optional<DeviceTemplate> template = DeviceTemplate.named(body.path("template").asText());
    if (template.isEmpty()) {
      String names = String.join(", ", DeviceTemplate.names());
      faults.add(Violation.at("enum", "/template", "template is one of " + names));
    }
    if (body.path("thing") instanceof ObjectNode thing) {
      faults.addAll(BodyFaults.of(SensorModel.THING, thing, "", "/thing", positions));
      if (thing.has("Datastreams")) {
        faults.add(fromTemplate("/thing/Datastreams"));
      }
    } else {
      faults.add(Violation.at("required", "/thing", "thing is required, an object with a name"));
    }
    GIVEN.stream().filter(body::has).map(name -> fromTemplate("/" + name)).forEach(faults::add);
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    return template.orElseThrow();
  }

  private static Violation fromTemplate(String pointer) {
    return Violation.at("unknown", pointer, "comes from the template");
  }

  private static long sensor(SensorWrites writes, long thing) {
    return writes
        .transaction()
        .first("select sensor_id from sensor.datastream where thing_id = $1", thing)
        .orElseThrow()
        .getLong("sensor_id");
  }

  private static List<DeviceStream> streams(SensorWrites writes, long thing) {
    List<DeviceStream> streams = new ArrayList<>();
    for (Row row :
        writes
            .transaction()
            .execute(
                """
                select id, name, observed_property_id
                from sensor.datastream
                where thing_id = $1
                order by id
                """,
                thing)) {
      streams.add(
          new DeviceStream(
              row.getLong("id"), row.getString("name"), row.getLong("observed_property_id")));
    }
    return streams;
  }
}
