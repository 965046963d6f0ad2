package io.glebe.core.sensor.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.access.SensorOwner;
import io.glebe.core.sensor.access.SensorOwnerResolver;
import io.glebe.core.sensor.model.LocationGeometry;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The owners of entities within one transaction: reads and determines them, and checks the caller's
 * permissions for them.
 */
final class EntityOwners {
  private static final Permission REMOVE = new Permission("device", Action.DELETE);

  private final Transaction tx;
  private final Caller caller;
  private final SensorOwnerResolver resolver;

  EntityOwners(Transaction tx, Caller caller) {
    this.tx = tx;
    this.caller = caller;
    this.resolver = new SensorOwnerResolver(tx, caller);
  }

  /** Fails with 403 unless the caller may perform this action on entities of this owner. */
  void require(Action action, SensorEntityType type, SensorOwner owner) {
    SensorAccess.require(
        caller, new Permission(type.permission(), action), owner.farm(), owner.owner());
  }

  /**
   * Moving an entity to another farm removes it from its current farm, so the caller needs the
   * permission to delete it there.
   */
  void requireLeave(SensorEntityType type, long id, SensorOwner target) {
    SensorOwner before = of(type, id);
    if (before.farm().isPresent() && !before.farm().equals(target.farm())) {
      require(Action.DELETE, type, before);
    }
  }

  /** Sets the columns of the owner. */
  static void set(Map<String, EntityBody.Cell> cells, SensorOwner owner, SensorEntityType type) {
    cells.put("farm_id", EntityBody.Cell.of(owner.farm().orElse(null), "uuid"));
    cells.put("owner", EntityBody.Cell.of(owner.owner(), "text"));
    if (type.equals(SensorModel.THING)) {
      cells.put("field_id", EntityBody.Cell.of(owner.field().orElse(null), "uuid"));
    }
  }

  /** Returns the owner of an entity; 404 when it does not exist. */
  SensorOwner of(SensorEntityType type, long id) {
    Row row =
        tx.first("select farm_id, owner from " + type.table() + " where id = $1", id)
            .orElseThrow(() -> Problem.notFound("there is no " + type.name() + " with this id"));
    return new SensorOwner(
        Optional.ofNullable(row.getUUID("farm_id")), Optional.empty(), row.getString("owner"));
  }

  /**
   * Determines the owner of a new thing from its properties and its first location.
   *
   * @param parent the location in which it is created, if any
   */
  SensorOwner ofNewThing(ObjectNode body, OptionalLong parent) {
    Optional<String> place = parent.isPresent() ? stored(parent.getAsLong()) : Optional.empty();
    for (JsonNode location : body.path("Locations")) {
      place =
          place.or(
              () ->
                  location.has("@iot.id")
                      ? stored(EntityReference.id(location, "/Locations"))
                      : LocationGeometry.text(location.path("location")));
    }
    return resolver.ofThing(body.path("properties"), place);
  }

  private Optional<String> stored(long location) {
    return tx.first(
            """
            select location::text as l from sensor.location where id = $1 and bbox is not null
            """,
            location)
        .map(row -> row.getString("l"));
  }

  /**
   * Determines the owner of an entity created without a parent, from its location if it has one.
   */
  SensorOwner ofNew(SensorEntityType type, ObjectNode body) {
    JsonNode place = body.path(type.equals(SensorModel.LOCATION) ? "location" : "feature");
    return resolver.of(place.isObject() ? LocationGeometry.text(place) : Optional.empty());
  }

  /** Determines the owner of a thing again, after its properties or location changed. */
  void resolveAgain(long thing) {
    Row row =
        tx.first(
                """
                select t.owner, t.farm_id, coalesce(t.properties, '{}')::text as p, (
                  select l.location::text from sensor.thing_location tl
                  join sensor.location l on l.id = tl.location_id where tl.thing_id = t.id
                  and l.bbox is not null order by l.id limit 1) as place
                from sensor.thing t where t.id = $1
                """,
                thing)
            .orElseThrow();
    Optional<String> place = Optional.ofNullable(row.getString("place"));
    Optional<UUID> before = Optional.ofNullable(row.getUUID("farm_id"));
    SensorOwner owner =
        resolver.ofThing(
            Json.stored(row.getString("p")),
            place,
            new SensorOwner(before, Optional.empty(), row.getString("owner")));
    UUID farm = owner.farm().orElse(null);
    if (before.isPresent() && !before.equals(owner.farm())) { // the current farm loses the thing
      SensorAccess.require(caller, REMOVE, before, row.getString("owner"));
    }
    tx.update(
        "update sensor.thing set farm_id = $2, field_id = $3 where id = $1",
        thing,
        farm,
        owner.field().orElse(null));
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
}
