package io.glebe.core.sensor.aggregate;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneOffsetTransitionRule;
import java.time.zone.ZoneRules;
import java.util.Locale;
import java.util.stream.Stream;

/** The statement of a series, and time zones for it. */
final class SeriesSql {
  private static final int HOUR_SECONDS = 3600;

  /**
   * The hours or days of a datastream. Parameters: datastream, first and last moment, {@code hour}
   * or {@code day}, the time zone, whether its days are those of UTC, whether it divides hours, the
   * number of rows.
   *
   * <p>The interval is divided into whole days and whole hours that are computed and not stale, and
   * the rest, whose observations are read. Where observations have been deleted and their hours
   * stay, these are all there is.
   */
  static final String READ =
      """
      with bounds as materialized (
        select tstzmultirange(tstzrange($2::timestamptz,
            greatest($2::timestamptz, $3::timestamptz + interval '1 microsecond'))) as times,
          tstzmultirange(tstzrange(null, (select a.until from sensor.aggregation a))) as computed,
          coalesce((select range_agg(tstzrange(s.from_time, s.until_time)) from sensor.stale s
            where s.datastream_id = $1), '{}') as stale,
          tstzmultirange(tstzrange(null,
            coalesce((select e.until from sensor.expired e where e.datastream_id = $1),
              '-infinity'))) as gone
      ), known as materialized (
        select times, gone,
          sensor.whole(times * (computed - (stale - gone)), 'hour') as hours
        from bounds
      ), divided as materialized (
        select times, gone, hours - coalesce((
          select range_agg(tstzrange(h.hour, h.hour + interval '1 hour'))
          from unnest(hours - gone) span join sensor.hourly h
            on h.datastream_id = $1 and h.hour >= lower(span) and h.hour < upper(span)
          where $7::boolean and date_trunc('day', h.hour, $5)
            <> date_trunc('day', h.hour + interval '1 hour' - interval '1 microsecond', $5)),
          '{}') as hours
        from known
      ), plan as materialized (
        select times - hours - gone as raw, hours,
          case when $6::boolean then sensor.whole(hours, 'day') else '{}' end as days
        from divided
      ), parts as (
        select d.n, d.sum, d.min, d.max, d.first_time, d.last_time, d.first_result, d.last_result
        from plan cross join lateral unnest(plan.days) span join sensor.daily d
          on d.datastream_id = $1 and d.day >= lower(span) and d.day < upper(span)
        union all
        select h.n, h.sum, h.min, h.max, h.first_time, h.last_time, h.first_result, h.last_result
        from plan cross join lateral unnest(plan.hours - plan.days) span join sensor.hourly h
          on h.datastream_id = $1 and h.hour >= lower(span) and h.hour < upper(span)
        union all
        select x.n, x.sum, x.min, x.max, x.first_time, x.last_time,
          (select m.result from sensor.measurement m
           where m.datastream_id = $1 and m.phenomenon_time = x.first_time order by m.id limit 1),
          (select m.result from sensor.measurement m
           where m.datastream_id = $1 and m.phenomenon_time = x.last_time
           order by m.id desc limit 1)
        from plan cross join lateral unnest(plan.raw) span cross join lateral (
          select count(*) as n, sum(m.result) as sum, min(m.result) as min, max(m.result) as max,
            min(m.phenomenon_time) as first_time, max(m.phenomenon_time) as last_time
          from sensor.measurement m
          where m.datastream_id = $1
            and m.phenomenon_time >= lower(span) and m.phenomenon_time < upper(span)
          group by date_trunc($4, m.phenomenon_time, $5)) x
      )
      select date_trunc($4, first_time, $5) as bucket, sum(n)::bigint as n, sum(sum) as sum,
        min(min) as min, max(max) as max, min(first_time) as first_time,
        max(last_time) as last_time,
        (array_agg(first_result order by first_time))[1] as first_result,
        (array_agg(last_result order by last_time desc))[1] as last_result
      from parts
      group by 1 order by 1 limit $8
      """;

  private SeriesSql() {}

  /** The name of a time zone in PostgreSQL, where the sign of an offset is that of POSIX. */
  static String zone(ZoneId zone) {
    if (!(zone instanceof ZoneOffset offset)) {
      return zone.getId();
    }
    int seconds = Math.abs(offset.getTotalSeconds());
    return seconds == 0
        ? "UTC"
        : String.format(
            Locale.ROOT,
            "<own>%s%02d:%02d:%02d",
            offset.getTotalSeconds() > 0 ? "-" : "+",
            seconds / HOUR_SECONDS,
            seconds / 60 % 60,
            seconds % 60);
  }

  /** Returns whether days of this time zone begin, since 1970, within hours of UTC. */
  static boolean cutsHours(ZoneId zone) {
    ZoneRules rules = zone.getRules();
    Stream<ZoneOffset> changes =
        rules.getTransitions().stream()
            .filter(change -> change.getInstant().isAfter(Instant.EPOCH))
            .map(ZoneOffsetTransition::getOffsetAfter);
    Stream<ZoneOffset> yearly =
        rules.getTransitionRules().stream().map(ZoneOffsetTransitionRule::getOffsetAfter);
    return Stream.of(Stream.of(rules.getOffset(Instant.EPOCH)), changes, yearly)
        .flatMap(offsets -> offsets)
        .anyMatch(offset -> offset.getTotalSeconds() % HOUR_SECONDS != 0);
  }
}
