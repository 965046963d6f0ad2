package io.glebe.core.sensor.entity;

import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.observation.ObservationRows;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Deletes an entity and all entities that the standard deletes with it. */
final class EntityRemoval {
  private final Transaction tx;
  private final Caller caller;
  private final ObservationRows observations;

  EntityRemoval(Transaction tx, Caller caller) {
    this.tx = tx;
    this.caller = caller;
    this.observations = new ObservationRows(tx);
  }

  /**
   * Deletes several entities; those that went with an earlier one are left out.
   *
   * @param most ids; 413 for more
   */
  void removeAll(SensorEntityType type, List<Long> ids, int most) {
    if (ids.size() > most) {
      throw Problem.of(
          ProblemType.OVER_BUDGET,
          "the filter matches more than " + most + " entities; delete fewer at once");
    }
    if (type.isObservation()) {
      removeObservations(ids.toArray(Long[]::new));
    } else {
      ids.forEach(id -> remove(type, id));
    }
  }

  private void removeObservations(Long[] ids) {
    Tuple wanted = Tuple.tuple().addValue(ids);
    var streams =
        tx.execute(
            """
            select d.id, d.farm_id, d.owner from sensor.datastream d
            where d.id in (select datastream_id from sensor.observation where id = any($1))
            order by d.id for update
            """,
            wanted);
    requireObservations(streams);
    tx.execute("delete from sensor.observation where id = any($1)", wanted);
    streams.forEach(row -> observations.refresh(row.getLong("id")));
  }

  private void requireObservations(RowSet<Row> streams) {
    for (Row row : streams) {
      SensorAccess.require(
          caller,
          new Permission("observation", Action.DELETE),
          Optional.ofNullable(row.getUUID("farm_id")),
          row.getString("owner"));
    }
  }

  void remove(SensorEntityType type, long id) {
    require(type.permission(), type.table(), "id = $1", id);
    if (type.equals(SensorModel.FEATURE)) {
      feature(id);
    } else if (type.equals(SensorModel.LOCATION)) {
      location(id);
    } else if (!type.equals(SensorModel.HISTORICAL_LOCATION)) {
      Long[] datastreams = observations.datastreamsOf(type, id);
      require("device", "sensor.datastream", "id = any($1)", (Object) datastreams);
      observations.deleteOf(datastreams);
    }
    List<Row> moved = type.equals(SensorModel.LOCATION) ? thingsAt(id) : List.of();
    tx.update("delete from " + type.table() + " where id = $1", id);
    for (Row thing : moved) {
      UUID farm = thing.getUUID("farm_id");
      tx.execute("select sensor.lock_fields($1, false)", farm);
      tx.execute("select sensor.set_fields($1, array[$2::bigint])", farm, thing.getLong("id"));
    }
  }

  private List<Row> thingsAt(long location) {
    List<Row> things = new ArrayList<>();
    tx.execute(
            """
            select t.id, t.farm_id from sensor.thing t
            join sensor.thing_location tl on tl.thing_id = t.id
            where tl.location_id = $1 and t.farm_id is not null order by t.id
            """,
            location)
        .forEach(things::add);
    return things;
  }

  private void require(String entity, String table, String where, Object parameter) {
    Permission permission = new Permission(entity, Action.DELETE);
    tx.execute(
            "select distinct farm_id, owner from " + table + " where " + where,
            Tuple.tuple().addValue(parameter))
        .forEach(
            row ->
                SensorAccess.require(
                    caller,
                    permission,
                    Optional.ofNullable(row.getUUID("farm_id")),
                    row.getString("owner")));
  }

  private void feature(long id) {
    Tuple one = Tuple.of(id);
    var streams =
        tx.execute(
            """
            select d.id, d.farm_id, d.owner from sensor.datastream d
            where d.id in (select datastream_id from sensor.observation where feature_id = $1)
            order by d.id for update
            """,
            one);
    requireObservations(streams);
    tx.execute("delete from sensor.observation where feature_id = $1", one);
    streams.forEach(row -> observations.refresh(row.getLong("id")));
  }

  private void location(long id) {
    tx.update(
        """
        delete from sensor.historical_location where id in (
          select historical_location_id from sensor.historical_location_location
          where location_id = $1)
        """,
        id);
  }
}
