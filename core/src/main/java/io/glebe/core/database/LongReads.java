package io.glebe.core.database;

import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.replica.Replica;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.thread.Cause;
import io.vertx.core.Future;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads that may use a connection for long. One owner has a share of the connections. A replica of
 * the database runs them where the settings name one; what it cannot run, or loses, runs at the
 * primary server.
 */
public final class LongReads implements AutoCloseable {
  /**
   * query canceled: the cause is statement_timeout, unless the client has left, see {@link
   * RequestReads}
   */
  private static final String CANCELLED = "57014";

  private static final String CANCEL = "select pg_cancel_backend($1)";

  private final Database database;
  private final SharedPlaces places;
  private final Optional<Replica> replica;
  private final LongAdder ofReplica = new LongAdder();
  private final LongAdder ofPrimary = new LongAdder();

  private LongReads(Database database, SharedPlaces places, Optional<Replica> replica) {
    this.database = database;
    this.places = places;
    this.replica = replica;
  }

  /**
   * @param opening opens a replica with at most this number of connections
   */
  static LongReads open(
      Database database, Settings settings, BiFunction<DatabaseAddress, Integer, Replica> opening) {
    SharedPlaces places = places(settings);
    return new LongReads(
        database,
        places,
        DatabaseAddress.ofReplica(settings).map(server -> opening.apply(server, places.total())));
  }

  private static SharedPlaces places(Settings settings) {
    int all = Math.max(1, settings.get(StorageSettings.DATABASE_POOL) * 3 / 4);
    int chosen = settings.get(StorageSettings.DATABASE_READS_PER_CALLER);
    int cores = Math.max(2, Runtime.getRuntime().availableProcessors());
    int ofOne = Math.min(chosen > 0 ? chosen : cores, all - 1);
    return new SharedPlaces(
        "long reads",
        all,
        Math.max(1, ofOne),
        settings.get(StorageSettings.DATABASE_WAITERS_PER_CALLER));
  }

  /** One place for each connection. */
  SharedPlaces places() {
    return places;
  }

  /** Number of reads that the replica has begun. */
  public long ofReplica() {
    return ofReplica.sum();
  }

  /** Number of reads that the primary server has begun. */
  public long ofPrimary() {
    return ofPrimary.sum();
  }

  /**
   * A connection for one read, which closes it.
   *
   * @param cancelling cancels what a process of its server does
   */
  record Server(SqlConnection connection, Function<Integer, Future<Void>> cancelling) {
    /** Cancels the statement that runs on the connection. */
    Future<Void> cancel() {
      return cancelling.apply(PgConnection.cast(connection).processId());
    }
  }

  /** Runs a read. It may be run twice, with the same result. */
  <T> Future<T> run(Function<Server, Future<T>> read) {
    return atReplica(
        connection ->
            read.apply(new Server(connection, process -> replica.orElseThrow().cancel(process))),
        () ->
            database
                .connection(Purpose.LONG_READ)
                .compose(
                    connection -> {
                      ofPrimary.increment();
                      return read.apply(new Server(connection, this::cancel));
                    }));
  }

  private Future<Void> cancel(int process) {
    return database.lookUp(CANCEL, Tuple.of(process)).mapEmpty();
  }

  /**
   * Runs a read at the replica.
   *
   * @param otherwise runs it at the primary server
   */
  <T> Future<T> atReplica(Function<SqlConnection, Future<T>> read, Supplier<Future<T>> otherwise) {
    if (replica.isEmpty()) {
      return otherwise.get();
    }
    Supplier<Future<T>> caused = Cause.kept(otherwise);
    return replica
        .get()
        .connection()
        .compose(
            connection ->
                connection.isEmpty()
                    ? caused.get()
                    : atReplica(connection.get(), read)
                        .recover(
                            failure ->
                                Replica.mustRepeat(failure)
                                    ? caused.get()
                                    : Future.failedFuture(failure)));
  }

  private <T> Future<T> atReplica(
      SqlConnection connection, Function<SqlConnection, Future<T>> read) {
    ofReplica.increment();
    return read.apply(connection);
  }

  /** Runs one statement, which the server cancels after the limit. */
  Future<RowSet<Row>> limited(Duration limit, String sql, Tuple parameters) {
    return StatementSpan.during(
        sql,
        () ->
            run(server -> limited(server.connection(), limit, sql, parameters))
                .recover(failure -> Future.failedFuture(overBudget(failure, limit))));
  }

  private static Future<RowSet<Row>> limited(
      SqlConnection connection, Duration limit, String sql, Tuple parameters) {
    connection.query("set statement_timeout = " + limit.toMillis()).execute();
    return connection
        .preparedQuery(sql)
        .execute(parameters)
        .onComplete(done -> unlimited(connection));
  }

  /** Not pipelined with the statement: a simple query discards a preceding unnamed statement. */
  private static void unlimited(SqlConnection connection) {
    connection.query("set statement_timeout = 0").execute().onComplete(done -> connection.close());
  }

  static boolean isCancelled(Throwable failure) {
    return failure instanceof PgException refused && CANCELLED.equals(refused.getSqlState());
  }

  static Throwable overBudget(Throwable failure, Duration limit) {
    return isCancelled(failure) ? beyond(limit) : failure;
  }

  static Problem beyond(Duration limit) {
    return Problem.of(
        ProblemType.OVER_BUDGET,
        "the request takes longer than " + limit.toSeconds() + " s; request less data");
  }

  @Override
  public void close() {
    replica.ifPresent(Replica::close);
  }
}
