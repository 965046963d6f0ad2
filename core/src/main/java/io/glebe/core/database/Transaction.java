package io.glebe.core.database;

import io.glebe.core.thread.Awaiting;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An open transaction inside a {@link Script}. Each call waits for its answer on the script's
 * virtual thread; never keep it beyond the script, never call it from an event loop.
 */
public final class Transaction {
  private final SqlConnection connection;
  private Optional<Future<Void>> committed = Optional.empty();

  private Transaction(SqlConnection connection) {
    this.connection = connection;
  }

  /** Sends BEGIN without waiting for its answer: the first statement travels with it. */
  static Transaction begin(SqlConnection connection) {
    connection.query("BEGIN").execute();
    return new Transaction(connection);
  }

  /**
   * Sends COMMIT right behind the statements already sent, so that locks are held no longer than
   * the server needs; the script then awaits its statements and sends nothing more. If one of them
   * failed the server rolls back instead, which the failure of that statement tells. A script that
   * does not call this is committed when it returns.
   */
  public Future<Void> commit() {
    if (committed.isEmpty()) {
      committed = Optional.of(connection.query("COMMIT").execute().mapEmpty());
    }
    return committed.get();
  }

  /** Rolls back what has not been committed; waits. */
  void rollBack() {
    await(
        committed.isPresent()
            ? committed.get()
            : connection.query("ROLLBACK").execute().<Void>mapEmpty());
  }

  /** Runs a prepared statement with the parameters $1, $2, ... */
  public RowSet<Row> execute(String sql, @Nullable Object... parameters) {
    return await(connection.preparedQuery(sql).execute(Tuple.from(parameters)));
  }

  /**
   * Runs a prepared statement with parameters in a tuple, which can hold arrays and typed nulls.
   */
  public RowSet<Row> execute(String sql, Tuple parameters) {
    return await(connection.preparedQuery(sql).execute(parameters));
  }

  /** The only row, empty for none. */
  public Optional<Row> first(String sql, @Nullable Object... parameters) {
    RowSet<Row> rows = execute(sql, parameters);
    return rows.size() == 0 ? Optional.empty() : Optional.of(rows.iterator().next());
  }

  /** Runs a statement and answers how many rows it touched. */
  public int update(String sql, @Nullable Object... parameters) {
    return execute(sql, parameters).rowCount();
  }

  /** Runs one statement for each tuple in a single round trip. */
  public RowSet<Row> batch(String sql, List<Tuple> parameters) {
    return await(connection.preparedQuery(sql).executeBatch(parameters));
  }

  /** The connection, for cursors and row streams; only inside the script. */
  public SqlConnection connection() {
    return connection;
  }

  /** Waits for any future inside a script and throws its failure as it is. */
  public static <T> T await(Future<T> future) {
    return Awaiting.await(future);
  }
}
