package io.glebe.core.sensor.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.json.JsonPatch;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.model.MemberNames;
import io.glebe.core.sensor.model.Property;
import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.ResultType;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.observation.Observation;
import io.glebe.core.sensor.observation.ObservationBody;
import io.glebe.core.sensor.observation.ObservationRows;
import io.glebe.core.sensor.observation.ObservationWriter;
import io.glebe.core.sensor.query.Expr;
import io.glebe.core.sensor.query.QueryOptions;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.read.Locator;
import io.glebe.core.sensor.sql.SelectSql;
import io.glebe.core.sensor.sql.SensorAccessFilter;
import io.glebe.core.thread.Awaiting;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Performs writes at paths in one transaction; each sees the results of the previous ones. It is
 * used only during the transaction and on its virtual thread.
 */
public final class SensorWrites {
  private final Transaction tx;
  private final Caller caller;
  private final Instant now;
  private final SensorEntities.Limits limits;
  private final EntityScript script;
  private final EntityUpdate updates;
  private final Locator locator;
  private boolean datastreamChanged;

  SensorWrites(Transaction tx, Caller caller, Instant now, SensorEntities.Limits limits) {
    this.tx = tx;
    this.caller = caller;
    this.now = now;
    this.limits = limits;
    EntityOwners owners = new EntityOwners(tx, caller);
    ThingLocations locations = new ThingLocations(tx, owners, now);
    this.script = new EntityScript(tx, caller, owners, locations, now, limits.positions());
    this.updates = new EntityUpdate(tx, owners, locations, script, limits.positions());
    this.locator =
        new Locator(caller, s -> tx.connection().preparedQuery(s.sql()).execute(s.parameters()));
  }

  /** Creates an entity in the collection at the path, with everything in its body. */
  public SensorEntities.Created create(ResourcePath path, ObjectNode body) {
    requireCollection(path);
    SensorEntityType type = path.type();
    long id;
    if (type.isObservation()) {
      id = observation(path, body);
    } else if (path.steps().size() == 1) {
      BodyFaults.require(type, body, "", limits.positions());
      id = script.create(type, body, EntityScript.Frame.ROOT);
    } else {
      id = below(path, body);
    }
    script.finish();
    datastreamChanged |= !type.isObservation() || script.hasMade();
    return new SensorEntities.Created(type, id);
  }

  static void requireCollection(ResourcePath path) {
    if (path.single() || !isPlain(path)) {
      throw notAllowed(path, "this is no collection");
    }
  }

  private static boolean isPlain(ResourcePath path) {
    return path.property().isEmpty() && path.form() == ResourcePath.Form.PLAIN;
  }

  private static Problem notAllowed(ResourcePath path, String detail) {
    String allow = "GET, HEAD, OPTIONS";
    if (isPlain(path)) {
      allow = path.single() ? "DELETE, " + allow + ", PATCH, PUT" : "DELETE, " + allow + ", POST";
    }
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
    if (!body.has("@iot.id")) {
      String column = via.link() instanceof Relation.OfOther other ? other.column() : "";
      BodyFaults.require(path.type(), body, column, limits.positions());
    }
    return script.createBelow(parent.type(), id, via, body);
  }

  private long observation(ResourcePath path, ObjectNode body) {
    ObjectNode whole =
        path.steps().size() == 1
            ? body
            : within(path, Awaiting.await(locator.locate(above(path))), body);
    return script.observation(whole, OptionalLong.empty(), OptionalLong.empty(), "");
  }

  /** Returns the body of an observation that was posted below an entity. */
  static ObjectNode within(ResourcePath path, long parent, ObjectNode body) {
    String name = above(path).type().name();
    JsonNode named = body.path(name).path("@iot.id");
    if (!named.isMissingNode() && EntityReference.id(body.path(name), "/" + name) != parent) {
      throw Problem.invalid(
          Violation.at(
              "reference", "/" + name + "/@iot.id", "names another " + name + " than the path"));
    }
    ObjectNode whole = body.deepCopy();
    whole.putObject(name).put("@iot.id", parent);
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

  /** Updates the entity at the path: the properties in the body, or all when {@code whole}. */
  public long update(ResourcePath path, ObjectNode body, boolean whole) {
    long id = entity(path);
    if (path.type().isObservation()) {
      changeObservation(id, body, whole);
    } else {
      requireThere(path.type(), id);
      updates.update(path.type(), id, body, whole);
      script.finish();
      datastreamChanged = true;
    }
    return id;
  }

  /** Fails with 403 unless the caller may change the entity at the path. */
  void requireUpdate(ResourcePath path) {
    long id = entity(path);
    if (path.type().isObservation()) {
      allowed(id, Action.UPDATE);
    } else {
      updates.require(path.type(), id);
    }
  }

  /** Applies a JSON Patch (RFC 6902) to the properties of the entity at the path. */
  public long patch(ResourcePath path, JsonNode operations) {
    long id = entity(path);
    if (path.type().isObservation()) {
      held(id, Action.UPDATE);
    } else {
      requireThere(path.type(), id);
    }
    ObjectNode before = current(path.type(), id);
    JsonNode after = JsonPatch.apply(operations, before, limits.operations());
    requireNamed(path.type(), after);
    ObjectNode change = Json.object();
    for (Property property : path.type().properties()) {
      JsonNode value = after.path(property.name());
      if (property.writable() && !value.equals(before.path(property.name()))) {
        change.set(property.name(), value.isMissingNode() ? NullNode.getInstance() : value);
      }
    }
    return update(path, change, false);
  }

  private static void requireNamed(SensorEntityType type, JsonNode after) {
    List<Violation> faults =
        after instanceof ObjectNode entity
            ? MemberNames.of(type).misspelt(entity, "")
            : List.of(Violation.at("type", "", "an entity stays an object"));
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
  }

  private long entity(ResourcePath path) {
    if (!path.single() || !isPlain(path)) {
      throw notAllowed(path, "only an entity can be changed or deleted");
    }
    return Awaiting.await(locator.locate(path));
  }

  /** Locks the entity; before a Thing, its farm's fields, as those do who draw one. */
  private void requireThere(SensorEntityType type, long id) {
    if (type.equals(SensorModel.THING)) {
      tx.execute(
          """
          select sensor.lock_fields(farm_id, false) from sensor.thing
          where id = $1 and farm_id is not null
          """,
          id);
    }
    if (tx.first("select 1 from " + type.table() + " where id = $1 for update", id).isEmpty()) {
      throw Problem.notFound("there is no " + type.name() + " with this id");
    }
  }

  private void changeObservation(long id, ObjectNode body, boolean whole) {
    EntityUpdate.requireLinks(SensorModel.OBSERVATION, body);
    long datastream = held(id, Action.UPDATE);
    ObjectNode merged = whole ? Json.object() : current(SensorModel.OBSERVATION, id);
    body.properties().forEach(member -> merged.set(member.getKey(), member.getValue()));
    Observation changed = ObservationBody.parse(merged, now);
    if (changed.feature().isPresent()) {
      Awaiting.await(locator.findVisible(feature(changed.feature().getAsLong())));
    }
    long goal = goal(merged, datastream);
    ObservationRows rows = new ObservationRows(tx);
    rows.hold(goal);
    resultType(goal).require(changed.result());
    rows.replace(id, datastream, goal, changed);
  }

  private ResultType resultType(long datastream) {
    return tx.first("select observation_type from sensor.datastream where id = $1", datastream)
        .map(row -> ResultType.of(row.getString(0)))
        .orElse(ResultType.ANY);
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
    long goal = EntityReference.id(stream, "/Datastream");
    if (goal != datastream) {
      script.requireObserving(goal);
    }
    return goal;
  }

  /** The properties of an entity, without its links. */
  private ObjectNode current(SensorEntityType type, long id) {
    ResourcePath path = ResourcePath.parse(List.of(type.set() + "(" + id + ")"));
    var statement =
        new SelectSql("", new SensorAccessFilter(Caller.system()), Map.of(), Long.MAX_VALUE)
            .one(path, QueryOptions.NONE);
    String stored =
        tx.execute(statement.sql(), statement.parameters()).iterator().next().getString("j");
    ObjectNode shown = Json.stored(stored);
    type.relations().forEach(r -> shown.remove(r.name() + "@iot.navigationLink"));
    shown.remove(List.of("@iot.id", "@iot.selfLink"));
    return shown;
  }

  /**
   * Returns the datastream of an observation that the caller may write. It is locked, before the
   * observation itself: whoever writes an observation takes the locks in this order.
   */
  private long held(long id, Action action) {
    ObservationRows rows = new ObservationRows(tx);
    long datastream = allowed(id, action);
    rows.hold(datastream);
    for (long now = allowed(id, action); now != datastream; now = allowed(id, action)) {
      datastream = now; // the observation was moved meanwhile
      rows.hold(datastream);
    }
    return datastream;
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

  /**
   * Deletes the entities of a collection that pass the filter; returns their number.
   *
   * @param passed ids that passed each spatial test of the filter
   */
  public int delete(ResourcePath path, QueryOptions options, Map<Expr, Long[]> passed) {
    requireCollection(path);
    if (options.filter().isEmpty() || options.raw().size() > 1) {
      throw Problem.malformedParameter(
          "$filter", "is required to delete from a collection, without other options");
    }
    var statement =
        new SelectSql("", new SensorAccessFilter(caller), passed, Long.MAX_VALUE)
            .ids(path, options, limits.removals() + 1);
    List<Long> ids = new ArrayList<>();
    tx.execute(statement.sql(), statement.parameters()).forEach(row -> ids.add(row.getLong(0)));
    new EntityRemoval(tx, caller).removeAll(path.type(), ids, limits.removals());
    datastreamChanged |= !path.type().isObservation();
    return ids.size();
  }

  /** Deletes the entity at the path and all entities that depend on it. */
  public void delete(ResourcePath path) {
    long id = entity(path);
    if (path.type().isObservation()) {
      new ObservationRows(tx).delete(id, held(id, Action.DELETE));
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

  /**
   * Creates a thing, sensor, observed property and datastream, see {@link CompositeBody}; those
   * that the body names by {@code @iot.id} are linked.
   */
  public CompositeBody.Made composite(ObjectNode body) {
    return new CompositeBody(body, limits.positions()).create(this);
  }

  /** Returns the transaction of these writes. */
  public Transaction transaction() {
    return tx;
  }

  /** Returns the caller with the rights that count in this transaction. */
  public Caller caller() {
    return caller;
  }
}
