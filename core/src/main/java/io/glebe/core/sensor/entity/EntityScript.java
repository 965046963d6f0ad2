package io.glebe.core.sensor.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.access.SensorOwner;
import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.observation.DatastreamCache;
import io.glebe.core.sensor.observation.DatastreamInfo;
import io.glebe.core.sensor.observation.Observation;
import io.glebe.core.sensor.observation.ObservationBody;
import io.glebe.core.sensor.observation.ObservationRows;
import io.glebe.core.sensor.observation.ObservationWriter;
import io.glebe.core.sensor.sql.SensorAccessFilter;
import io.glebe.core.sensor.sql.SqlText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Performs one write with all its nested entities in one transaction: first the targets of single
 * relations, then the entity, then the entities that depend on it. Nested observations are stored
 * after all others: the place of their thing, and so their feature of interest and their farm, is
 * known only when everything is linked. It is used only during the transaction.
 */
final class EntityScript {
  /** Maximum number of entities that one request creates. */
  static final int MAX_ENTITIES = SensorModel.MAX_ENTITIES;

  private final Transaction tx;
  private final Caller caller;
  private final EntityOwners owners;
  private final ThingLocations locations;
  private final Instant now;
  private final int positions;
  private final List<ObservationWriter.Entry> observed = new ArrayList<>();
  private final List<Runnable> waiting = new ArrayList<>();
  private int made;

  EntityScript(
      Transaction tx,
      Caller caller,
      EntityOwners owners,
      ThingLocations locations,
      Instant now,
      int positions) {
    this.positions = positions;
    this.tx = tx;
    this.caller = caller;
    this.now = now;
    this.owners = owners;
    this.locations = locations;
  }

  /** Returns the stored observations with their results. */
  List<ObservationWriter.Entry> observed() {
    return observed;
  }

  /** Whether any entity but observations was created. */
  boolean hasMade() {
    return made > 0;
  }

  /**
   * Values that a new entity inherits from its parent.
   *
   * @param location the location in which a new thing will stand, if that is its parent
   */
  record Frame(
      Map<String, Long> columns,
      Optional<SensorOwner> owner,
      OptionalLong location,
      String pointer) {
    static final Frame ROOT = new Frame(Map.of(), Optional.empty(), "");

    Frame(Map<String, Long> columns, Optional<SensorOwner> owner, String pointer) {
      this(columns, owner, OptionalLong.empty(), pointer);
    }

    private static Frame ofThing(long location, String pointer) {
      return new Frame(Map.of(), Optional.empty(), OptionalLong.of(location), pointer);
    }
  }

  /** Stores the nested observations of everything that was created. */
  void finish() {
    List<Runnable> nested = List.copyOf(waiting);
    waiting.clear();
    nested.forEach(Runnable::run);
    if (!waiting.isEmpty()) {
      finish(); // their datastreams and features may contain further ones
    }
  }

  /** Creates an entity with everything in its body but observations; returns its id. */
  long create(SensorEntityType type, ObjectNode body, Frame frame) {
    if (type.isObservation()) {
      throw new IllegalStateException("observations have a form of their own");
    }
    if (++made > MAX_ENTITIES) {
      throw Problem.invalid(
          Violation.at("size", frame.pointer(), "more than " + MAX_ENTITIES + " entities"));
    }
    Map<String, EntityBody.Cell> cells =
        new LinkedHashMap<>(EntityBody.cells(type, body, true, frame.pointer(), positions));
    Optional<SensorOwner> owner = frame.owner();
    for (Relation relation : type.relations()) {
      if (relation.link() instanceof Relation.Own own) {
        Long given = frame.columns().get(own.column());
        long id = given != null ? given : single(relation, body, frame.pointer(), owner);
        cells.put(own.column(), EntityBody.Cell.of(id, "bigint"));
        if (relation.name().equals("Thing")) {
          owner = Optional.of(owners.of(SensorModel.THING, id));
        }
      }
    }
    SensorOwner place =
        type.equals(SensorModel.THING)
            ? at(frame.pointer(), () -> owners.ofNewThing(body, frame.location()))
            : owner.orElseGet(() -> owners.ofNew(type, body));
    owners.require(Action.CREATE, type, place);
    EntityOwners.set(cells, place, type);
    var insert = RowStatements.insert(type, cells);
    long id = tx.execute(insert.sql(), insert.parameters()).iterator().next().getLong(0);
    children(type, id, body, place, frame);
    return id;
  }

  /** The id of the target of a single relation, which the body names or contains. */
  long single(Relation relation, ObjectNode body, String pointer, Optional<SensorOwner> owner) {
    JsonNode value = body.path(relation.name());
    String here = pointer + "/" + relation.name();
    if (!(value instanceof ObjectNode given)) {
      throw Problem.invalid(
          Violation.at("required", here, relation.name() + " is required, by @iot.id or in full"));
    }
    SensorEntityType target = SensorModel.target(relation);
    return given.has("@iot.id")
        ? seen(target, EntityReference.id(given, here), here)
        : create(target, given, new Frame(Map.of(), owner, here));
  }

  /** Requires that a referenced entity exists and is visible to the caller. */
  long seen(SensorEntityType type, long id, String pointer) {
    SqlText text = new SqlText();
    String sql =
        """
        select 1 from %s a where a.id = %s and %s
        """
            .formatted(
                type.table(),
                text.bind(id, "bigint"),
                new SensorAccessFilter(caller).of(type, "a", text));
    if (tx.execute(sql, text.tuple()).size() == 0) {
      throw Problem.invalid(
          Violation.at("reference", pointer, "there is no " + type.name() + " " + id));
    }
    return id;
  }

  /** Creates or links the entities of the relations to many. */
  void children(SensorEntityType type, long id, ObjectNode body, SensorOwner owner, Frame frame) {
    for (Relation relation : type.relations()) {
      JsonNode given = body.path(relation.name());
      if (!relation.many() || given.isMissingNode() || given.isNull()) {
        continue;
      }
      String here = frame.pointer() + "/" + relation.name();
      if (!given.isArray()) {
        throw Problem.invalid(Violation.at("type", here, relation.name() + " must be an array"));
      }
      if (SensorModel.target(relation).isObservation()) {
        nested(relation, id, given, here);
        continue;
      }
      List<Long> linked = new ArrayList<>();
      for (int i = 0; i < given.size(); i++) {
        linked.add(child(relation, id, given.get(i), owner, here + "/" + i));
      }
      locations.linked(type, relation, id, linked);
    }
  }

  private void nested(Relation relation, long parent, JsonNode given, String pointer) {
    boolean below = relation.link().equals(new Relation.OfOther("datastream_id"));
    OptionalLong datastream = below ? OptionalLong.of(parent) : OptionalLong.empty();
    OptionalLong feature = below ? OptionalLong.empty() : OptionalLong.of(parent);
    for (int i = 0; i < given.size(); i++) {
      String here = pointer + "/" + i;
      ObjectNode body = object(given.get(i), here);
      waiting.add(() -> observation(body, datastream, feature, here));
    }
  }

  private static ObjectNode object(JsonNode given, String pointer) {
    if (given instanceof ObjectNode body) {
      return body;
    }
    throw Problem.invalid(Violation.at("type", pointer, "an object is expected"));
  }

  private long child(
      Relation relation, long parent, JsonNode given, SensorOwner owner, String pointer) {
    ObjectNode body = object(given, pointer);
    SensorEntityType target = SensorModel.target(relation);
    return switch (relation.link()) {
      case Relation.OfOther other ->
          body.has("@iot.id")
              ? adopt(target, other, parent, EntityReference.id(body, pointer), owner, pointer)
              : create(
                  target,
                  body,
                  new Frame(
                      Map.of(other.column(), parent),
                      other.column().equals("thing_id") ? Optional.of(owner) : Optional.empty(),
                      pointer));
      case Relation.Through through -> {
        long id =
            body.has("@iot.id")
                ? linkable(target, EntityReference.id(body, pointer), pointer)
                : create(target, body, linkedFrame(target, parent, owner, pointer));
        link(through, parent, id);
        yield id;
      }
      case Relation.Own own -> throw new IllegalStateException("no list: " + own);
    };
  }

  /**
   * Linking a thing to a location moves it, so the caller needs the permission to change the thing.
   */
  private long linkable(SensorEntityType target, long id, String pointer) {
    seen(target, id, pointer);
    if (target.equals(SensorModel.THING)) {
      owners.require(Action.UPDATE, target, owners.of(target, id));
    }
    return id;
  }

  private static Frame linkedFrame(
      SensorEntityType target, long parent, SensorOwner owner, String pointer) {
    return target.equals(SensorModel.THING)
        ? Frame.ofThing(parent, pointer)
        : new Frame(Map.of(), Optional.of(owner), pointer);
  }

  private long adopt(
      SensorEntityType target,
      Relation.OfOther other,
      long parent,
      long id,
      SensorOwner owner,
      String pointer) {
    seen(target, id, pointer);
    owners.require(Action.UPDATE, target, owners.of(target, id));
    if (other.column().equals("thing_id")) {
      owners.requireLeave(target, id, owner);
    }
    tx.update(
        "update " + target.table() + " set " + other.column() + " = $1 where id = $2", parent, id);
    return id;
  }

  private void link(Relation.Through through, long ownId, long other) {
    tx.update(
        """
        insert into %s (%s, %s) values ($1, $2) on conflict do nothing
        """
            .formatted(through.table(), through.ownColumn(), through.otherColumn()),
        ownId,
        other);
  }

  /** Returns the datastream if the caller may add observations to it. */
  DatastreamInfo requireObserving(long datastream) {
    DatastreamInfo observed =
        DatastreamCache.parse(tx.execute(DatastreamCache.QUERY, datastream))
            .orElseThrow(DatastreamCache::missing);
    SensorAccess.require(
        caller, SensorAccess.CREATE_OBSERVATIONS, observed.farm(), observed.owner());
    return observed;
  }

  /**
   * Stores an observation with the entities in its body; returns its id, or that of an identical
   * earlier one.
   *
   * @param datastream its datastream, if the body is below one
   * @param feature its feature of interest, if the body is below one
   */
  long observation(ObjectNode body, OptionalLong datastream, OptionalLong feature, String pointer) {
    Observation given = parsed(body, pointer);
    long stream =
        datastream.isPresent()
            ? datastream.getAsLong()
            : target(SensorModel.DATASTREAM, body.path("Datastream"), pointer + "/Datastream");
    Observation about = feature.isPresent() ? given.about(feature) : about(given, body, pointer);
    return at(pointer, () -> observation(stream, about));
  }

  private Observation parsed(ObjectNode body, String pointer) {
    return at(pointer, () -> ObservationBody.parse(body, now));
  }

  private Observation about(Observation given, ObjectNode body, String pointer) {
    return body.path("FeatureOfInterest") instanceof ObjectNode named
        ? given.about(
            OptionalLong.of(target(SensorModel.FEATURE, named, pointer + "/FeatureOfInterest")))
        : given;
  }

  /** Refusals of a step for one entity point into the whole body. */
  private static <T> T at(String pointer, Supplier<T> step) {
    try {
      return step.get();
    } catch (Problem refused) {
      throw refused.pointing(within -> pointer + within);
    }
  }

  /** The id of an entity that a body names or contains. */
  private long target(SensorEntityType type, JsonNode value, String pointer) {
    if (!(value instanceof ObjectNode given)) {
      throw Problem.invalid(
          Violation.at("required", pointer, type.name() + " is required, by @iot.id or in full"));
    }
    return given.has("@iot.id")
        ? seen(type, EntityReference.id(given, pointer), pointer)
        : create(type, given, new Frame(Map.of(), Optional.empty(), pointer));
  }

  private long observation(long datastream, Observation observation) {
    DatastreamInfo stream = requireObserving(datastream);
    ObservationWriter.Entry stored = new ObservationRows(tx).insert(stream, observation);
    observed.add(stored);
    return stored.promise().future().result().id();
  }

  /** Creates an entity below another one: {@code POST Things(1)/Datastreams}. */
  long createBelow(SensorEntityType parentType, long parent, Relation relation, ObjectNode body) {
    SensorOwner owner =
        parentType.equals(SensorModel.THING) || relation.link() instanceof Relation.Through
            ? owners.of(parentType, parent)
            : SensorOwner.of(SensorAccess.owner(caller));
    if (relation.link() instanceof Relation.Through) {
      owners.require(Action.UPDATE, parentType, owners.of(parentType, parent));
    }
    long id = child(relation, parent, body, owner, "");
    if (parentType.equals(SensorModel.THING) && relation.name().equals("Locations")) {
      locations.move(parent, List.of(id));
    } else {
      locations.linked(parentType, relation, parent, List.of(id));
    }
    return id;
  }
}
