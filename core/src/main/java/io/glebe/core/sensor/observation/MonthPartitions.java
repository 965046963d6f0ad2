package io.glebe.core.sensor.observation;

import io.glebe.core.database.Database;
import io.glebe.core.database.Purpose;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Creates the partitions of observations before they are needed: one per month in UTC from 2000 to
 * 2099; other times are in one separate table. Thread-safe.
 */
public final class MonthPartitions {
  private static final YearMonth FIRST = YearMonth.of(2000, 1);
  private static final YearMonth LAST = YearMonth.of(2099, 12);

  /** Number of months that {@link #prepare} creates in advance. */
  private static final int AHEAD = 3;

  private final Database database;
  private final Set<YearMonth> created = ConcurrentHashMap.newKeySet();

  public MonthPartitions(Database database) {
    this.database = database;
  }

  /** Completes when there is a partition for each of these instants. */
  Future<Void> ensure(Collection<Instant> times) {
    Set<YearMonth> missing = new TreeSet<>();
    for (Instant time : times) {
      YearMonth month = YearMonth.from(time.atOffset(ZoneOffset.UTC));
      if (!created.contains(month) && !month.isBefore(FIRST) && !month.isAfter(LAST)) {
        missing.add(month);
      }
    }
    return create(missing);
  }

  /** Creates the partitions of this month and the next ones. */
  public Future<Void> prepare(Instant now) {
    Set<YearMonth> wanted = new TreeSet<>();
    for (int i = 0; i <= AHEAD; i++) {
      wanted.add(YearMonth.from(now.atOffset(ZoneOffset.UTC)).plusMonths(i));
    }
    return create(wanted);
  }

  private Future<Void> create(Set<YearMonth> months) {
    Future<Void> all = Future.succeededFuture();
    for (YearMonth month : months) {
      LocalDate first = month.atDay(1);
      all =
          all.compose(
                  done ->
                      database
                          .pool(Purpose.INGESTION)
                          .preparedQuery("select sensor.make_month($1)")
                          .execute(io.vertx.sqlclient.Tuple.of(first))
                          .<Object>map(rows -> rows)
                          .recover(MonthPartitions::recoverIfExists))
              .map(
                  done -> {
                    created.add(month);
                    return null;
                  });
    }
    return all;
  }

  /**
   * When two processes create the same table at the same time, both may have seen none, and the
   * second gets an error.
   */
  private static Future<Object> recoverIfExists(Throwable failure) {
    boolean exists =
        failure instanceof PgException refused && "42P07".equals(refused.getSqlState());
    return exists ? Future.succeededFuture(failure) : Future.failedFuture(failure);
  }

  /** Clears the list of known partitions, because partitions may have been dropped. */
  public void forget() {
    created.clear();
  }
}
