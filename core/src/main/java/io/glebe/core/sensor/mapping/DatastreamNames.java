package io.glebe.core.sensor.mapping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.observation.DatastreamCache;
import io.glebe.core.sensor.observation.DatastreamInfo;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds the Datastreams that an account means by names, in one transaction. A name stays with the
 * Datastream to which it has led first, also when that is renamed. Only Things of the farm of the
 * template count, or of the account itself without one: nobody can draw the messages of an account
 * to himself by giving a Thing the same name elsewhere.
 */
final class DatastreamNames {
  private static final Permission SET_UP = new Permission("device", Action.CREATE);
  private static final Permission SEE = new Permission("device", Action.READ);

  private final Transaction tx;
  private final Caller caller;
  private final int limit;

  /**
   * @param caller the account
   * @param limit names of an account
   */
  DatastreamNames(Transaction tx, Caller caller, int limit) {
    this.tx = tx;
    this.caller = caller;
    this.limit = limit;
  }

  /** What a name leads to. */
  sealed interface Target {}

  /** A Datastream that exists. */
  record Existing(DatastreamInfo datastream, boolean isBound) implements Target {}

  /** One that is to be created, on a Thing that exists or is created too. */
  record Missing(OptionalLong thing) implements Target {}

  /**
   * The Datastream of a value. Fails with 403 without the rights that storing or creating needs or
   * beyond the limit, 404 when it does not exist and is not to be created, 409 when several have
   * the name, 422 for a result that it cannot have.
   */
  Target find(MappedValue value) {
    Optional<Long> bound = bound(value.name());
    if (bound.isPresent()) {
      return new Existing(checked(bound.get(), value), true);
    }
    require(SensorAccess.CREATE_OBSERVATIONS, value);
    RowSet<Row> named =
        tx.execute(
            """
            select d.id from sensor.datastream d join sensor.thing t on t.id = d.thing_id
            where t.name = $1 and d.name = $2
              and (d.farm_id = $3 or $3::uuid is null and d.farm_id is null and d.owner = $4)
            order by d.id limit 2
            """,
            value.thing(),
            value.datastream(),
            farm(value),
            caller.subject());
    if (named.size() > 1) {
      throw Problem.conflict(
          "several Datastreams %s of Things %s exist".formatted(value.datastream(), value.thing()));
    }
    if (named.size() == 1) {
      requireSpace();
      return new Existing(checked(named.iterator().next().getLong(0), value), false);
    }
    return missing(value);
  }

  private Target missing(MappedValue value) {
    if (!value.template().create()) {
      throw Problem.notFound(
          "there is no Datastream %s of a Thing %s, and the mapping does not create it"
              .formatted(value.datastream(), value.thing()));
    }
    requireResult(value);
    requireSpace();
    require(SET_UP, value);
    RowSet<Row> things =
        tx.execute(
            """
            select id from sensor.thing
            where name = $1 and (farm_id = $2 or $2::uuid is null and farm_id is null and owner = $3)
            order by id limit 2
            """,
            value.thing(),
            farm(value),
            caller.subject());
    if (things.size() > 1) {
      throw Problem.conflict("several Things %s exist".formatted(value.thing()));
    }
    return new Missing(
        things.size() == 0
            ? OptionalLong.empty()
            : OptionalLong.of(things.iterator().next().getLong(0)));
  }

  private Optional<Long> bound(DatastreamName name) {
    return tx.first(
            """
            select datastream_id from sensor.mapped_datastream
            where account = $1 and farm_id = $2 and thing = $3 and datastream = $4
            """,
            caller.subject(),
            name.storedFarm(),
            name.thing(),
            name.datastream())
        .map(row -> row.getLong(0));
  }

  /** Keeps the Datastream of a name. */
  void bind(DatastreamName name, long datastream, boolean made) {
    tx.update(
        """
        insert into sensor.mapped_datastream
          (account, farm_id, thing, datastream, datastream_id, made)
        values ($1, $2, $3, $4, $5, $6)
        """,
        caller.subject(),
        name.storedFarm(),
        name.thing(),
        name.datastream(),
        datastream,
        made);
  }

  /** Binders of one account wait for each other, in all processes. */
  void lock() {
    tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('mqtt mapping ' || $1::text, 0))",
        caller.subject());
  }

  /**
   * The body of {@code /composite} that creates the Datastream of a value. Datastreams of one Thing
   * share their Sensor, and those of one measure their ObservedProperty.
   */
  ObjectNode body(MappedValue value, OptionalLong thing) {
    Measure measure = value.measure();
    ObjectNode body = Json.object();
    if (thing.isPresent()) {
      body.putObject("thing").put("@iot.id", thing.getAsLong());
    } else {
      ObjectNode made = body.putObject("thing").put("name", value.thing());
      value
          .template()
          .farm()
          .ifPresent(id -> made.putObject("properties").put("farmId", id.toString()));
    }
    ObjectNode sensor = body.putObject("sensor");
    thing.stream()
        .boxed()
        .findFirst()
        .flatMap(this::sensorOf)
        .ifPresentOrElse(id -> sensor.put("@iot.id", id), () -> sensor.put("name", value.thing()));
    ObjectNode property = body.putObject("observedProperty");
    property(value)
        .ifPresentOrElse(
            id -> property.put("@iot.id", id), () -> property.setAll(measure.observedProperty()));
    ObjectNode datastream = body.putObject("datastream").put("name", value.datastream());
    datastream.put("observationType", measure.fullType());
    if (!measure.unit().isEmpty()) {
      datastream.set("unit", measure.unit().deepCopy());
    }
    return body;
  }

  private Optional<Long> sensorOf(long thing) {
    return tx.first(
            """
            select d.sensor_id from sensor.mapped_datastream m
            join sensor.datastream d on d.id = m.datastream_id
            where m.account = $1 and m.made and d.thing_id = $2
            order by d.id limit 1
            """,
            caller.subject(),
            thing)
        .map(row -> row.getLong(0));
  }

  private Optional<Long> property(MappedValue value) {
    if (!SensorAccess.may(caller, SEE, value.template().farm(), caller.subject())) {
      return Optional.empty();
    }
    return tx.first(
            """
            select p.id from sensor.mapped_datastream m
            join sensor.datastream d on d.id = m.datastream_id
            join sensor.observed_property p on p.id = d.observed_property_id
            where m.account = $1 and m.made and d.farm_id is not distinct from $2::uuid
              and p.name = $3
            order by p.id limit 1
            """,
            caller.subject(),
            farm(value),
            value.measure().propertyName().orElse(""))
        .map(row -> row.getLong(0));
  }

  private DatastreamInfo checked(long id, MappedValue value) {
    DatastreamInfo datastream =
        DatastreamCache.parse(tx.execute(DatastreamCache.QUERY, id))
            .orElseThrow(DatastreamCache::missing);
    admit(caller, datastream, value);
    return datastream;
  }

  /** Fails unless the caller may store the value in the Datastream. */
  static void admit(Caller caller, DatastreamInfo datastream, MappedValue value) {
    SensorAccess.require(
        caller, SensorAccess.CREATE_OBSERVATIONS, datastream.farm(), datastream.owner());
    try {
      datastream.requireResult(value.observation().result());
    } catch (Problem refused) {
      throw refused.about(value.measure().name());
    }
  }

  private static void requireResult(MappedValue value) {
    try {
      value.measure().results().require(value.observation().result());
    } catch (Problem refused) {
      throw refused.about(value.measure().name());
    }
  }

  private void requireSpace() {
    long names =
        tx.first(
                "select count(*) from sensor.mapped_datastream where account = $1",
                caller.subject())
            .map(row -> row.getLong(0))
            .orElse(0L);
    if (names >= limit) {
      throw Problem.forbidden("the mapping of an account has at most " + limit + " Datastreams");
    }
  }

  private void require(Permission permission, MappedValue value) {
    SensorAccess.require(caller, permission, value.template().farm(), caller.subject());
  }

  private static @Nullable UUID farm(MappedValue value) {
    return value.template().farm().orElse(null);
  }
}
