package io.glebe.core.sensor.observation;

import io.glebe.core.database.Transaction;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Writes observations inside a transaction: single ones created with other entities, changes,
 * deletions.
 */
public final class ObservationRows {
  private final Transaction tx;

  public ObservationRows(Transaction tx) {
    this.tx = tx;
  }

  /**
   * Stores an observation; the entry holds the result: its id, or that of an identical earlier one.
   */
  public ObservationWriter.Entry insert(DatastreamInfo datastream, Observation observation) {
    month(observation);
    datastream.requireResult(observation.result());
    Observation placed =
        observation.feature().isPresent() ? observation : observation.about(feature(datastream));
    var entry = new ObservationWriter.Entry(datastream, placed);
    long[] ids = {tx.first("select nextval('sensor.observation_id')").orElseThrow().getLong(0)};
    tx.execute(ObservationSql.INSERT, ObservationSql.columns(List.of(entry), ids));
    long stored =
        tx.execute(ObservationSql.FIND, ObservationSql.keys(List.of(entry)))
            .iterator()
            .next()
            .getLong("id");
    entry.promise().complete(new StoredResult(stored, stored == ids[0]));
    return entry;
  }

  private OptionalLong feature(DatastreamInfo datastream) {
    if (datastream.isPlaced()) {
      return datastream.feature();
    }
    if (datastream.source() == DatastreamInfo.FeatureSource.MISSING) {
      throw DatastreamInfo.noFeature();
    }
    Row made = tx.first(DatastreamCache.MAKE_FEATURE, datastream.id()).orElseThrow();
    return OptionalLong.of(made.getLong(0));
  }

  private void month(Observation observation) {
    YearMonth month = YearMonth.from(observation.time().atOffset(ZoneOffset.UTC));
    if (month.getYear() >= 2000 && month.getYear() < 2100) {
      tx.execute("select sensor.make_month($1)", month.atDay(1));
    }
  }

  /**
   * Replaces an observation's values, and moves it to another datastream when {@code goal} differs.
   * The caller holds both, see {@link #hold}.
   */
  public void replace(long id, long datastream, long goal, Observation observation) {
    month(observation);
    var one =
        List.of(
            new ObservationWriter.Entry(
                new DatastreamInfo(goal, Optional.empty(), "", OptionalLong.empty()), observation));
    Tuple columns = ObservationSql.columns(one, new long[] {id});
    Optional<Row> before =
        tx.first(
            """
            select o.tableoid::bigint as place, to_jsonb(o)::text as stored
            from sensor.observation o where o.id = $1
            """,
            id);
    tx.execute(
        """
        update sensor.observation o set phenomenon_time = g.t, phenomenon_end = g.t_end,
          result_time = g.rt, result = g.r, result_json = g.rj::jsonb, result_quality = g.q::jsonb,
          valid_from = g.vf, valid_until = g.vu, parameters = g.p::jsonb, digest = g.d,
          feature_id = coalesce(g.f, o.feature_id), datastream_id = g.ds
        from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[],
          $6::timestamptz[], $7::float8[], $8::text[], $9::text[], $10::timestamptz[],
          $11::timestamptz[], $12::text[], $13::bigint[], $14::bigint[])
          as g(live, id, ds, t, t_end, rt, r, rj, q, vf, vu, p, f, d)
        where o.id = g.id
        """,
        columns);
    before.ifPresent(
        row ->
            tx.execute(
                "select sensor.observation_moved($1, $2::bigint::oid, $3::text::jsonb)",
                id,
                row.getLong("place"),
                row.getString("stored")));
    tx.update(
        """
        insert into sensor.observed_feature
        select o.datastream_id, o.feature_id from sensor.observation o
        join sensor.feature_of_interest f on f.id = o.feature_id
        where o.id = $1
        on conflict do nothing
        """,
        id);
    refresh(datastream);
    if (goal != datastream) {
      refresh(goal);
    }
  }

  /** Deletes one observation of a datastream that the caller holds. */
  public void delete(long id, long datastream) {
    tx.update(
        "delete from sensor.observation where id = $1 and datastream_id = $2", id, datastream);
    refresh(datastream);
  }

  /**
   * Deletes all observations of these datastreams before the datastreams themselves are deleted.
   */
  public void deleteOf(Long[] datastreams) {
    tx.execute(
        "select 1 from sensor.datastream where id = any($1) order by id for update",
        Tuple.tuple().addValue(datastreams));
    tx.execute(
        "delete from sensor.observation where datastream_id = any($1)",
        Tuple.tuple().addValue(datastreams));
  }

  /** Locks a datastream: waits for running groups, and lets nobody else store or change. */
  public void hold(long datastream) {
    tx.execute("select 1 from sensor.datastream where id = $1 for update", datastream);
  }

  /** Computes latest value and extent again. */
  public void refresh(long datastream) {
    tx.update("delete from sensor.latest where datastream_id = $1", datastream);
    tx.update(
        """
        insert into sensor.latest
        select n.datastream_id, n.id, n.phenomenon_time, n.phenomenon_end, n.result_time, n.result,
          n.result_json, n.result_quality, n.valid_from, n.valid_until, n.parameters, n.feature_id,
          n.digest, e.first_time, e.last_time, e.first_result, e.last_result
        from (select * from sensor.observation where datastream_id = $1
              order by phenomenon_time desc, id desc limit 1) n,
             (select min(phenomenon_time) as first_time,
                max(coalesce(phenomenon_end, phenomenon_time)) as last_time,
                min(result_time) as first_result, max(result_time) as last_result
              from sensor.observation where datastream_id = $1) e
        """,
        datastream);
    area(datastream);
  }

  /** Computes the observed area again, from the features of the observations that are left. */
  private void area(long datastream) {
    int gone =
        tx.update(
            """
            delete from sensor.observed_feature f
            where f.datastream_id = $1 and not exists (
              select 1 from sensor.observation o
              where o.datastream_id = $1 and o.feature_id = f.feature_id)
            """,
            datastream);
    tx.update(
        """
        update sensor.datastream d set bbox = e.area, observed_area = sensor.area(e.area)
        from (
          select count(*) as features, sensor.extent(f.bbox) as area
          from sensor.observed_feature o
          join sensor.feature_of_interest f on f.id = o.feature_id
          where o.datastream_id = $1) e
        where d.id = $1 and (e.features > 0 or $2)
        """,
        datastream,
        gone > 0);
  }

  /** Computes the observed areas again after a feature has moved. */
  public void moved(long feature) {
    tx.execute(
            """
            select datastream_id from sensor.observed_feature where feature_id = $1
            order by datastream_id
            """,
            feature)
        .forEach(row -> area(row.getLong(0)));
  }

  /** Returns the ids of the datastreams that are deleted together with this entity. */
  public Long[] datastreamsOf(SensorEntityType type, long id) {
    String column =
        type.equals(SensorModel.THING)
            ? "thing_id"
            : type.equals(SensorModel.SENSOR)
                ? "sensor_id"
                : type.equals(SensorModel.OBSERVED_PROPERTY) ? "observed_property_id" : "id";
    var rows = tx.execute("select id from sensor.datastream where " + column + " = $1", id);
    Long[] ids = new Long[rows.size()];
    int at = 0;
    for (Row row : rows) {
      ids[at++] = row.getLong(0);
    }
    return ids;
  }
}
