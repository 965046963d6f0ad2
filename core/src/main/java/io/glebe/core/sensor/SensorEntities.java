package io.glebe.core.sensor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.model.EntityType;
import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.query.QueryOptions;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.sql.SelectSql;
import io.glebe.core.sensor.sql.Sight;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Writes entities, each request in one transaction. Observations by themselves go to the writer.
 */
public final class SensorEntities {
  private final Database database;
  private final SensorQueries queries;
  private final ObservationWriter writer;
  private final DatastreamBook book;
  private final InstantSource clock;

  SensorEntities(
      Database database,
      SensorQueries queries,
      ObservationWriter writer,
      DatastreamBook book,
      InstantSource clock) {
    this.database = database;
    this.queries = queries;
    this.writer = writer;
    this.book = book;
    this.clock = clock;
  }

  /** An entity that a request has made. */
  public record Created(EntityType type, long id) {}

  /** Makes an entity in the collection at the path. */
  public Future<Created> create(Caller caller, ResourcePath path, ObjectNode body) {
    SensorAccess.requireKnown(caller);
    if (path.single() || !path.property().isEmpty()) {
      throw notAllowed("GET, HEAD, OPTIONS, PATCH, PUT, DELETE", "an entity is no collection");
    }
    EntityType type = path.type();
    if (path.steps().size() == 1) {
      return (type.isObservation() ? observation(caller, body) : entity(caller, type, body))
          .map(id -> new Created(type, id));
    }
    ResourcePath parent = above(path);
    Relation via = path.steps().getLast().via().orElseThrow();
    return queries
        .locate(caller, parent)
        .compose(id -> below(caller, parent.type(), id, via, body))
        .map(id -> new Created(type, id));
  }

  private static ResourcePath above(ResourcePath path) {
    return new ResourcePath(
        path.steps().subList(0, path.steps().size() - 1),
        java.util.List.of(),
        ResourcePath.Form.PLAIN);
  }

  private static Problem notAllowed(String allow, String detail) {
    return Problem.of(ProblemType.METHOD_NOT_ALLOWED, detail).with("Allow", allow);
  }

  private Future<Long> entity(Caller caller, EntityType type, ObjectNode body) {
    return changing(caller, script -> script.create(type, body, EntityScript.Frame.ROOT));
  }

  private Future<Long> below(
      Caller caller, EntityType parent, long id, Relation via, ObjectNode body) {
    EntityType target = SensorModel.target(via);
    if (target.isObservation()) {
      ObjectNode whole = body.deepCopy();
      whole.putObject(parent.name()).put("@iot.id", id);
      return observation(caller, whole);
    }
    return changing(caller, script -> script.createBelow(parent, id, via, body));
  }

  /** An observation; datastream and feature may come in full. */
  private Future<Long> observation(Caller caller, ObjectNode body) {
    JsonNode datastream = body.path("Datastream");
    if (!(datastream instanceof ObjectNode stream)) {
      throw Problem.invalid(
          Violation.at("required", "/Datastream", "Datastream is required, by @iot.id or in full"));
    }
    Observation given = ObservationBody.parse(body, clock.instant());
    JsonNode feature = body.path("FeatureOfInterest");
    Future<Long> into =
        stream.has("@iot.id")
            ? Future.succeededFuture(EntityScript.reference(stream, "/Datastream"))
            : entity(caller, SensorModel.DATASTREAM, stream);
    return into.compose(
        id ->
            feature(caller, feature)
                .compose(f -> writer.write(caller, id, f.isPresent() ? given.about(f) : given))
                .map(Stored::id));
  }

  private Future<OptionalLong> feature(Caller caller, JsonNode given) {
    if (!(given instanceof ObjectNode body)) {
      return Future.succeededFuture(OptionalLong.empty());
    }
    if (!body.has("@iot.id")) {
      return entity(caller, SensorModel.FEATURE, body).map(OptionalLong::of);
    }
    long id = EntityScript.reference(body, "/FeatureOfInterest");
    ResourcePath path =
        ResourcePath.parse(java.util.List.of("FeaturesOfInterest(" + id + ")", "$ref"));
    return queries
        .read(new SensorQueries.Question(caller, "", "", path, QueryOptions.NONE))
        .map(there -> OptionalLong.of(id));
  }

  /** Changes the entity at the path: what the body names, or everything when {@code whole}. */
  public Future<Long> update(Caller caller, ResourcePath path, ObjectNode body, boolean whole) {
    SensorAccess.requireKnown(caller);
    requireEntity(path);
    return queries
        .locate(caller, path)
        .compose(
            id ->
                path.type().isObservation()
                    ? changeObservation(caller, id, body, whole)
                    : changing(
                        caller,
                        script -> {
                          requireThere(script.tx(), path.type(), id);
                          script.update(path.type(), id, body, whole);
                          return id;
                        }));
  }

  private static void requireEntity(ResourcePath path) {
    if (!path.single() || !path.property().isEmpty() || path.form() != ResourcePath.Form.PLAIN) {
      throw notAllowed("GET, HEAD, OPTIONS, POST", "only an entity can be changed or deleted");
    }
  }

  private static void requireThere(Transaction tx, EntityType type, long id) {
    tx.first("select 1 from " + type.table() + " where id = $1 for update", id)
        .orElseThrow(() -> Problem.notFound("there is no such " + type.name()));
  }

  private Future<Long> changeObservation(Caller caller, long id, ObjectNode body, boolean whole) {
    return database.inTransaction(
        tx -> {
          long datastream = allowed(tx, caller, id, Action.UPDATE);
          ObjectNode merged = whole ? Json.object() : current(tx, id);
          body.properties().forEach(member -> merged.set(member.getKey(), member.getValue()));
          Observation changed = ObservationBody.parse(merged, clock.instant());
          new ObservationRows(tx).replace(id, datastream, changed);
          return id;
        });
  }

  private static ObjectNode current(Transaction tx, long id) {
    ResourcePath path = ResourcePath.parse(java.util.List.of("Observations(" + id + ")"));
    var statement =
        new SelectSql("", new Sight(Caller.system()), Map.of()).one(path, QueryOptions.NONE);
    return Json.stored(
        tx.execute(statement.sql(), statement.parameters()).iterator().next().getString("j"));
  }

  private static long allowed(Transaction tx, Caller caller, long id, Action action) {
    Row row =
        tx.first(
                """
                select d.id, d.farm_id, d.owner from sensor.observation o
                join sensor.datastream d on d.id = o.datastream_id where o.id = $1
                """,
                id)
            .orElseThrow(() -> Problem.notFound("there is no such Observation"));
    SensorAccess.require(
        caller,
        new Permission("observation", action),
        Optional.ofNullable(row.getUUID("farm_id")),
        row.getString("owner"));
    return row.getLong("id");
  }

  /** Deletes the entity at the path with everything that cannot be without it. */
  public Future<Void> delete(Caller caller, ResourcePath path) {
    SensorAccess.requireKnown(caller);
    requireEntity(path);
    EntityType type = path.type();
    return queries
        .locate(caller, path)
        .compose(
            id ->
                changing(
                    caller,
                    script -> {
                      if (type.isObservation()) {
                        long datastream = allowed(script.tx(), caller, id, Action.DELETE);
                        new ObservationRows(script.tx()).delete(id, datastream);
                      } else {
                        requireThere(script.tx(), type, id);
                        new Removal(script.tx(), caller).remove(type, id);
                      }
                      return id;
                    }))
        .mapEmpty();
  }

  private Future<Long> changing(Caller caller, Step step) {
    return database
        .inTransaction(
            tx -> {
              long id = step.run(new EntityScript(tx, caller, clock.instant()));
              Notifications.publish(tx, DatastreamBook.TOPIC, UUID.randomUUID().toString());
              return id;
            })
        .onSuccess(done -> book.forget());
  }

  /** A step of a write. */
  @FunctionalInterface
  private interface Step {
    long run(EntityScript script);
  }

  /** Ids of what the convenience call has made. */
  public record Composite(long thing, long sensor, long observedProperty, long datastream) {}

  /**
   * Makes thing, sensor, observed property and datastream at once: {@code thing {name}, sensor
   * {name}, observedProperty {name}, datastream {unit {name, symbol}}}. Members beyond those go
   * into the entities as they are.
   */
  public Future<Composite> composite(Caller caller, ObjectNode body) {
    SensorAccess.requireKnown(caller);
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
    return entity(caller, SensorModel.DATASTREAM, stream)
        .compose(
            id ->
                database.query(
                    "select id, thing_id, sensor_id, observed_property_id from sensor.datastream"
                        + " where id = $1",
                    id))
        .map(
            rows -> {
              Row row = rows.iterator().next();
              return new Composite(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(0));
            });
  }

  private static ObjectNode part(ObjectNode body, String name) {
    if (body.path(name) instanceof ObjectNode part) {
      return part;
    }
    throw Problem.invalid(Violation.at("required", "/" + name, name + " is required, an object"));
  }
}
