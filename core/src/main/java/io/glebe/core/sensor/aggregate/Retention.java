package io.glebe.core.sensor.aggregate;

import io.glebe.core.database.Database;
import io.glebe.core.database.Purpose;
import io.glebe.core.database.Transaction;
import io.glebe.core.sensor.observation.ObservationRows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Deletes observations past their retention: each datastream's {@code properties.retentionDays}, or
 * else the setting; without either they are kept forever. A month that no datastream needs is
 * dropped as a whole; only months that some datastream still needs lose individual rows. Hours and
 * days go with the observations, or later where {@code properties.aggregateDays} or its setting
 * says so; then observations are not deleted before they have been counted.
 */
public final class Retention {
  private static final Pattern MONTH = Pattern.compile("observation_(\\d{6})");
  private static final DateTimeFormatter YEAR_MONTH = DateTimeFormatter.ofPattern("uuuuMM");

  private static final String LIMITS = "sensor.retention($1, $2, $3)";

  private static final String ANY = "select 1 from %s limit 1".formatted(LIMITS);

  /** Ends what is counted from observations, before these are deleted. */
  private static final String EXPIRE =
      """
      insert into sensor.expired as e (datastream_id, until)
      select r.datastream_id, r.cut from %s r cross join sensor.aggregation s
      where r.outlived and r.cut <= s.until and not exists (
        select 1 from sensor.stale x
        where x.datastream_id = r.datastream_id and x.from_time < r.cut)
      on conflict (datastream_id) do update set until = excluded.until
      where excluded.until > e.until
      """
          .formatted(LIMITS);

  /** A datastream that keeps observations of a month. */
  private static final String NEEDED =
      """
      select 1 from sensor.datastream d left join %s r on r.datastream_id = d.id
      where (r.until is null or r.until < $4)
        and exists (select 1 from %s o where o.datastream_id = d.id)
      limit 1
      """;

  private static final List<String> AGGREGATES =
      Stream.of(
              """
              delete from sensor.hourly h using %s r
              where h.datastream_id = r.datastream_id and h.hour < r.aggregates_until
              """,
              """
              delete from sensor.daily d using %s r
              where d.datastream_id = r.datastream_id and d.day < r.aggregates_until
              """,
              """
              delete from sensor.expired e using %s r
              where e.datastream_id = r.datastream_id and e.until <= r.aggregates_until
              """)
          .map(statement -> statement.formatted(LIMITS))
          .toList();

  private final Database database;
  private final AggregateLimits limits;

  public Retention(Database database, AggregateLimits limits) {
    this.database = database;
    this.limits = limits;
  }

  /** Deletes expired observations; returns the number of dropped months. */
  public Future<Integer> sweep(Instant now) {
    return database.inTransaction(Purpose.BACKGROUND, tx -> sweep(tx, now));
  }

  private int sweep(Transaction tx, Instant now) {
    Tuple ofNow = limits(now);
    if (tx.execute(ANY, ofNow).size() == 0) {
      return 0;
    }
    tx.execute(Aggregates.LOCK);
    tx.execute(EXPIRE, ofNow);
    int dropped = 0;
    for (YearMonth month : months(tx)) {
      dropped += sweep(tx, month, now) ? 1 : 0;
    }
    expire(tx, "sensor.observation_early", ofNow);
    AGGREGATES.forEach(statement -> tx.execute(statement, ofNow));
    return dropped;
  }

  private Tuple limits(Instant now) {
    return Tuple.of(limits.retentionDays(), limits.aggregateDays(), now.atOffset(ZoneOffset.UTC));
  }

  private static List<YearMonth> months(Transaction tx) {
    List<YearMonth> months = new ArrayList<>();
    for (Row row :
        tx.execute(
            """
            select inhrelid::regclass::text as name
            from pg_inherits
            where inhparent = 'sensor.observation'::regclass
            order by 1
            """)) {
      Matcher matcher = MONTH.matcher(row.getString("name").replace("sensor.", ""));
      if (matcher.matches()) {
        months.add(YearMonth.parse(matcher.group(1), YEAR_MONTH));
      }
    }
    return months;
  }

  private boolean sweep(Transaction tx, YearMonth month, Instant now) {
    String table = "sensor.observation_" + month.format(YEAR_MONTH);
    OffsetDateTime end = month.plusMonths(1).atDay(1).atStartOfDay().atOffset(ZoneOffset.UTC);
    boolean needed =
        end.toInstant().isAfter(now)
            || tx.execute(NEEDED.formatted(LIMITS, table), limits(now).addOffsetDateTime(end))
                    .size()
                > 0;
    if (!needed) {
      drop(tx, table);
      return true;
    }
    expire(tx, table, limits(now));
    return false;
  }

  /** Latest values of datastreams that lose all observations are deleted with the month. */
  private static void drop(Transaction tx, String table) {
    tx.execute("lock table sensor.observation in share update exclusive mode");
    tx.execute(
        """
        delete from sensor.latest l
        where l.datastream_id in (select datastream_id from %s)
          and not exists (
            select 1 from sensor.observation o
            where o.datastream_id = l.datastream_id and o.tableoid <> '%s'::regclass)
        """
            .formatted(table, table));
    tx.execute(
        """
        update sensor.latest l
        set first_time = (
          select min(phenomenon_time) from sensor.observation o
          where o.datastream_id = l.datastream_id and o.tableoid <> '%s'::regclass)
        where l.datastream_id in (select datastream_id from %s)
        """
            .formatted(table, table));
    tx.execute("drop table " + table);
  }

  private static void expire(Transaction tx, String table, Tuple ofNow) {
    tx.execute(
        """
        delete from %s o using %s r
        where r.datastream_id = o.datastream_id and o.phenomenon_time < r.until
        """
            .formatted(table, LIMITS),
        ofNow);
    for (Row row :
        tx.execute(
            """
            select l.datastream_id from sensor.latest l join %s r using (datastream_id)
            where l.first_time < r.until
            order by 1
            """
                .formatted(LIMITS),
            ofNow)) {
      new ObservationRows(tx).refresh(row.getLong(0));
    }
  }
}
