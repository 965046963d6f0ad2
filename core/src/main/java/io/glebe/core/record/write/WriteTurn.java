package io.glebe.core.record.write;

import io.glebe.core.database.Transaction;
import io.glebe.core.thread.Awaiting;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Lets all processes together run as many groups at a time as one process does alone. More groups
 * would only wait for each other at the feed clock: each of them with few writes, and each with the
 * cost of a transaction. A group therefore takes one of {@value #PLACES} advisory locks of the
 * database with its first statement and keeps it until its end. While other processes hold them,
 * the writes of this process collect.
 *
 * <p>The lock decides only how many writes share a group. Order and exclusion are decided by the
 * feed clock and by row locks, so a group may also run without a turn: when another process keeps
 * its turn for too long, turns are not used for some time. Thread-safe.
 */
final class WriteTurn {
  /** Groups of all processes that run at a time: one is planned while another is written. */
  static final int PLACES = 2;

  /** First part of the advisory locks; the second part is the number of the place. */
  static final int LOCK = 0x676c6562;

  /** Longest wait for a turn. A running process finishes a group within milliseconds. */
  private static final String LONGEST_WAIT = "5s";

  private static final long WITHOUT_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final String NOT_AVAILABLE = "55P03";

  /**
   * Session settings: lock waits end after some time; statements are planned once instead of for
   * each length of their arrays; and indexes are used even when a table was small at planning time.
   */
  private static final String SETTINGS =
      """
      set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
        set_config('enable_mergejoin', 'off', true),
        set_config('plan_cache_mode', 'force_generic_plan', true),
        set_config('lock_timeout', '30s', true)
      """;

  private static final String WITHOUT = "select false as waited, " + SETTINGS;

  private final String take;
  private volatile boolean shared;
  private final AtomicLong withoutUntil;

  /**
   * @param place preferred place, from 0
   * @param withoutUntil the time until which this process takes no turns, for all places
   */
  private WriteTurn(int place, AtomicLong withoutUntil) {
    this.withoutUntil = withoutUntil;
    this.take =
        """
        select set_config('lock_timeout', '%1$s', true),
          case
            when pg_try_advisory_xact_lock(%2$d, %3$d) then false
            when pg_try_advisory_xact_lock(%2$d, %4$d) then false
            else pg_advisory_xact_lock(%2$d, %3$d)::text = ''
          end as waited,
        """
                .formatted(LONGEST_WAIT, LOCK, place, (place + 1) % PLACES)
            + SETTINGS;
  }

  /** Returns one for each group that a process runs at a time. */
  static List<WriteTurn> all() {
    AtomicLong withoutUntil = new AtomicLong(System.nanoTime());
    return IntStream.range(0, PLACES)
        .mapToObj(place -> new WriteTurn(place, withoutUntil))
        .toList();
  }

  /**
   * Whether other processes used the places when this one last asked. Then writes should be
   * collected after the turn is granted; otherwise they need not wait for the answer.
   */
  boolean isShared() {
    return shared;
  }

  /** Sends the first statement of a group: the settings of its transaction and the turn. */
  Taken send(Transaction transaction) {
    boolean with = System.nanoTime() - withoutUntil.get() >= 0;
    Taken taken =
        new Taken(transaction.connection().preparedQuery(with ? take : WITHOUT).execute());
    taken.answer.onSuccess(rows -> shared = rows.iterator().next().getBoolean("waited"));
    return taken;
  }

  /** The same for a group that takes no turn, because it may wait long for a lock. */
  Taken sendWithout(Transaction transaction) {
    return new Taken(transaction.connection().preparedQuery(WITHOUT).execute());
  }

  /** The answer to the first statement. */
  final class Taken {
    private final Future<RowSet<Row>> answer;

    private Taken(Future<RowSet<Row>> answer) {
      this.answer = answer;
    }

    /** Waits for the turn. */
    void await() {
      Awaiting.await(answer);
    }

    /**
     * Whether the group was rolled back because no turn was granted in time. It may run again: then
     * and for the next seconds without a turn.
     */
    boolean isRefused() {
      boolean refused =
          answer.failed()
              && answer.cause() instanceof PgException e
              && NOT_AVAILABLE.equals(e.getSqlState());
      if (refused) {
        withoutUntil.set(System.nanoTime() + WITHOUT_NANOS);
        shared = false;
      }
      return refused;
    }
  }
}
