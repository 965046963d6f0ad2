package io.glebe.core.sensor.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.OutdatedCaller;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.observation.DatastreamCache;
import io.glebe.core.sensor.observation.Observation;
import io.glebe.core.sensor.observation.ObservationBody;
import io.glebe.core.sensor.observation.ObservationWriter;
import io.glebe.core.sensor.observation.StoredResult;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.read.SensorQueries;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Function;

/**
 * Writes entities, each request in one transaction. Single observations go to the writer, which
 * commits many of them together.
 */
public final class SensorEntities {
  private final Database database;
  private final SensorQueries queries;
  private final ObservationWriter writer;
  private final DatastreamCache datastreams;
  private final InstantSource clock;
  private final int positions;

  /**
   * @param positions maximum number of positions of a geometry
   */
  public SensorEntities(
      Database database,
      SensorQueries queries,
      ObservationWriter writer,
      DatastreamCache datastreams,
      InstantSource clock,
      int positions) {
    this.database = database;
    this.queries = queries;
    this.writer = writer;
    this.datastreams = datastreams;
    this.clock = clock;
    this.positions = positions;
  }

  /** An entity that a request created. */
  public record Created(SensorEntityType type, long id) {}

  /** Creates an entity in the collection at the path. */
  public Future<Created> create(Caller caller, ResourcePath path, ObjectNode body) {
    SensorAccess.requireKnown(caller);
    SensorWrites.requireCollection(path);
    if (!path.type().isObservation()
        || inline(body, "Datastream")
        || inline(body, "FeatureOfInterest")) {
      return inTransaction(caller, writes -> writes.create(path, body));
    }
    return (path.steps().size() == 1
            ? Future.succeededFuture(body)
            : queries
                .locate(caller, SensorWrites.above(path))
                .map(parent -> SensorWrites.within(path, parent, body)))
        .compose(whole -> observation(caller, whole))
        .map(id -> new Created(path.type(), id));
  }

  private static boolean inline(ObjectNode body, String name) {
    return body.path(name).isObject() && !body.path(name).has("@iot.id");
  }

  /** Stores an observation of existing entities. */
  private Future<Long> observation(Caller caller, ObjectNode body) {
    Observation given = ObservationBody.parse(body, clock.instant());
    long datastream = EntityScript.reference(SensorWrites.datastream(body), "/Datastream");
    return writer.write(caller, datastream, about(given, body)).map(StoredResult::id);
  }

  private static Observation about(Observation given, ObjectNode body) {
    JsonNode feature = body.path("FeatureOfInterest");
    return feature.isObject()
        ? given.about(OptionalLong.of(EntityScript.reference(feature, "/FeatureOfInterest")))
        : given;
  }

  /** Updates the entity at the path: the properties in the body, or all when {@code whole}. */
  public Future<Long> update(Caller caller, ResourcePath path, ObjectNode body, boolean whole) {
    return inTransaction(caller, writes -> writes.update(path, body, whole));
  }

  /** Deletes the entity at the path and all entities that depend on it. */
  public Future<Void> delete(Caller caller, ResourcePath path) {
    return inTransaction(
        caller,
        writes -> {
          writes.delete(path);
          return null;
        });
  }

  /**
   * Runs several writes in one transaction: all succeed, or none when the script throws. The script
   * may run again after a serialization failure or when the caller's permissions changed, so it
   * must not keep state of an earlier run.
   */
  public <T> Future<T> inTransaction(Caller caller, Function<SensorWrites, T> script) {
    SensorAccess.requireKnown(caller);
    return OutdatedCaller.repeating(() -> caller.now().compose(now -> once(now, script)));
  }

  private <T> Future<T> once(Caller caller, Function<SensorWrites, T> script) {
    SensorAccess.requireKnown(caller);
    return database
        .inTransaction(
            tx -> {
              caller.requireCurrent();
              SensorWrites writes = new SensorWrites(tx, caller, clock.instant(), positions);
              T result = script.apply(writes);
              caller.requireCurrent();
              if (writes.datastreamChanged()) {
                Notifications.publish(tx, DatastreamCache.TOPIC, UUID.randomUUID().toString());
              }
              return new Executed<>(writes, result);
            })
        .map(this::result);
  }

  private record Executed<T>(SensorWrites writes, T result) {}

  private <T> T result(Executed<T> written) {
    if (written.writes().datastreamChanged()) {
      datastreams.forget();
    }
    writer.announce(written.writes().observed());
    return written.result();
  }

  /** Ids of the entities that {@link #composite} created. */
  public record Composite(long thing, long sensor, long observedProperty, long datastream) {}

  /**
   * Creates a thing, sensor, observed property and datastream in one call: {@code thing {name},
   * sensor {name}, observedProperty {name}, datastream {unit {name, symbol}}}. Further members are
   * copied into the entities.
   */
  public Future<Composite> composite(Caller caller, ObjectNode body) {
    ObjectNode stream = part(body, "datastream").deepCopy();
    ObjectNode observed = part(body, "observedProperty");
    if (stream.has("unit")) {
      stream.set("unitOfMeasurement", stream.remove("unit"));
    }
    if (!stream.has("name")) {
      stream.put("name", observed.path("name").asText("Datastream"));
    }
    stream.set("Thing", part(body, "thing"));
    stream.set("Sensor", part(body, "sensor"));
    stream.set("ObservedProperty", observed);
    ResourcePath datastreams = ResourcePath.parse(List.of(SensorModel.DATASTREAM.set()));
    return inTransaction(
        caller, writes -> composite(writes, writes.create(datastreams, stream).id()));
  }

  private static Composite composite(SensorWrites writes, long datastream) {
    Row row =
        writes
            .tx()
            .first(
                """
                select thing_id, sensor_id, observed_property_id
                from sensor.datastream
                where id = $1
                """,
                datastream)
            .orElseThrow();
    return new Composite(row.getLong(0), row.getLong(1), row.getLong(2), datastream);
  }

  private static ObjectNode part(ObjectNode body, String name) {
    if (body.path(name) instanceof ObjectNode part) {
      return part;
    }
    throw Problem.invalid(Violation.at("required", "/" + name, name + " is required, an object"));
  }
}
