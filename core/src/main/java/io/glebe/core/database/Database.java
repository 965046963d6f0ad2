package io.glebe.core.database;

import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.admission.WorkOwner;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.RecordSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.replica.Replica;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.RetrySeconds;
import io.glebe.core.thread.Awaiting;
import io.glebe.core.thread.Cause;
import io.glebe.core.thread.OffLoop;
import io.glebe.core.trace.Span;
import io.glebe.zarr.store.WorkCause;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs reads as composed futures, and transactions as sequential scripts:
 *
 * <pre>{@code
 * Future<RowSet<Row>> rows = database.query("SELECT doc FROM field WHERE id = $1", id);
 * Future<String> stamp = database.inTransaction(tx -> {
 *   tx.update("UPDATE ...", id);
 *   return tx.first("SELECT ...").orElseThrow().getString(0);
 * });
 * }</pre>
 *
 * Results arrive on the caller's event loop. A script holds one connection, so the size of the pool
 * bounds the number of concurrent scripts. When the queue of waiting callers is full, further
 * callers get a 503 problem.
 */
public final class Database implements AutoCloseable {
  static final int PIPELINING_LIMIT = 64;
  static final int PREPARED_STATEMENTS = 512;
  private static final int MAX_ATTEMPTS = 4;

  /**
   * deadlock detected, serialization failure: the same transaction may succeed when it runs again
   */
  private static final Set<String> RETRYABLE = Set.of("40P01", "40001");

  private final Vertx vertx;
  private final DatabaseAddress address;
  private final Map<Purpose, Pool> pools = new EnumMap<>(Purpose.class);
  private final int waiters;
  private final int waitersPerCaller;
  private final long waitMillis;
  private final Duration ownedLimit;
  private final LongReads longReads;
  private final LoopClients readers;
  private final LoopClients lookups;
  private final ServerClients primary;
  private final DatabaseSilence silence;

  /** That of the primary server and that of the replica. */
  private final List<DatabaseSilence> silences = new ArrayList<>();

  private Database(Vertx vertx, DatabaseAddress address, Settings settings) {
    this.vertx = vertx;
    this.address = address;
    this.primary = new ServerClients(vertx, settings, address);
    this.waiters = settings.get(StorageSettings.DATABASE_WAITERS);
    this.waitersPerCaller = settings.get(StorageSettings.DATABASE_WAITERS_PER_CALLER);
    this.waitMillis = settings.get(StorageSettings.DATABASE_WAIT).toMillis();
    this.ownedLimit = settings.get(RecordSettings.RECORD_QUERY_LIMIT);
    this.silence =
        new DatabaseSilence(vertx, "the database", primary.pipeline("control"), primary::giveUp);
    silences.add(silence);
    this.readers = new LoopClients(() -> primary.pool(readersOfLoop(settings), "loop readers"));
    this.lookups = new LoopClients(() -> primary.pipeline("loop lookups"));
    pools.put(
        Purpose.REQUEST, primary.pool(settings.get(StorageSettings.DATABASE_POOL), "request"));
    this.longReads =
        LongReads.open(
            this,
            settings,
            (server, connections) ->
                replica(
                    new ServerClients(vertx, settings, server),
                    connections,
                    settings.get(StorageSettings.DATABASE_REPLICA_WAIT)));
    pools.put(
        Purpose.LONG_READ,
        primary.pool(longReads.places().total(), "long reads", LongReadProcess::prepare));
    pools.put(
        Purpose.BACKGROUND,
        primary.pool(settings.get(StorageSettings.DATABASE_BACKGROUND_POOL), "background"));
    pools.put(
        Purpose.INGESTION,
        primary.pool(settings.get(StorageSettings.DATABASE_INGESTION_POOL), "ingestion"));
  }

  /**
   * Opens the pools; connections are made on first use. The schema must exist, see {@link
   * Migrations}.
   */
  public static Database open(Vertx vertx, DatabaseAddress address, Settings settings) {
    return new Database(vertx, address, settings);
  }

  private Replica replica(ServerClients server, int connections, Duration wait) {
    SqlClient control = server.pipeline("replica control");
    DatabaseSilence ofReplica =
        new DatabaseSilence(vertx, "the replica of the database", control, server::giveUp);
    ofReplica.watch();
    silences.add(ofReplica);
    return new Replica(
        vertx, primary.pipeline("positions"), server.pool(connections, "replica"), control, wait);
  }

  /**
   * All event loops together get as many connections for reads as requests have for transactions.
   */
  private static int readersOfLoop(Settings settings) {
    int readers = settings.get(HttpSettings.HTTP_LOOPS);
    int loops = readers > 0 ? readers : Runtime.getRuntime().availableProcessors();
    return Math.max(1, settings.get(StorageSettings.DATABASE_POOL) / loops);
  }

  public DatabaseAddress address() {
    return address;
  }

  /**
   * Returns the number of callers that may wait for the database before the response is 503, for
   * queues in front of the pools.
   */
  public int waiters() {
    return waiters;
  }

  /** Returns how many of them one caller may be before the response is 429. */
  public int waitersPerCaller() {
    return waitersPerCaller;
  }

  /** Returns the pool itself, for operations that this class does not offer. */
  public Pool pool(Purpose purpose) {
    return Objects.requireNonNull(pools.get(purpose), "each purpose has a pool");
  }

  /** Opens a connection outside of the pools, which stays open until the caller closes it. */
  public Future<SqlConnection> session() {
    return primary.session();
  }

  /**
   * Runs one prepared statement of a request, outside of any transaction. That of a {@link
   * WorkOwner} waits in turn as {@link #reading} and has a limit of time.
   */
  public Future<RowSet<Row>> query(String sql, @Nullable Object... parameters) {
    return query(sql, Tuple.from(parameters));
  }

  /**
   * Runs one prepared statement of a request, outside of any transaction. That of a {@link
   * WorkOwner} waits in turn as {@link #reading} and has a limit of time.
   */
  public Future<RowSet<Row>> query(String sql, Tuple parameters) {
    return WorkOwner.current()
        .map(owner -> queryWithin(owner, ownedLimit, sql, parameters))
        .orElseGet(() -> execute(readers, sql, parameters));
  }

  /**
   * Runs one prepared statement that finds a row by its key and is therefore fast. All look-ups of
   * one event loop share a connection and do not wait for each other's results.
   */
  public Future<RowSet<Row>> lookUp(String sql, Tuple parameters) {
    return execute(lookups, sql, parameters);
  }

  private Future<RowSet<Row>> execute(LoopClients clients, String sql, Tuple parameters) {
    if (silence.isSilent()) {
      return Future.failedFuture(DatabaseSilence.refusal());
    }
    SqlClient client = clients.here().orElse(pool(Purpose.REQUEST));
    return StatementSpan.during(
        sql, () -> client.preparedQuery(sql).execute(parameters).recover(Database::busy));
  }

  /**
   * Runs one prepared statement whose cost depends on the caller's request. The server cancels it
   * after the limit, and the problem is {@code over-budget} (413). The result waits neither for
   * setting nor for resetting the limit.
   */
  public Future<RowSet<Row>> queryWithin(
      Object owner, Duration limit, String sql, Tuple parameters) {
    return reading(owner, () -> longReads.limited(limit, sql, parameters));
  }

  /**
   * Runs a read that may use a connection of the pool for long. One owner has a share of the
   * connections; further reads wait in turn, and get 429 when they wait too long.
   *
   * @param owner on whose behalf it reads: any value with {@code equals}
   */
  public <T> Future<T> reading(Object owner, Supplier<Future<T>> read) {
    return inTurn(longReads.places(), owner, read);
  }

  /** Runs a read in one of these places; fails with 429 where it waits too long for one. */
  public <T> Future<T> inTurn(SharedPlaces places, Object owner, Supplier<Future<T>> read) {
    return inTurn(places, owner, waitMillis, read);
  }

  /** The same, for those who may wait this long. */
  public <T> Future<T> inTurn(
      SharedPlaces places, Object owner, long millis, Supplier<Future<T>> read) {
    SharedPlaces.Waiter waiter = places.inTurn(owner);
    if (!waiter.place().isComplete()) {
      long timer = vertx.setTimer(millis, late -> waiter.giveUp());
      waiter.place().onComplete(done -> vertx.cancelTimer(timer));
    }
    Supplier<Future<T>> caused = Cause.kept(read);
    return waiter.place().compose(place -> place.during(caused));
  }

  /** A connection of a pool, to be closed; 503 where none is free in time. */
  Future<SqlConnection> connection(Purpose purpose) {
    boolean ofRequest = purpose == Purpose.REQUEST || purpose == Purpose.LONG_READ;
    return ofRequest && silence.isSilent()
        ? Future.failedFuture(DatabaseSilence.refusal())
        : pool(purpose).getConnection().recover(Database::busy);
  }

  /** A statement on one connection has no answer. */
  void suspectSilence() {
    silence.suspect();
  }

  /** Reads that may use a connection for long. */
  public LongReads longReads() {
    return longReads;
  }

  /** Runs one transaction for a request. */
  public <T> Future<T> inTransaction(Script<T> script) {
    return inTransaction(Purpose.REQUEST, script);
  }

  /** Runs one transaction: commits when the script returns, rolls back when it throws. */
  public <T> Future<T> inTransaction(Purpose purpose, Script<T> script) {
    return Span.during(Span.Kind.INTERNAL, "transaction", () -> transaction(purpose, script));
  }

  /** Runs one transaction that only reads; at the replica, if there is one. */
  public <T> Future<T> inReadTransaction(Script<T> script) {
    return Span.during(
        Span.Kind.INTERNAL,
        "transaction",
        () -> longReads.atReplica(running(script), () -> transaction(Purpose.REQUEST, script)));
  }

  private <T> Future<T> transaction(Purpose purpose, Script<T> script) {
    return connection(purpose).compose(running(script));
  }

  private static <T> Function<SqlConnection, Future<T>> running(Script<T> script) {
    return WorkCause.kept(
        connection ->
            OffLoop.run(() -> attempts(connection, script)).eventually(connection::close));
  }

  private static <T> @Nullable T attempts(SqlConnection connection, Script<T> script)
      throws Exception {
    for (int attempt = 1; ; attempt++) {
      try {
        return attempt(connection, script);
      } catch (PgException e) {
        if (attempt == MAX_ATTEMPTS || !RETRYABLE.contains(e.getSqlState())) {
          throw e;
        }
      }
    }
  }

  private static <T> @Nullable T attempt(SqlConnection connection, Script<T> script)
      throws Exception {
    Transaction transaction = Transaction.begin(connection);
    @Nullable T result;
    try {
      result = script.run(transaction);
    } catch (Throwable e) {
      rollBack(transaction, e);
      throw e;
    }
    Awaiting.await(transaction.commit());
    return result;
  }

  private static void rollBack(Transaction transaction, Throwable reason) {
    try {
      transaction.rollBack();
    } catch (RuntimeException e) {
      // the connection is broken; the server rolls back by itself
      if (!isSame(e, reason)) {
        reason.addSuppressed(e);
      }
    }
  }

  /** All statements of a lost connection fail with one exception. */
  @SuppressWarnings("ReferenceEquality") // an exception cannot be suppressed by itself
  private static boolean isSame(Throwable one, Throwable other) {
    return one == other;
  }

  static <T> Future<T> busy(Throwable failure) {
    String words = String.valueOf(failure.getMessage());
    boolean full =
        failure instanceof io.vertx.core.http.ConnectionPoolTooBusyException
            || words.contains("wait queue")
            || words.contains("Timeout");
    return Future.failedFuture(
        full ? Problem.tooBusy("all database connections are busy", RetrySeconds.SHORT) : failure);
  }

  /** Closes the pools; running statements fail. */
  @Override
  public void close() {
    silences.forEach(one -> Awaiting.await(one.close()));
    readers.close().forEach(Awaiting::await);
    lookups.close().forEach(Awaiting::await);
    longReads.close();
    pools.values().forEach(pool -> Awaiting.await(pool.close()));
  }
}
