package io.glebe.core.sensor.observation;

import io.glebe.core.database.Database;
import io.glebe.core.database.Purpose;
import io.glebe.core.database.Transaction;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Deletes observations past their retention: each datastream's {@code properties.retentionDays}, or
 * else the setting; without either they are kept forever. A month that no datastream needs is
 * dropped as a whole; only months that some datastream still needs lose individual rows.
 */
public final class Retention {
  private static final Pattern MONTH = Pattern.compile("observation_(\\d{6})");
  private static final DateTimeFormatter YEAR_MONTH = DateTimeFormatter.ofPattern("uuuuMM");

  /** Retention of a datastream in days; null keeps forever. Invalid values count as missing. */
  private static final String DAYS =
      "coalesce(case when jsonb_typeof(d.properties -> 'retentionDays') = 'number'"
          + " and (d.properties ->> 'retentionDays')::numeric between 1 and 36500"
          + " then (d.properties ->> 'retentionDays')::numeric::int end, nullif($1::int, 0))";

  private final Database database;
  private final int standardDays;

  public Retention(Database database, int standardDays) {
    this.database = database;
    this.standardDays = standardDays;
  }

  /** Deletes expired observations; returns the number of dropped months. */
  public Future<Integer> sweep(Instant now) {
    return database.inTransaction(Purpose.BACKGROUND, tx -> sweep(tx, now));
  }

  private int sweep(Transaction tx, Instant now) {
    boolean anything =
        tx.first(
                "select exists (select 1 from sensor.datastream d where " + DAYS + " is not null)",
                standardDays)
            .orElseThrow()
            .getBoolean(0);
    int dropped = 0;
    if (anything) {
      for (YearMonth month : months(tx)) {
        dropped += sweep(tx, month, now) ? 1 : 0;
      }
    }
    return dropped;
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
    LocalDate today = now.atOffset(ZoneOffset.UTC).toLocalDate();
    int youngest = (int) (today.toEpochDay() - month.plusMonths(1).atDay(1).toEpochDay());
    boolean needed =
        youngest < 0
            || tx.first(
                    """
                    select exists (
                      select 1 from sensor.datastream d
                      where (%s is null or %s >= $2::int)
                        and exists (select 1 from %s o where o.datastream_id = d.id))
                    """
                        .formatted(DAYS, DAYS, table),
                    standardDays,
                    youngest)
                .orElseThrow()
                .getBoolean(0);
    if (!needed) {
      drop(tx, table);
      return true;
    }
    expire(tx, table, now);
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

  private void expire(Transaction tx, String table, Instant now) {
    tx.execute(
        """
        delete from %s o
        using sensor.datastream d
        where d.id = o.datastream_id and %s is not null
          and o.phenomenon_time < $2::timestamptz - make_interval(days => %s)
        """
            .formatted(table, DAYS, DAYS),
        standardDays,
        now.atOffset(ZoneOffset.UTC));
    for (Row row :
        tx.execute(
            """
            select l.datastream_id
            from sensor.latest l
            join sensor.datastream d on d.id = l.datastream_id
            where %s is not null and l.first_time < $2::timestamptz - make_interval(days => %s)
            order by 1
            """
                .formatted(DAYS, DAYS),
            standardDays,
            now.atOffset(ZoneOffset.UTC))) {
      new ObservationRows(tx).refresh(row.getLong(0));
    }
  }
}
