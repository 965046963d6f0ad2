package io.glebe.core.sensor.observation;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.model.TimeSpan;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The statements of the writer and the conversion of observations to columns. */
final class ObservationSql {
  /**
   * Stores a group. Rows are locked in the order of the key and latest values in the order of
   * datastreams, so that groups of several processes cannot deadlock; the datastreams are locked
   * against deletion. A feature of interest that is new to its datastream extends the observed
   * area. While a session has subscriptions the group is noted in the journal, a row for each block
   * of ids, because the ids between two blocks are those of others.
   */
  static final String INSERT =
      """
      with live as materialized (
        select d.id from unnest($1::bigint[]) as wanted(id) join sensor.datastream d using (id)
        order by d.id for key share of d
      ), stored as (
        insert into sensor.observation (id, datastream_id, phenomenon_time, phenomenon_end,
          result_time, result, result_json, result_quality, valid_from, valid_until, parameters,
          feature_id, digest)
        select g.id, g.ds, g.t, g.t_end, g.rt, g.r, g.rj::jsonb, g.q::jsonb, g.vf, g.vu,
          g.p::jsonb, g.f, g.d
        from unnest($2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[],
          $6::timestamptz[], $7::float8[], $8::text[], $9::text[], $10::timestamptz[],
          $11::timestamptz[], $12::text[], $13::bigint[], $14::bigint[])
          as g(id, ds, t, t_end, rt, r, rj, q, vf, vu, p, f, d)
        join live on live.id = g.ds
        order by g.ds, g.t, g.d
        on conflict do nothing
        returning *
      ), extent as (
        select datastream_id, min(phenomenon_time) as first_time,
          max(coalesce(phenomenon_end, phenomenon_time)) as last_time,
          min(result_time) as first_result, max(result_time) as last_result
        from stored group by datastream_id
      ), newest as (
        select distinct on (datastream_id) * from stored
        order by datastream_id, phenomenon_time desc, id desc
      ), kept as (
        insert into sensor.latest as l
        select n.datastream_id, n.id, n.phenomenon_time, n.phenomenon_end, n.result_time, n.result,
          n.result_json, n.result_quality, n.valid_from, n.valid_until, n.parameters, n.feature_id,
          n.digest, e.first_time, e.last_time, e.first_result, e.last_result
        from newest n join extent e using (datastream_id) order by n.datastream_id
        on conflict (datastream_id) do update set
          (id, phenomenon_time, phenomenon_end, result_time, result, result_json, result_quality,
           valid_from, valid_until, parameters, feature_id, digest) =
          (select n.* from (select excluded.id, excluded.phenomenon_time, excluded.phenomenon_end,
             excluded.result_time, excluded.result, excluded.result_json, excluded.result_quality,
             excluded.valid_from, excluded.valid_until, excluded.parameters, excluded.feature_id,
             excluded.digest
             where (excluded.phenomenon_time, excluded.id) >= (l.phenomenon_time, l.id)
           union all select l.id, l.phenomenon_time, l.phenomenon_end, l.result_time, l.result,
             l.result_json, l.result_quality, l.valid_from, l.valid_until, l.parameters,
             l.feature_id, l.digest
             where (excluded.phenomenon_time, excluded.id) < (l.phenomenon_time, l.id)) n),
          first_time = least(l.first_time, excluded.first_time),
          last_time = greatest(l.last_time, excluded.last_time),
          first_result = least(l.first_result, excluded.first_result),
          last_result = greatest(l.last_result, excluded.last_result)
      ), linked as (
        insert into sensor.observed_feature
        select distinct s.datastream_id, s.feature_id from stored s
        join sensor.feature_of_interest f on f.id = s.feature_id
        order by s.datastream_id, s.feature_id
        on conflict do nothing
        returning datastream_id, feature_id
      ), grown as (
        update sensor.datastream d
        set bbox = sensor.extended(d.bbox, e.area),
          observed_area = sensor.area(sensor.extended(d.bbox, e.area))
        from (
          select l.datastream_id, sensor.extent(f.bbox) as area from linked l
          join sensor.feature_of_interest f on f.id = l.feature_id
          group by l.datastream_id) e
        where d.id = e.datastream_id and e.area is not null
      ), noted as (
        insert into sensor.journal (kind, first_id, last_id, messages, earliest, latest)
        select 'Observation', min(id), max(id), count(*), min(phenomenon_time), max(phenomenon_time)
        from stored
        where exists (select 1 from mqtt.session where subscriptions <> '[]')
        group by (id - 1) / 1000
      )
      select (select count(*) from stored) as stored, (select array_agg(id) from live) as living
      """;

  /** Finds the ids of observations by their keys. */
  static final String FIND =
      """
      select g.place::int as place, o.id
      from unnest($1::bigint[], $2::timestamptz[], $3::bigint[])
        with ordinality as g(ds, t, d, place)
      join sensor.observation o
        on o.datastream_id = g.ds and o.phenomenon_time = g.t and o.digest = g.d
      """;

  private ObservationSql() {}

  static Tuple columns(List<ObservationWriter.Entry> entries, long[] ids) {
    Long[] own = new Long[ids.length];
    for (int i = 0; i < ids.length; i++) {
      own[i] = ids[i];
    }
    TreeSet<Long> datastreams = new TreeSet<>();
    entries.forEach(entry -> datastreams.add(entry.datastream().id()));
    return Tuple.tuple()
        .addValue(datastreams.toArray(Long[]::new))
        .addValue(own)
        .addValue(longs(entries, e -> e.datastream().id()))
        .addValue(times(entries, o -> Optional.of(o.time())))
        .addValue(times(entries, Observation::end))
        .addValue(times(entries, Observation::resultTime))
        .addValue(
            entries.stream().map(e -> number(e.observation().result())).toArray(Double[]::new))
        .addValue(texts(entries, o -> besides(o.result())))
        .addValue(texts(entries, Observation::resultQuality))
        .addValue(times(entries, o -> o.valid().map(TimeSpan::start)))
        .addValue(times(entries, o -> o.valid().flatMap(TimeSpan::end)))
        .addValue(texts(entries, o -> o.parameters().map(JsonNode.class::cast)))
        .addValue(
            longs(
                entries,
                e ->
                    e.observation().feature().isPresent()
                        ? e.observation().feature().getAsLong()
                        : null))
        .addValue(longs(entries, e -> e.observation().digest()));
  }

  static Tuple keys(List<ObservationWriter.Entry> entries) {
    return Tuple.tuple()
        .addValue(longs(entries, e -> e.datastream().id()))
        .addValue(times(entries, o -> Optional.of(o.time())))
        .addValue(longs(entries, e -> e.observation().digest()));
  }

  private static Long[] longs(
      List<ObservationWriter.Entry> entries, Function<ObservationWriter.Entry, Long> of) {
    return entries.stream().map(of).toArray(Long[]::new);
  }

  private static OffsetDateTime[] times(
      List<ObservationWriter.Entry> entries, Function<Observation, Optional<Instant>> of) {
    return entries.stream()
        .map(e -> of.apply(e.observation()).map(t -> t.atOffset(ZoneOffset.UTC)).orElse(null))
        .toArray(OffsetDateTime[]::new);
  }

  private static String[] texts(
      List<ObservationWriter.Entry> entries, Function<Observation, Optional<JsonNode>> of) {
    return entries.stream()
        .map(e -> of.apply(e.observation()).map(Json::write).orElse(null))
        .toArray(String[]::new);
  }

  /** Returns the column {@code result}: the number, or null for other values. */
  static @Nullable Double number(JsonNode result) {
    return result.isNumber() ? Double.valueOf(result.doubleValue()) : null;
  }

  /** Returns the column {@code result_json}: values that are not a double. */
  static Optional<JsonNode> besides(JsonNode result) {
    boolean exact =
        result.isNumber()
            && BigDecimal.valueOf(result.doubleValue()).compareTo(result.decimalValue()) == 0;
    return exact ? Optional.empty() : Optional.of(result);
  }
}
