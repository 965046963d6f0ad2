package io.glebe.core.sensor.aggregate;

import io.glebe.core.database.Transaction;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Computes the hours of the oldest marks, and the days around them, within one transaction. */
final class StaleHours {
  private static final String FORGET_DELETED =
      """
      delete from sensor.stale s
      where not exists (select 1 from sensor.datastream d where d.id = s.datastream_id)
        and s.id in (select id from sensor.stale order by id limit $1)
      """;

  /**
   * The oldest marks of datastreams that nobody deletes or rewrites at the moment. What has expired
   * or lies after the border is not computed.
   */
  private static final String MARKS =
      """
      with oldest as materialized (select * from sensor.stale order by id limit $1),
      held as materialized (
        select d.id from sensor.datastream d
        where d.id in (select datastream_id from oldest)
        order by d.id for key share skip locked)
      select o.id, o.datastream_id,
        greatest(o.from_time, coalesce(e.until, o.from_time)) as from_time,
        least(o.until_time, s.until) as until_time
      from oldest o join held h on h.id = o.datastream_id cross join sensor.aggregation s
      left join sensor.expired e on e.datastream_id = o.datastream_id
      order by o.id
      """;

  /** The first hour from a time on in which there is something to compute. */
  private static final String NEXT =
      """
      select least(
        (select date_trunc('hour', min(phenomenon_time), 'UTC') from sensor.observation
         where datastream_id = $1 and phenomenon_time >= $2 and phenomenon_time < $3),
        (select min(hour) from sensor.hourly
         where datastream_id = $1 and hour >= $2 and hour < $3))
      """;

  /** Marks of what is computed now, which may be many for the same hour. */
  private static final String FORGET_COVERED =
      """
      delete from sensor.stale s
      using unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) as g(ds, a, b)
      where s.datastream_id = g.ds and s.from_time >= g.a and s.until_time <= g.b
      """;

  private static final String HOURS =
      """
      with spans as materialized (
        select p.ds, lower(t) as a, upper(t) as b
        from (select g.ds, range_agg(tstzrange(g.a, g.b)) as times
              from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) as g(ds, a, b)
              group by g.ds) p
        cross join lateral unnest(p.times) t)
      """;

  private static final String DAYS =
      """
      with spans as materialized (
        select p.ds, lower(t) as a, upper(t) as b
        from (select g.ds, range_agg(tstzrange(date_trunc('day', g.a, 'UTC'),
                date_trunc('day', g.b - interval '1 microsecond', 'UTC') + interval '24 hours'))
                as times
              from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) as g(ds, a, b)
              group by g.ds) p
        cross join lateral unnest(p.times) t)
      """;

  private static final String DELETE_HOURS =
      """
      %s
      delete from sensor.hourly h using spans
      where h.datastream_id = spans.ds and h.hour >= spans.a and h.hour < spans.b
      """
          .formatted(HOURS);

  private static final String INSERT_HOURS =
      """
      %s
      insert into sensor.hourly
      select spans.ds, x.hour, x.n, x.sum, x.min, x.max, x.first_time, x.last_time,
        (select m.result from sensor.measurement m
         where m.datastream_id = spans.ds and m.phenomenon_time = x.first_time
         order by m.id limit 1),
        (select m.result from sensor.measurement m
         where m.datastream_id = spans.ds and m.phenomenon_time = x.last_time
         order by m.id desc limit 1)
      from spans cross join lateral (
        select date_trunc('hour', m.phenomenon_time, 'UTC') as hour, count(*) as n,
          sum(m.result) as sum, min(m.result) as min, max(m.result) as max,
          min(m.phenomenon_time) as first_time, max(m.phenomenon_time) as last_time
        from sensor.measurement m
        where m.datastream_id = spans.ds
          and m.phenomenon_time >= spans.a and m.phenomenon_time < spans.b
        group by 1) x
      """
          .formatted(HOURS);

  private static final String DELETE_DAYS =
      """
      %s
      delete from sensor.daily d using spans
      where d.datastream_id = spans.ds and d.day >= spans.a and d.day < spans.b
      """
          .formatted(DAYS);

  private static final String INSERT_DAYS =
      """
      %s
      insert into sensor.daily
      select h.datastream_id, date_trunc('day', h.hour, 'UTC'), sum(h.n), sum(h.sum),
        min(h.min), max(h.max), min(h.first_time), max(h.last_time),
        (array_agg(h.first_result order by h.hour))[1],
        (array_agg(h.last_result order by h.hour desc))[1]
      from spans join sensor.hourly h
        on h.datastream_id = spans.ds and h.hour >= spans.a and h.hour < spans.b
      group by 1, 2
      """
          .formatted(DAYS);

  /** Each sees what was committed before it, and so the observations of every mark it deletes. */
  private static final List<String> STEPS =
      List.of(FORGET_COVERED, DELETE_HOURS, INSERT_HOURS, DELETE_DAYS, INSERT_DAYS);

  private final Transaction tx;
  private final int budget;
  private final List<Span> spans = new ArrayList<>();
  private final List<Long> done = new ArrayList<>();
  private int hours;

  /** Hours of a datastream. */
  private record Span(long datastream, OffsetDateTime from, OffsetDateTime until) {
    int hours() {
      return (int) Math.min(Integer.MAX_VALUE, Duration.between(from, until).toHours());
    }
  }

  StaleHours(Transaction tx, int budget) {
    this.tx = tx;
    this.budget = budget;
  }

  /** Returns whether it has done something. */
  boolean compute() {
    int forgotten = tx.update(FORGET_DELETED, budget);
    Set<Span> known = new HashSet<>();
    for (Row row : tx.execute(MARKS, budget)) {
      Span span =
          new Span(
              row.getLong("datastream_id"),
              row.getOffsetDateTime("from_time"),
              row.getOffsetDateTime("until_time"));
      if (span.hours() > 0 && known.add(span)) {
        if (hours >= budget) {
          break;
        }
        take(row.getLong("id"), span);
      } else {
        done.add(row.getLong("id"));
      }
    }
    if (done.isEmpty() && spans.isEmpty()) {
      return forgotten > 0;
    }
    tx.update("delete from sensor.stale where id = any($1)", (Object) done.toArray(Long[]::new));
    store();
    return true;
  }

  /** Takes a mark, or the first part of a long one, which begins where there is something. */
  private void take(long id, Span span) {
    if (hours + span.hours() <= budget) {
      done.add(id);
      add(span);
      return;
    }
    Optional<OffsetDateTime> next =
        tx.first(NEXT, span.datastream(), span.from(), span.until())
            .map(row -> row.getOffsetDateTime(0));
    if (next.isEmpty()) {
      done.add(id);
      return;
    }
    OffsetDateTime from = next.get();
    OffsetDateTime until = from.plusHours((long) budget - hours);
    if (until.isBefore(span.until())) {
      tx.update("update sensor.stale set from_time = $2 where id = $1", id, until);
      add(new Span(span.datastream(), from, until));
    } else {
      done.add(id);
      add(new Span(span.datastream(), from, span.until()));
    }
  }

  private void add(Span span) {
    spans.add(span);
    hours += span.hours();
  }

  private void store() {
    Tuple spansOf =
        Tuple.tuple()
            .addValue(spans.stream().map(Span::datastream).toArray(Long[]::new))
            .addValue(spans.stream().map(Span::from).toArray(OffsetDateTime[]::new))
            .addValue(spans.stream().map(Span::until).toArray(OffsetDateTime[]::new));
    for (String statement : STEPS) {
      tx.execute(statement, spansOf);
    }
  }
}
