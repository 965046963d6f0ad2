package io.glebe.core.sensor.entity;

import io.glebe.core.database.Transaction;
import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** Maintains the current and historical locations of things within one transaction. */
final class ThingLocations {
  private final Transaction tx;
  private final EntityOwners owners;
  private final Instant now;

  ThingLocations(Transaction tx, EntityOwners owners, Instant now) {
    this.tx = tx;
    this.owners = owners;
    this.now = now;
  }

  /** Updates locations after a relation of an entity was linked to these targets. */
  void linked(SensorEntityType type, Relation relation, long id, List<Long> linked) {
    if (type.equals(SensorModel.THING)
        && relation.name().equals("Locations")
        && !linked.isEmpty()) {
      history(id, linked);
    }
    if (type.equals(SensorModel.LOCATION) && relation.name().equals("Things")) {
      linked.forEach(thing -> move(thing, List.of(id)));
    }
    if (type.equals(SensorModel.HISTORICAL_LOCATION) && relation.name().equals("Locations")) {
      become(id);
    }
    if (type.equals(SensorModel.LOCATION) && relation.name().equals("HistoricalLocations")) {
      linked.forEach(this::become);
    }
  }

  /** The newest historical location of a thing tells where it is now. */
  private void become(long historical) {
    tx.first(
            """
            select h.thing_id from sensor.historical_location h where h.id = $1
              and not exists (select 1 from sensor.historical_location x
                where x.thing_id = h.thing_id and x.time > h.time)
            """,
            historical)
        .ifPresent(
            row -> {
              tx.update(
                  """
                  with l as (select location_id from sensor.historical_location_location
                    where historical_location_id = $1),
                  gone as (delete from sensor.thing_location
                    where thing_id = $2 and location_id not in (select location_id from l))
                  insert into sensor.thing_location select $2, location_id from l
                  on conflict do nothing
                  """,
                  historical,
                  row.getLong(0));
              owners.resolveAgain(row.getLong(0));
            });
  }

  /** Sets these locations as the only current ones of the thing. */
  void move(long thing, List<Long> locations) {
    Long[] ids = locations.toArray(Long[]::new);
    tx.update(
        "delete from sensor.thing_location where thing_id = $1 and location_id <> all($2)",
        thing,
        ids);
    tx.update(
        """
        insert into sensor.thing_location
        select $1, l
        from unnest($2::bigint[]) l
        on conflict do nothing
        """,
        thing,
        ids);
    history(thing, locations);
    owners.resolveAgain(thing);
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
}
