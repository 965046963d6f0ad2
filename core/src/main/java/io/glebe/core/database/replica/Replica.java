package io.glebe.core.database.replica;

import io.glebe.core.problem.DatabaseProblems;
import io.glebe.core.thread.Awaiting;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A replica of the database for reads. A connection is given when the replica shows everything that
 * the primary server had acknowledged to anybody before, so a read at it returns no less than one
 * at the primary server. When it does not become so far in time, cannot be reached, or is none any
 * more, the primary server is read for a second. Thread-safe.
 */
public final class Replica implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Replica.class);
  private static final long REST_NANOS = 1_000_000_000L;
  private static final long POLL_MILLIS = 1;
  private static final String CANCEL = "select pg_cancel_backend($1)";

  /** a write, a conflict of the read with the log that arrives, and a server that stops */
  private static final Set<String> OF_REPLICAS = Set.of("25006", "40001", "57P01", "57P03");

  private final Vertx vertx;
  private final PrimaryPosition primary;
  private final SqlClient positions;
  private final Pool pool;
  private final SqlClient cancelling;
  private final Duration wait;

  private volatile Rest rest = Rest.NONE;

  /** Until when it is not used, and why. */
  private record Rest(long until, String reason) {
    static final Rest NONE = new Rest(0, "");
  }

  /**
   * The clients, apart from the one that cancels, belong to this object afterwards.
   *
   * @param primary asks the primary server, with one connection
   * @param pool connections of the replica
   * @param cancelling a further connection of the replica
   * @param wait how long a read waits until the replica shows what it has to
   */
  public Replica(Vertx vertx, SqlClient primary, Pool pool, SqlClient cancelling, Duration wait) {
    this.vertx = vertx;
    this.primary = new PrimaryPosition(primary);
    this.positions = primary;
    this.pool = pool;
    this.cancelling = cancelling;
    this.wait = wait;
  }

  /**
   * A connection of the replica, which the receiver closes; empty where the primary server has to
   * be read.
   */
  public Future<Optional<SqlConnection>> connection() {
    if (isResting()) {
      return Future.succeededFuture(Optional.empty());
    }
    long end = System.nanoTime() + wait.toNanos();
    Future<LogPosition> needed = primary.now();
    Future<SqlConnection> ready =
        pool.getConnection()
            .compose(
                connection ->
                    needed
                        .compose(position -> shows(connection, position, end))
                        .map(connection)
                        .onFailure(failure -> connection.close()));
    return ready
        .timeout(wait.toMillis(), TimeUnit.MILLISECONDS)
        .onSuccess(connection -> use())
        .map(Optional::of)
        .recover(
            failure -> {
              rest(failure);
              ready.onSuccess(SqlConnection::close); // too late
              return Future.succeededFuture(Optional.empty());
            });
  }

  private Future<Void> shows(SqlConnection connection, LogPosition needed, long end) {
    return connection
        .preparedQuery(LogPosition.REPLAYED)
        .execute()
        .map(LogPosition::of)
        .compose(
            position -> {
              if (position.covers(needed)) {
                return Future.succeededFuture();
              }
              if (System.nanoTime() - end > 0) {
                throw behind();
              }
              return vertx
                  .timer(POLL_MILLIS, TimeUnit.MILLISECONDS)
                  .compose(later -> shows(connection, needed, end));
            });
  }

  private UnusableReplica behind() {
    return new UnusableReplica("it is more than " + wait.toMillis() + " ms behind");
  }

  private boolean isResting() {
    return !rest.equals(Rest.NONE) && !tries();
  }

  /** Whether this read tries the replica after a rest. Others do not wait for its result. */
  private synchronized boolean tries() {
    if (rest.equals(Rest.NONE)) {
      return true;
    }
    long now = System.nanoTime();
    if (now - rest.until() < 0) {
      return false;
    }
    rest = new Rest(now + REST_NANOS, rest.reason());
    return true;
  }

  private synchronized void rest(Throwable failure) {
    String reason =
        failure instanceof TimeoutException
            ? "it has not answered within " + wait.toMillis() + " ms"
            : String.valueOf(failure.getMessage());
    if (!rest.reason().equals(reason)) {
      LOG.warn("the replica of the database is not used: {}", reason);
    }
    rest = new Rest(System.nanoTime() + REST_NANOS, reason);
  }

  private synchronized void use() {
    if (!rest.equals(Rest.NONE)) {
      LOG.info("the replica of the database is used again");
      rest = Rest.NONE;
    }
  }

  /**
   * Whether a read has failed because it was run at a replica, so that it has to be run again at
   * the primary server.
   */
  public static boolean mustRepeat(Throwable failure) {
    return failure instanceof PgException refused
        ? OF_REPLICAS.contains(String.valueOf(refused.getSqlState()))
        : DatabaseProblems.isLostConnection(failure) || failure instanceof IOException;
  }

  /** Cancels what a process of the replica does. */
  public Future<Void> cancel(int process) {
    return cancelling.preparedQuery(CANCEL).execute(Tuple.of(process)).mapEmpty();
  }

  @Override
  public void close() {
    Awaiting.await(positions.close());
    Awaiting.await(pool.close());
  }
}
