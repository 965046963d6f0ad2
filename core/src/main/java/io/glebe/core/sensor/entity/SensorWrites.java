package io.glebe.core.sensor.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.observation.Observation;
import io.glebe.core.sensor.observation.ObservationBody;
import io.glebe.core.sensor.observation.ObservationRows;
import io.glebe.core.sensor.observation.ObservationWriter;
import io.glebe.core.sensor.query.QueryOptions;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.read.Locator;
import io.glebe.core.sensor.sql.SelectSql;
import io.glebe.core.sensor.sql.SensorAccessFilter;
import io.glebe.core.thread.Awaiting;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Performs writes at paths in one transaction; each sees the results of the previous ones. It is
 * used only during the transaction and on its virtual thread.
 */
public final class SensorWrites {
  private final Transaction tx;
  private final Caller caller;
  private final Instant now;
  private final EntityScript script;
  private final Locator locator;
  private boolean datastreamChanged;

  SensorWrites(Transaction tx, Caller caller, Instant now, int positions) {
    this.tx = tx;
    this.caller = caller;
    this.now = now;
    this.script = new EntityScript(tx, caller, now, positions);
    this.locator =
        new Locator(caller, s -> tx.connection().preparedQuery(s.sql()).execute(s.parameters()));
  }

  /** Creates an entity in the collection at the path, with everything in its body. */
  public SensorEntities.Created create(ResourcePath path, ObjectNode body) {
    requireCollection(path);
    SensorEntityType type = path.type();
    long id =
        type.isObservation()
            ? observation(path, body)
            : path.steps().size() == 1
                ? script.create(type, body, EntityScript.Frame.ROOT)
                : below(path, body);
    datastreamChanged |= !type.isObservation();
    return new SensorEntities.Created(type, id);
  }

  static void requireCollection(ResourcePath path) {
    if (path.single() || !path.property().isEmpty()) {
      throw notAllowed("GET, HEAD, OPTIONS, PATCH, PUT, DELETE", "an entity is no collection");
    }
  }

  private static Problem notAllowed(String allow, String detail) {
    return Problem.of(ProblemType.METHOD_NOT_ALLOWED, detail).with("Allow", allow);
  }

  static ResourcePath above(ResourcePath path) {
    return new ResourcePath(
        path.steps().subList(0, path.steps().size() - 1), List.of(), ResourcePath.Form.PLAIN);
  }

  private long below(ResourcePath path, ObjectNode body) {
    ResourcePath parent = above(path);
    Relation via = path.steps().getLast().via().orElseThrow();
    long id = Awaiting.await(locator.findVisible(parent));
    return script.createBelow(parent.type(), id, via, body);
  }

  private long observation(ResourcePath path, ObjectNode body) {
    ObjectNode whole =
        path.steps().size() == 1
            ? body
            : within(path, Awaiting.await(locator.locate(above(path))), body);
    Observation given = ObservationBody.parse(whole, now);
    ObjectNode stream = datastream(whole);
    long id = target(SensorModel.DATASTREAM, stream);
    if (whole.path("FeatureOfInterest") instanceof ObjectNode feature) {
      given = given.about(java.util.OptionalLong.of(target(SensorModel.FEATURE, feature)));
    }
    return script.observation(id, given);
  }

  /** Returns the body of an observation that was posted below an entity. */
  static ObjectNode within(ResourcePath path, long parent, ObjectNode body) {
    ObjectNode whole = body.deepCopy();
    whole.putObject(above(path).type().name()).put("@iot.id", parent);
    return whole;
  }

  /** Returns the datastream that an observation names. */
  static ObjectNode datastream(ObjectNode observation) {
    if (observation.path("Datastream") instanceof ObjectNode stream) {
      return stream;
    }
    throw Problem.invalid(
        Violation.at("required", "/Datastream", "Datastream is required, by @iot.id or in full"));
  }

  private long target(SensorEntityType type, ObjectNode given) {
    if (!given.has("@iot.id")) {
      datastreamChanged = true;
      return script.create(type, given, EntityScript.Frame.ROOT);
    }
    long id = EntityScript.reference(given, "/" + type.name());
    return type.isDatastream()
        ? id
        : Awaiting.await(
            locator.findVisible(ResourcePath.parse(List.of(type.set() + "(" + id + ")"))));
  }

  /** Updates the entity at the path: the properties in the body, or all when {@code whole}. */
  public long update(ResourcePath path, ObjectNode body, boolean whole) {
    long id = entity(path);
    if (path.type().isObservation()) {
      changeObservation(id, body, whole);
    } else {
      requireThere(path.type(), id);
      script.update(path.type(), id, body, whole);
      datastreamChanged = true;
    }
    return id;
  }

  private long entity(ResourcePath path) {
    if (!path.single() || !path.property().isEmpty() || path.form() != ResourcePath.Form.PLAIN) {
      throw notAllowed("GET, HEAD, OPTIONS, POST", "only an entity can be changed or deleted");
    }
    return Awaiting.await(locator.locate(path));
  }

  private void requireThere(SensorEntityType type, long id) {
    if (tx.first("select 1 from " + type.table() + " where id = $1 for update", id).isEmpty()) {
      throw Problem.notFound("there is no " + type.name() + " with this id");
    }
  }

  private void changeObservation(long id, ObjectNode body, boolean whole) {
    long datastream = allowed(id, Action.UPDATE);
    ObjectNode merged = whole ? Json.object() : current(id);
    body.properties().forEach(member -> merged.set(member.getKey(), member.getValue()));
    Observation changed = ObservationBody.parse(merged, now);
    if (changed.feature().isPresent()) {
      Awaiting.await(locator.findVisible(feature(changed.feature().getAsLong())));
    }
    new ObservationRows(tx).replace(id, datastream, goal(merged, datastream), changed);
  }

  private static ResourcePath feature(long id) {
    return ResourcePath.parse(List.of("FeaturesOfInterest(" + id + ")"));
  }

  /**
   * Returns the target datastream of a changed observation: the one in the body, or its current
   * one.
   */
  private long goal(ObjectNode body, long datastream) {
    if (!(body.path("Datastream") instanceof ObjectNode stream)) {
      return datastream;
    }
    long goal = EntityScript.reference(stream, "/Datastream");
    if (goal != datastream) {
      script.requireObserving(goal);
    }
    return goal;
  }

  private ObjectNode current(long id) {
    ResourcePath path = ResourcePath.parse(List.of("Observations(" + id + ")"));
    var statement =
        new SelectSql("", new SensorAccessFilter(Caller.system()), Map.of(), Long.MAX_VALUE)
            .one(path, QueryOptions.NONE);
    JsonNode stored =
        Json.stored(
            tx.execute(statement.sql(), statement.parameters()).iterator().next().getString("j"));
    return (ObjectNode) stored;
  }

  private long allowed(long id, Action action) {
    Row row =
        tx.first(
                """
                select d.id, d.farm_id, d.owner from sensor.observation o
                join sensor.datastream d on d.id = o.datastream_id where o.id = $1
                """,
                id)
            .orElseThrow(() -> Problem.notFound("there is no Observation with this id"));
    SensorAccess.require(
        caller,
        new Permission("observation", action),
        Optional.ofNullable(row.getUUID("farm_id")),
        row.getString("owner"));
    return row.getLong("id");
  }

  /** Deletes the entity at the path and all entities that depend on it. */
  public void delete(ResourcePath path) {
    long id = entity(path);
    if (path.type().isObservation()) {
      new ObservationRows(tx).delete(id, allowed(id, Action.DELETE));
    } else {
      requireThere(path.type(), id);
      new EntityRemoval(tx, caller).remove(path.type(), id);
      datastreamChanged = true;
    }
  }

  /** Returns whether cached facts of datastreams may be outdated after the commit. */
  boolean datastreamChanged() {
    return datastreamChanged;
  }

  /** Returns the stored observations, to be published after the commit. */
  List<ObservationWriter.Entry> observed() {
    return script.observed();
  }

  Transaction tx() {
    return tx;
  }
}
