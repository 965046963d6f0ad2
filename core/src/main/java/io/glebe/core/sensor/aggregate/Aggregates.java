package io.glebe.core.sensor.aggregate;

import io.glebe.core.database.Database;
import io.glebe.core.database.Purpose;
import io.glebe.core.database.Transaction;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/**
 * Computes hours and days from observations, a bounded number of hours in a transaction. Of all
 * processes one computes at a time. A process that ends in the middle loses nothing: marks go in
 * the transaction that computes their hours.
 */
public final class Aggregates {
  /** Time after its end at which an hour is computed; what arrives later is computed again. */
  static final Duration LAG = Duration.ofHours(1);

  /** The lock of everybody who changes hours and days. */
  static final String LOCK = "select pg_advisory_xact_lock(hashtext('sensor.aggregates'))";

  private static final String TRY_LOCK =
      "select pg_try_advisory_xact_lock(hashtext('sensor.aggregates'))";

  private static final String ANNOUNCE =
      """
      update sensor.aggregation set announced = $1, waiting = null
      where announced = until and announced < $1
      """;

  /** The transactions that may have read the table before the announcement was committed. */
  private static final String WAIT =
      """
      update sensor.aggregation set waiting = array(
        select l.virtualxid from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'virtualxid' and a.datname = current_database()
          and a.pid <> pg_backend_pid() and a.backend_type is distinct from 'autovacuum worker')
      where announced > until and waiting is null
      """;

  /** Before {@link #ADVANCE}, whose snapshot is younger and sees what has ended. */
  private static final String ENDED =
      """
      select 1 from sensor.aggregation
      where announced > until and waiting is not null and not exists (
        select 1 from pg_locks where locktype = 'virtualxid' and virtualxid = any(waiting))
      """;

  private static final String ADVANCE =
      """
      with border as (
        update sensor.aggregation s set until = announced, waiting = null
        from (select until as earlier from sensor.aggregation) e
        returning e.earlier, s.until
      )
      insert into sensor.stale (datastream_id, from_time, until_time)
      select l.datastream_id, greatest(s.earlier, date_trunc('hour', l.first_time, 'UTC')),
        least(s.until, date_trunc('hour', l.last_time, 'UTC') + interval '1 hour')
      from border s join sensor.latest l on l.last_time >= s.earlier and l.first_time < s.until
      """;

  private final Database database;
  private final int hours;

  /**
   * @param hours of all datastreams together that one transaction computes
   */
  public Aggregates(Database database, int hours) {
    this.database = database;
    this.hours = hours;
  }

  /**
   * Does a part of what is to be done; returns whether there may be more at once. Does nothing
   * while another process is at it.
   */
  public Future<Boolean> pass(Instant now) {
    return database.inTransaction(Purpose.BACKGROUND, tx -> pass(tx, now));
  }

  private boolean pass(Transaction tx, Instant now) {
    boolean locked = tx.first(TRY_LOCK).orElseThrow().getBoolean(0);
    if (!locked) {
      return false;
    }
    boolean moved = advance(tx, now);
    return new StaleHours(tx, hours).compute() || moved;
  }

  /**
   * Moves the end of what is computed in three transactions, so that every observation before it
   * has been counted or has left a mark.
   */
  private static boolean advance(Transaction tx, Instant now) {
    OffsetDateTime end = now.minus(LAG).truncatedTo(ChronoUnit.HOURS).atOffset(ZoneOffset.UTC);
    if (tx.first(ENDED).isPresent()) {
      tx.update(ADVANCE);
      return true;
    }
    return tx.update(WAIT) + tx.update(ANNOUNCE, end) > 0;
  }

  /** Returns the number of marks that wait, for tests and measurements. */
  public Future<Long> waiting() {
    return waiting(Integer.MAX_VALUE);
  }

  /** Returns the number of marks that wait, counted up to this number. */
  Future<Long> waiting(int most) {
    return database
        .pool(Purpose.BACKGROUND)
        .preparedQuery("select count(*) from (select 1 from sensor.stale limit $1) marks")
        .execute(Tuple.of(most))
        .map(rows -> rows.iterator().next().getLong(0));
  }
}
