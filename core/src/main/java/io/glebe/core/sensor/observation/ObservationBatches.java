package io.glebe.core.sensor.observation;

import io.glebe.core.database.Database;
import io.glebe.core.database.Purpose;
import io.glebe.core.database.StatementSpan;
import io.glebe.core.problem.DatabaseProblems;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Stores groups of observations, each in one statement and therefore in one transaction: the rows,
 * the latest values, the extents. A short interruption of the database is retried, and a row that
 * the database rejects does not affect the others.
 */
public final class ObservationBatches {
  private static final int MAX_ATTEMPTS = 8;
  private static final long FIRST_PAUSE_MILLIS = 50;

  /** Number of ids taken from the sequence at once; the increment of the sequence. */
  private static final int ID_BLOCK = 1000;

  private final Vertx vertx;
  private final Database database;
  private final MonthPartitions months;
  private long nextId;
  private long endOfBlock;

  public ObservationBatches(Vertx vertx, Database database, MonthPartitions months) {
    this.vertx = vertx;
    this.database = database;
    this.months = months;
  }

  /** Completes when every entry has its result; the promises of the entries hold the results. */
  Future<Void> store(List<ObservationWriter.Entry> entries) {
    return attempt(entries, 1)
        .recover(
            failure -> {
              if (entries.size() == 1 || !isOfOneEntry(failure)) {
                return Future.failedFuture(isOfTheData(failure) ? unstorable() : failure);
              }
              int half = entries.size() / 2;
              return each(entries.subList(0, half))
                  .compose(x -> each(entries.subList(half, entries.size())));
            });
  }

  /** Returns whether other entries of the group may be stored without the one that failed. */
  private static boolean isOfOneEntry(Throwable failure) {
    return failure instanceof PgException refused
        && !DatabaseProblems.isUnavailable(String.valueOf(refused.getSqlState()));
  }

  /** Returns whether a value is invalid for its column, so that a retry cannot succeed. */
  private static boolean isOfTheData(Throwable failure) {
    return failure instanceof PgException refused
        && String.valueOf(refused.getSqlState()).startsWith("22");
  }

  private static Problem unstorable() {
    return Problem.invalid(Violation.at("value", "", "has a value that cannot be stored"));
  }

  private Future<Void> each(List<ObservationWriter.Entry> part) {
    return store(part)
        .recover(
            failure -> {
              part.forEach(entry -> entry.promise().tryFail(failure));
              return Future.succeededFuture();
            });
  }

  private Future<Void> attempt(List<ObservationWriter.Entry> entries, int attempt) {
    return months
        .ensure(entries.stream().map(entry -> entry.observation().time()).toList())
        .compose(ready -> insert(entries))
        .recover(
            failure -> {
              if (attempt >= MAX_ATTEMPTS || !isTransient(failure)) {
                return Future.failedFuture(failure);
              }
              months.forget();
              return vertx
                  .timer(FIRST_PAUSE_MILLIS << attempt)
                  .compose(ignored -> attempt(entries, attempt + 1));
            });
  }

  /**
   * Returns whether a retry may succeed: connection lost or server starting, deadlock, a dropped
   * partition, a feature of interest that is deleted meanwhile.
   */
  private static boolean isTransient(Throwable failure) {
    if (failure instanceof PgException refused) {
      String state = String.valueOf(refused.getSqlState());
      return DatabaseProblems.isUnavailable(state)
          || state.startsWith("40")
          || state.equals("23503")
          || state.equals("23514");
    }
    return !(failure instanceof Problem problem) || problem.status() == 503;
  }

  private Future<Void> insert(List<ObservationWriter.Entry> entries) {
    return ids(entries.size())
        .compose(
            ids ->
                StatementSpan.during(
                        ObservationSql.INSERT,
                        () ->
                            database
                                .pool(Purpose.INGESTION)
                                .preparedQuery(ObservationSql.INSERT)
                                .execute(ObservationSql.columns(entries, ids)))
                    .compose(rows -> complete(entries, ids, rows)));
  }

  private synchronized Future<long[]> ids(int count) {
    long[] ids = new long[count];
    int filled = take(ids, 0);
    if (filled == count) {
      return Future.succeededFuture(ids);
    }
    int blocks = (count - filled + ID_BLOCK - 1) / ID_BLOCK;
    return database
        .pool(Purpose.INGESTION)
        .preparedQuery("select nextval('sensor.observation_id') from generate_series(1, $1)")
        .execute(io.vertx.sqlclient.Tuple.of(blocks))
        .map(rows -> fill(ids, filled, rows));
  }

  private synchronized int take(long[] ids, int from) {
    int at = from;
    while (at < ids.length && nextId < endOfBlock) {
      ids[at++] = nextId++;
    }
    return at;
  }

  private synchronized long[] fill(long[] ids, int from, RowSet<Row> blocks) {
    int at = from;
    for (Row row : blocks) {
      nextId = row.getLong(0);
      endOfBlock = nextId + ID_BLOCK;
      at = take(ids, at);
    }
    return ids;
  }

  /** An entry that the statement did not store is a duplicate, or its datastream was deleted. */
  private Future<Void> complete(
      List<ObservationWriter.Entry> entries, long[] ids, RowSet<Row> rows) {
    Row answer = rows.iterator().next();
    Long[] living = answer.getArrayOfLongs("living");
    if (answer.getLong("stored") == entries.size()) {
      for (int i = 0; i < ids.length; i++) {
        entries.get(i).promise().tryComplete(new StoredResult(ids[i], true));
      }
      return Future.succeededFuture();
    }
    Set<Long> alive = living == null ? Set.of() : Set.of(living);
    return database
        .pool(Purpose.INGESTION)
        .preparedQuery(ObservationSql.FIND)
        .execute(ObservationSql.keys(entries))
        .map(
            found -> {
              answer(entries, ids, alive, found);
              return null;
            });
  }

  private static void answer(
      List<ObservationWriter.Entry> entries, long[] ids, Set<Long> alive, RowSet<Row> found) {
    Map<Integer, Long> stored = new HashMap<>();
    found.forEach(row -> stored.put(row.getInteger("place") - 1, row.getLong("id")));
    for (int i = 0; i < ids.length; i++) {
      ObservationWriter.Entry entry = entries.get(i);
      Long id = stored.get(i);
      if (id != null) {
        entry.promise().tryComplete(new StoredResult(id, id == ids[i]));
      } else if (alive.contains(entry.datastream().id())) {
        entry.promise().tryFail(Problem.conflict("the observation was deleted at this moment"));
      } else {
        entry.promise().tryFail(Problem.notFound("the Datastream has been deleted"));
      }
    }
  }
}
