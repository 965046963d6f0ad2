package io.glebe.core.sensor.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Action;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.access.SensorOwner;
import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.observation.ObservationRows;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Updates an entity within one transaction: its properties, and its links to existing entities. An
 * update creates no related entities.
 */
final class EntityUpdate {
  private final Transaction tx;
  private final EntityOwners owners;
  private final ThingLocations locations;
  private final EntityScript script;
  private final int positions;

  EntityUpdate(
      Transaction tx,
      EntityOwners owners,
      ThingLocations locations,
      EntityScript script,
      int positions) {
    this.tx = tx;
    this.owners = owners;
    this.locations = locations;
    this.script = script;
    this.positions = positions;
  }

  /** Fails with 403 unless the caller may change the entity. */
  void require(SensorEntityType type, long id) {
    owners.require(Action.UPDATE, type, owners.of(type, id));
  }

  /** Updates an entity: the properties in the body, or all when {@code whole}. */
  void update(SensorEntityType type, long id, ObjectNode body, boolean whole) {
    require(type, id);
    requireLinks(type, body);
    withoutField(type, id, body);
    Map<String, EntityBody.Cell> cells =
        new LinkedHashMap<>(EntityBody.cells(type, body, whole, "", positions));
    for (Relation relation : type.relations()) {
      if (relation.link() instanceof Relation.Own own && body.path(relation.name()).isObject()) {
        cells.putAll(linked(type, id, body, relation, own));
      }
    }
    if (!cells.isEmpty()) {
      var update = RowStatements.update(type, cells, id);
      tx.execute(update.sql(), update.parameters());
    }
    ObjectNode rest = body.deepCopy();
    if (type.equals(SensorModel.THING)) {
      rest.remove("Locations");
    }
    script.children(type, id, rest, owners.of(type, id), EntityScript.Frame.ROOT);
    after(type, id, body);
  }

  /** Fails with 422 for a related entity that is not named by its id. */
  static void requireLinks(SensorEntityType type, ObjectNode body) {
    List<Violation> faults = new ArrayList<>();
    for (Relation relation : type.relations()) {
      JsonNode given = body.path(relation.name());
      String pointer = "/" + relation.name();
      for (int i = 0; given.isArray() && i < given.size(); i++) {
        requireLink(given.get(i), pointer + "/" + i, faults);
      }
      if (given.isObject()) {
        requireLink(given, pointer, faults);
      }
    }
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
  }

  private static void requireLink(JsonNode given, String pointer, List<Violation> faults) {
    if (!given.isObject()) {
      faults.add(Violation.at("type", pointer, "an object is expected"));
    } else if (!given.has("@iot.id")) {
      faults.add(
          Violation.at(
              "nesting", pointer, "an update links existing entities by @iot.id, it creates none"));
    }
  }

  /**
   * A field that was only derived from the place is not stored when a client sends back the
   * properties that it has read.
   */
  private void withoutField(SensorEntityType type, long id, ObjectNode body) {
    if (!(body.path("properties") instanceof ObjectNode properties)
        || !properties.has("fieldId")
        || !(type.equals(SensorModel.THING) || type.equals(SensorModel.DATASTREAM))) {
      return;
    }
    Optional<Row> derived =
        tx.first(
            """
            select t.field_id::text from sensor.thing t
            where not coalesce(t.properties, '{}') ? 'fieldId' and t.id = %s
            """
                .formatted(
                    type.equals(SensorModel.THING)
                        ? "$1"
                        : "(select thing_id from sensor.datastream where id = $1)"),
            id);
    boolean same =
        derived.isPresent() && properties.path("fieldId").asText("").equals(field(derived.get()));
    if (same) {
      properties.remove("fieldId");
    }
  }

  private static String field(Row row) {
    return String.valueOf(row.getString(0));
  }

  private Map<String, EntityBody.Cell> linked(
      SensorEntityType type, long id, ObjectNode body, Relation relation, Relation.Own own) {
    Map<String, EntityBody.Cell> cells = new LinkedHashMap<>();
    long target = script.single(relation, body, "", Optional.of(owners.of(type, id)));
    cells.put(own.column(), EntityBody.Cell.of(target, "bigint"));
    if (relation.name().equals("Thing")) {
      SensorOwner owner = owners.of(SensorModel.THING, target);
      owners.require(Action.UPDATE, type, owner);
      owners.requireLeave(type, id, owner);
      cells.put("farm_id", EntityBody.Cell.of(owner.farm().orElse(null), "uuid"));
    } else if (relation.name().equals("Datastream")) {
      owners.requireLeave(type, id, owners.of(SensorModel.DATASTREAM, target));
    }
    return cells;
  }

  private void after(SensorEntityType type, long id, ObjectNode body) {
    if (type.equals(SensorModel.THING) && body.path("Locations").isArray()) {
      relocate(id, body.path("Locations"));
    } else if (type.equals(SensorModel.THING)) {
      owners.resolveAgain(id);
    }
    if (type.equals(SensorModel.LOCATION) && body.has("location")) {
      // observations from now on get a feature of the new place
      tx.update("update sensor.location set feature_id = null where id = $1", id);
      tx.execute(
              """
              select thing_id from sensor.thing_location where location_id = $1 order by thing_id
              """,
              id)
          .forEach(row -> owners.resolveAgain(row.getLong(0)));
    }
    if (type.equals(SensorModel.FEATURE) && body.has("feature")) {
      new ObservationRows(tx).moved(id);
    }
  }

  private void relocate(long thing, JsonNode links) {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < links.size(); i++) {
      String pointer = "/Locations/" + i;
      ids.add(
          script.seen(SensorModel.LOCATION, EntityReference.id(links.get(i), pointer), pointer));
    }
    locations.move(thing, ids);
  }
}
