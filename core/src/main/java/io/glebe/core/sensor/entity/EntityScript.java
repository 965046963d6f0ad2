package io.glebe.core.sensor.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.access.SensorOwner;
import io.glebe.core.sensor.access.SensorOwnerResolver;
import io.glebe.core.sensor.model.LocationGeometry;
import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.observation.DatastreamCache;
import io.glebe.core.sensor.observation.DatastreamFacts;
import io.glebe.core.sensor.observation.Observation;
import io.glebe.core.sensor.observation.ObservationBody;
import io.glebe.core.sensor.observation.ObservationRows;
import io.glebe.core.sensor.observation.ObservationWriter;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.sql.SensorAccessFilter;
import io.glebe.core.sensor.sql.SqlText;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.locationtech.jts.geom.Geometry;

/**
 * Performs one write with all its nested entities in one transaction: first the targets of single
 * relations, then the entity, then the entities that depend on it. It is used only during the
 * transaction.
 */
final class EntityScript {
  /** Maximum number of entities that one request creates. */
  static final int MAX_ENTITIES = 2_000;

  private static final Permission REMOVE = new Permission("device", Action.DELETE);

  private final Transaction tx;
  private final Caller caller;
  private final SensorOwnerResolver belonging;
  private final Instant now;
  private final List<ObservationWriter.Entry> observed = new ArrayList<>();
  private int made;

  EntityScript(Transaction tx, Caller caller, Instant now) {
    this.tx = tx;
    this.caller = caller;
    this.now = now;
    this.belonging = new SensorOwnerResolver(tx, caller);
  }

  /** Returns the stored observations with their results. */
  List<ObservationWriter.Entry> observed() {
    return observed;
  }

  /** Values that a new entity inherits from its parent. */
  record Frame(Map<String, Long> columns, Optional<SensorOwner> home, String pointer) {
    static final Frame ROOT = new Frame(Map.of(), Optional.empty(), "");
  }

  /** Creates an entity with everything in its body; returns its id. */
  long create(SensorEntityType type, ObjectNode body, Frame frame) {
    if (type.isObservation()) {
      throw Problem.invalid(
          Violation.at("nesting", frame.pointer(), "observations stand only inside a Datastream"));
    }
    if (++made > MAX_ENTITIES) {
      throw Problem.invalid(
          Violation.at("size", frame.pointer(), "more than " + MAX_ENTITIES + " entities"));
    }
    Map<String, EntityBody.Cell> cells =
        new LinkedHashMap<>(EntityBody.cells(type, body, true, frame.pointer()));
    Optional<SensorOwner> home = frame.home();
    for (Relation relation : type.relations()) {
      if (relation.link() instanceof Relation.Own own) {
        Long given = frame.columns().get(own.column());
        long id = given != null ? given : single(relation, body, frame.pointer(), home);
        cells.put(own.column(), EntityBody.Cell.of(id, "bigint"));
        if (relation.name().equals("Thing")) {
          home = Optional.of(homeOf(SensorModel.THING, id));
        }
      }
    }
    SensorOwner place =
        type.equals(SensorModel.THING)
            ? thingHome(body)
            : home.orElseGet(() -> freeHome(type, body));
    require(Action.CREATE, type, place);
    own(cells, place, type);
    var insert = RowStatements.insert(type, cells);
    long id = tx.execute(insert.sql(), insert.parameters()).iterator().next().getLong(0);
    if (type.equals(SensorModel.LOCATION)) {
      feature(id);
    }
    children(type, id, body, place, frame);
    return id;
  }

  private void require(Action action, SensorEntityType type, SensorOwner home) {
    SensorAccess.require(
        caller, new Permission(type.permission(), action), home.farm(), home.owner());
  }

  /**
   * Moving an entity to another farm removes it from its current farm, so the caller needs the
   * permission to delete it there.
   */
  private void leaving(SensorEntityType type, long id, SensorOwner target) {
    SensorOwner before = homeOf(type, id);
    if (before.farm().isPresent() && !before.farm().equals(target.farm())) {
      require(Action.DELETE, type, before);
    }
  }

  private static void own(
      Map<String, EntityBody.Cell> cells, SensorOwner home, SensorEntityType type) {
    cells.put("farm_id", EntityBody.Cell.of(home.farm().orElse(null), "uuid"));
    cells.put("owner", EntityBody.Cell.of(home.owner(), "text"));
    if (type.equals(SensorModel.THING)) {
      cells.put("field_id", EntityBody.Cell.of(home.field().orElse(null), "uuid"));
    }
  }

  private SensorOwner homeOf(SensorEntityType type, long id) {
    Row row =
        tx.first("select farm_id, owner from " + type.table() + " where id = $1", id)
            .orElseThrow(() -> Problem.notFound("there is no such " + type.name()));
    return new SensorOwner(
        Optional.ofNullable(row.getUUID("farm_id")), Optional.empty(), row.getString("owner"));
  }

  private SensorOwner thingHome(ObjectNode body) {
    Optional<Geometry> place = Optional.empty();
    for (JsonNode location : body.path("Locations")) {
      place =
          place.or(
              () ->
                  location.has("@iot.id")
                      ? tx.first(
                              "select location::text as l from sensor.location where id = $1",
                              reference(location, "/Locations"))
                          .flatMap(
                              row -> LocationGeometry.geometry(Json.stored(row.getString("l"))))
                      : LocationGeometry.geometry(location.path("location")));
    }
    return belonging.of(body.path("properties"), place);
  }

  /**
   * Determines the owner of an entity created without a parent, from its location if it has one.
   */
  private SensorOwner freeHome(SensorEntityType type, ObjectNode body) {
    JsonNode place = body.path(type.equals(SensorModel.LOCATION) ? "location" : "feature");
    return belonging.of(
        Json.object(), place.isObject() ? LocationGeometry.geometry(place) : Optional.empty());
  }

  private long single(
      Relation relation, ObjectNode body, String pointer, Optional<SensorOwner> home) {
    JsonNode value = body.path(relation.name());
    String here = pointer + "/" + relation.name();
    if (!(value instanceof ObjectNode given)) {
      throw Problem.invalid(
          Violation.at("required", here, relation.name() + " is required, by @iot.id or in full"));
    }
    SensorEntityType target = SensorModel.target(relation);
    return given.has("@iot.id")
        ? seen(target, reference(given, here), here)
        : create(target, given, new Frame(Map.of(), home, here));
  }

  /** Parses the id of a reference. */
  static long reference(JsonNode value, String pointer) {
    JsonNode id = value.path("@iot.id");
    if (id.isIntegralNumber() && id.canConvertToLong()) {
      return id.longValue();
    }
    if (id.isTextual()) {
      return ResourcePath.id(id.textValue()).getAsLong();
    }
    throw Problem.invalid(Violation.at("type", pointer + "/@iot.id", "an id is a whole number"));
  }

  /** Requires that a referenced entity exists and is visible to the caller. */
  private long seen(SensorEntityType type, long id, String pointer) {
    SqlText text = new SqlText();
    String sql =
        "select 1 from "
            + type.table()
            + " a where a.id = "
            + text.bind(id, "bigint")
            + " and "
            + new SensorAccessFilter(caller).of(type, "a", text);
    if (tx.execute(sql, text.tuple()).size() == 0) {
      throw Problem.invalid(
          Violation.at("reference", pointer, "there is no " + type.name() + " " + id));
    }
    return id;
  }

  /** Sets the feature of interest for observations that name none. */
  private void feature(long location) {
    tx.update(
        """
        with f as (
          insert into sensor.feature_of_interest
            (farm_id, owner, name, description, encoding_type, feature, bbox)
          select farm_id, owner, name, description, encoding_type, location, bbox
          from sensor.location where id = $1 returning id)
        update sensor.location set feature_id = (select id from f) where id = $1
        """,
        location);
  }

  private void children(
      SensorEntityType type, long id, ObjectNode body, SensorOwner home, Frame frame) {
    for (Relation relation : type.relations()) {
      JsonNode given = body.path(relation.name());
      if (!relation.many() || given.isMissingNode() || given.isNull()) {
        continue;
      }
      String here = frame.pointer() + "/" + relation.name();
      if (!given.isArray()) {
        throw Problem.invalid(Violation.at("type", here, relation.name() + " must be an array"));
      }
      List<Long> linked = new ArrayList<>();
      for (int i = 0; i < given.size(); i++) {
        linked.add(child(relation, id, given.get(i), home, here + "/" + i));
      }
      after(type, relation, id, linked);
    }
  }

  private long child(
      Relation relation, long parent, JsonNode given, SensorOwner home, String pointer) {
    if (!(given instanceof ObjectNode body)) {
      throw Problem.invalid(Violation.at("type", pointer, "an object is expected"));
    }
    SensorEntityType target = SensorModel.target(relation);
    return switch (relation.link()) {
      case Relation.Theirs theirs when target.isObservation() ->
          observation(parent, ObservationBody.parse(body, now));
      case Relation.Theirs theirs ->
          body.has("@iot.id")
              ? adopt(target, theirs, parent, reference(body, pointer), home, pointer)
              : create(
                  target,
                  body,
                  new Frame(
                      Map.of(theirs.column(), parent),
                      theirs.column().equals("thing_id") ? Optional.of(home) : Optional.empty(),
                      pointer));
      case Relation.Through through -> {
        long id =
            body.has("@iot.id")
                ? linkable(target, reference(body, pointer), pointer)
                : create(target, body, new Frame(Map.of(), inherited(target, home), pointer));
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
      require(Action.UPDATE, target, homeOf(target, id));
    }
    return id;
  }

  private static Optional<SensorOwner> inherited(SensorEntityType target, SensorOwner home) {
    return target.equals(SensorModel.THING) ? Optional.empty() : Optional.of(home);
  }

  private long adopt(
      SensorEntityType target,
      Relation.Theirs theirs,
      long parent,
      long id,
      SensorOwner home,
      String pointer) {
    seen(target, id, pointer);
    require(Action.UPDATE, target, homeOf(target, id));
    if (theirs.column().equals("thing_id")) {
      leaving(target, id, home);
    }
    tx.update(
        "update " + target.table() + " set " + theirs.column() + " = $1 where id = $2", parent, id);
    return id;
  }

  private void link(Relation.Through through, long mine, long theirs) {
    tx.update(
        "insert into "
            + through.table()
            + " ("
            + through.mine()
            + ", "
            + through.theirs()
            + ") values ($1, $2) on conflict do nothing",
        mine,
        theirs);
  }

  private void after(SensorEntityType type, Relation relation, long id, List<Long> linked) {
    if (type.equals(SensorModel.THING)
        && relation.name().equals("Locations")
        && !linked.isEmpty()) {
      history(id, linked);
    }
    if (type.equals(SensorModel.LOCATION) && relation.name().equals("Things")) {
      linked.forEach(thing -> moved(thing, List.of(id)));
    }
    if (type.equals(SensorModel.HISTORICAL_LOCATION) && relation.name().equals("Locations")) {
      tx.update(
          """
          with h as (select h.id, h.thing_id from sensor.historical_location h where h.id = $1
            and not exists (select 1 from sensor.historical_location x
              where x.thing_id = h.thing_id and x.time > h.time)),
          gone as (delete from sensor.thing_location tl using h
            where tl.thing_id = h.thing_id and tl.location_id <> all($2::bigint[]))
          insert into sensor.thing_location select h.thing_id, l from h, unnest($2::bigint[]) l
          on conflict do nothing
          """,
          id,
          linked.toArray(Long[]::new));
    }
  }

  /** Sets these locations as the only current ones of the thing. */
  void moved(long thing, List<Long> locations) {
    Long[] ids = locations.toArray(Long[]::new);
    tx.update(
        "delete from sensor.thing_location where thing_id = $1 and location_id <> all($2)",
        thing,
        ids);
    tx.update(
        "insert into sensor.thing_location select $1, l from unnest($2::bigint[]) l on conflict do"
            + " nothing",
        thing,
        ids);
    history(thing, locations);
    rehome(thing);
  }

  private void history(long thing, List<Long> locations) {
    tx.update(
        """
        with h as (
          insert into sensor.historical_location (farm_id, owner, time, thing_id)
          select farm_id, owner, $2, id from sensor.thing where id = $1 returning id)
        insert into sensor.historical_location_location select h.id, l from h, unnest($3::bigint[]) l
        """,
        thing,
        now.atOffset(ZoneOffset.UTC),
        locations.toArray(Long[]::new));
  }

  /** Determines the owner of a thing again, after its properties or location changed. */
  void rehome(long thing) {
    Row row =
        tx.first(
                """
                select t.owner, t.farm_id, t.field_id, coalesce(t.properties, '{}')::text as p, (
                  select l.location::text from sensor.thing_location tl
                  join sensor.location l on l.id = tl.location_id where tl.thing_id = t.id
                  and l.bbox is not null order by l.id limit 1) as place
                from sensor.thing t where t.id = $1
                """,
                thing)
            .orElseThrow();
    Optional<Geometry> place =
        Optional.ofNullable(row.getString("place"))
            .flatMap(text -> LocationGeometry.geometry(Json.stored(text)));
    Optional<UUID> before = Optional.ofNullable(row.getUUID("farm_id"));
    Optional<UUID> field = Optional.ofNullable(row.getUUID("field_id"));
    SensorOwner home =
        belonging.of(
            Json.stored(row.getString("p")),
            place,
            new SensorOwner(before, field, row.getString("owner")));
    UUID farm = home.farm().orElse(null);
    if (before.isPresent() && !before.equals(home.farm())) { // the current farm loses the thing
      SensorAccess.require(caller, REMOVE, before, row.getString("owner"));
    }
    tx.update(
        "update sensor.thing set farm_id = $2, field_id = $3 where id = $1",
        thing,
        farm,
        home.field().orElse(null));
    for (String table : List.of("datastream", "historical_location")) {
      tx.update("update sensor." + table + " set farm_id = $2 where thing_id = $1", thing, farm);
    }
    tx.update(
        """
        update sensor.location set farm_id = $2 where farm_id is null
          and id in (select location_id from sensor.thing_location where thing_id = $1)
        """,
        thing,
        farm);
    tx.update(
        """
        update sensor.feature_of_interest set farm_id = $2 where farm_id is null
          and id in (select l.feature_id from sensor.thing_location tl
            join sensor.location l on l.id = tl.location_id where tl.thing_id = $1)
        """,
        thing,
        farm);
  }

  /** Returns the datastream if the caller may add observations to it. */
  DatastreamFacts requireObserving(long datastream) {
    DatastreamFacts facts =
        DatastreamCache.facts(tx.execute(DatastreamCache.QUERY, datastream))
            .orElseThrow(DatastreamCache::missing);
    SensorAccess.require(caller, SensorAccess.CREATE_OBSERVATIONS, facts.farm(), facts.owner());
    return facts;
  }

  /** Stores an observation; returns its id, or that of an identical earlier one. */
  long observation(long datastream, Observation observation) {
    DatastreamFacts facts = requireObserving(datastream);
    ObservationWriter.Entry stored = new ObservationRows(tx).insert(facts, observation);
    observed.add(stored);
    return stored.promise().future().result().id();
  }

  /** Updates an entity: the properties in the body, or all when {@code whole}. */
  void update(SensorEntityType type, long id, ObjectNode body, boolean whole) {
    require(Action.UPDATE, type, homeOf(type, id));
    Map<String, EntityBody.Cell> cells =
        new LinkedHashMap<>(EntityBody.cells(type, body, whole, ""));
    for (Relation relation : type.relations()) {
      if (relation.link() instanceof Relation.Own own && body.path(relation.name()).isObject()) {
        long target = single(relation, body, "", Optional.of(homeOf(type, id)));
        cells.put(own.column(), EntityBody.Cell.of(target, "bigint"));
        if (relation.name().equals("Thing")) {
          SensorOwner home = homeOf(SensorModel.THING, target);
          require(Action.UPDATE, type, home);
          leaving(type, id, home);
          cells.put("farm_id", EntityBody.Cell.of(home.farm().orElse(null), "uuid"));
        } else if (relation.name().equals("Datastream")) {
          leaving(type, id, homeOf(SensorModel.DATASTREAM, target));
        }
      }
    }
    if (!cells.isEmpty()) {
      var update = RowStatements.update(type, cells, id);
      tx.execute(update.sql(), update.parameters());
    }
    ObjectNode rest = body.deepCopy();
    rest.remove("Locations");
    children(type, id, type.equals(SensorModel.THING) ? rest : body, homeOf(type, id), Frame.ROOT);
    if (type.equals(SensorModel.THING) && body.path("Locations").isArray()) {
      relocate(id, body.path("Locations"));
    } else if (type.equals(SensorModel.THING)) {
      rehome(id);
    }
    if (type.equals(SensorModel.LOCATION) && body.has("location")) {
      tx.execute("select thing_id from sensor.thing_location where location_id = $1", id)
          .forEach(row -> rehome(row.getLong(0)));
    }
  }

  private void relocate(long thing, JsonNode locations) {
    SensorOwner home = homeOf(SensorModel.THING, thing);
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < locations.size(); i++) {
      String pointer = "/Locations/" + i;
      if (!(locations.get(i) instanceof ObjectNode given)) {
        throw Problem.invalid(Violation.at("type", pointer, "an object is expected"));
      }
      ids.add(
          given.has("@iot.id")
              ? seen(SensorModel.LOCATION, reference(given, pointer), pointer)
              : create(
                  SensorModel.LOCATION, given, new Frame(Map.of(), Optional.of(home), pointer)));
    }
    moved(thing, ids);
  }

  /** Creates an entity below another one: {@code POST Things(1)/Datastreams}. */
  long createBelow(SensorEntityType parentType, long parent, Relation relation, ObjectNode body) {
    SensorOwner home =
        parentType.equals(SensorModel.THING) || relation.link() instanceof Relation.Through
            ? homeOf(parentType, parent)
            : SensorOwner.of(SensorAccess.owner(caller));
    if (relation.link() instanceof Relation.Through) {
      require(Action.UPDATE, parentType, homeOf(parentType, parent));
    }
    long id = child(relation, parent, body, home, "");
    if (parentType.equals(SensorModel.THING) && relation.name().equals("Locations")) {
      moved(parent, List.of(id));
    }
    if (parentType.equals(SensorModel.LOCATION) && relation.name().equals("Things")) {
      moved(id, List.of(parent));
    }
    return id;
  }
}
