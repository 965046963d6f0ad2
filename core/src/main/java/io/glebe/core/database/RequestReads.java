package io.glebe.core.database;

import io.glebe.core.database.replica.Replica;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.RetrySeconds;
import io.glebe.core.thread.Departure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.function.Function;

/**
 * Runs reads whose cost depends on a request, as {@link Database#queryWithin}, and ends them when
 * the client has disconnected: a running statement is cancelled, and its connection is free. A long
 * result is read in pieces through a cursor.
 */
public final class RequestReads {
  private static final String RESET = "set statement_timeout = 0";

  private final Database database;
  private final Duration limit;

  /**
   * @param limit longest time of a statement; a read in pieces starts no further piece after it
   */
  public RequestReads(Database database, Duration limit) {
    this.database = database;
    this.limit = limit;
  }

  /** Receives the rows of a read in pieces. An exception ends the read. */
  public interface Receiver {
    /** Returns the number of rows of the next piece, at least 1; takes their memory first. */
    int next();

    /** Takes a piece; returns whether further rows are wanted. */
    boolean take(RowSet<Row> rows);
  }

  /**
   * Runs one statement and returns all its rows.
   *
   * @param owner on whose behalf it reads
   */
  public Future<RowSet<Row>> all(Object owner, Departure departure, String sql, Tuple parameters) {
    return connected(owner, departure, connection -> limited(connection, sql, parameters), RESET);
  }

  /** As {@link #all}, for a receiver that takes all rows as one piece. */
  public Future<Void> whole(
      Object owner, Departure departure, String sql, Tuple parameters, Receiver receiver) {
    return connected(
            owner,
            departure,
            connection -> {
              receiver.next();
              return limited(connection, sql, parameters).map(receiver::take);
            },
            RESET)
        .mapEmpty();
  }

  private Future<RowSet<Row>> limited(SqlConnection connection, String sql, Tuple parameters) {
    return StatementSpan.during(
        sql,
        () -> {
          connection.query("set statement_timeout = " + limit.toMillis()).execute();
          return connection.preparedQuery(sql).execute(parameters);
        });
  }

  /**
   * Runs one statement and passes its rows on in pieces, while the receiver wants more. An outside
   * database does not compile it, which takes seconds for statements over many partitions.
   */
  public Future<Void> pieces(
      Object owner, Departure departure, String sql, Tuple parameters, Receiver receiver) {
    return connected(
        owner,
        departure,
        connection ->
            StatementSpan.during(
                sql, () -> pieces(connection, departure, sql, parameters, receiver)),
        "rollback");
  }

  private Future<Void> pieces(
      SqlConnection connection,
      Departure departure,
      String sql,
      Tuple parameters,
      Receiver receiver) {
    connection
        .query(
            "begin read only; set local jit = off; set local statement_timeout = "
                + limit.toMillis())
        .execute();
    return connection
        .prepare(sql)
        .compose(
            statement ->
                new Pieces(statement, parameters, departure, receiver)
                    .read()
                    .eventually(statement::close));
  }

  /**
   * Runs work on a connection while the client is present.
   *
   * @param last the statement after which the connection can be used by others
   */
  private <T> Future<T> connected(
      Object owner, Departure departure, Function<SqlConnection, Future<T>> work, String last) {
    return database
        .reading(
            owner,
            () -> {
              requirePresent(departure);
              return database.longReads().run(server -> watched(server, departure, work, last));
            })
        .recover(failure -> Future.failedFuture(reason(failure, departure)));
  }

  private <T> Future<T> watched(
      LongReads.Server server,
      Departure departure,
      Function<SqlConnection, Future<T>> work,
      String last) {
    SqlConnection connection = server.connection();
    Cancellation cancellation = new Cancellation(server);
    Runnable leave = cancellation::cancel;
    departure.then(leave);
    return attempted(connection, departure, work)
        .onComplete(
            done -> {
              departure.forget(leave);
              // not pipelined: a simple query discards a preceding unnamed statement
              cancellation
                  .ended()
                  .onComplete(
                      sent ->
                          connection.query(last).execute().onComplete(free -> connection.close()));
            });
  }

  private static void requirePresent(Departure departure) {
    if (departure.getAsBoolean()) {
      throw gone();
    }
  }

  /** The failure of a read whose client receives nothing any more. */
  private static Problem gone() {
    return Problem.of(ProblemType.REQUEST_TIMEOUT, "the client has disconnected");
  }

  private static <T> Future<T> attempted(
      SqlConnection connection, Departure departure, Function<SqlConnection, Future<T>> work) {
    try {
      requirePresent(departure);
      return work.apply(connection);
    } catch (RuntimeException refused) {
      return Future.failedFuture(refused);
    }
  }

  private Throwable reason(Throwable failure, Departure departure) {
    return LongReads.isCancelled(failure) && departure.getAsBoolean()
        ? gone()
        : LongReads.overBudget(failure, limit);
  }

  /** Cancels the statements of one server process until the read has ended. */
  private static final class Cancellation {
    private final LongReads.Server server;
    private boolean ended;
    private Future<Void> sent = Future.succeededFuture();

    Cancellation(LongReads.Server server) {
      this.server = server;
    }

    synchronized void cancel() {
      if (!ended) {
        sent = server.cancel().otherwiseEmpty();
      }
    }

    /** Completes when no cancellation can reach a later statement any more. */
    synchronized Future<Void> ended() {
      ended = true;
      return sent;
    }
  }

  /** One read through a cursor. */
  private final class Pieces {
    private final Cursor cursor;
    private final Departure departure;
    private final Receiver receiver;
    private final long start = System.nanoTime();
    private final Promise<Void> promise = Promise.promise();
    private boolean begun;

    Pieces(PreparedStatement statement, Tuple parameters, Departure departure, Receiver receiver) {
      this.cursor = statement.cursor(parameters);
      this.departure = departure;
      this.receiver = receiver;
    }

    Future<Void> read() {
      next();
      return promise.future();
    }

    private void next() {
      try {
        requirePresent(departure);
        if (System.nanoTime() - start > limit.toNanos()) {
          throw LongReads.beyond(limit);
        }
        cursor.read(receiver.next()).onComplete(this::taken, this::failed);
      } catch (Problem | IllegalStateException refused) {
        promise.fail(refused);
      }
    }

    /** What the receiver has taken is not read again. */
    private void failed(Throwable failure) {
      promise.fail(
          begun && Replica.mustRepeat(failure)
              ? Problem.tooBusy("the read was interrupted", RetrySeconds.SHORT)
              : failure);
    }

    private void taken(RowSet<Row> rows) {
      begun = true;
      boolean goesOn;
      try {
        goesOn = receiver.take(rows) && cursor.hasMore();
      } catch (RuntimeException refused) {
        promise.fail(refused);
        return;
      }
      if (goesOn) {
        next();
      } else {
        promise.complete();
      }
    }
  }
}
