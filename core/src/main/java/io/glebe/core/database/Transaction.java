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
 * An open transaction inside a {@link Script}. Each call waits for its result on the script's
 * virtual thread. Do not keep the transaction after the script ends, and do not call it from an
 * event loop.
 */
public final class Transaction {
  private final SqlConnection connection;
  private Optional<Future<Void>> committed = Optional.empty();

  private Transaction(SqlConnection connection) {
    this.connection = connection;
  }

  /** Sends BEGIN without waiting for its result: it is sent together with the first statement. */
  static Transaction begin(SqlConnection connection) {
    connection.query("BEGIN").execute();
    return new Transaction(connection);
  }

  /**
   * Sends COMMIT directly after the statements already sent, so that locks are held no longer than
   * the server needs. The script then awaits its statements and sends nothing more. If a statement
   * fails, the server rolls back instead, and the failure of that statement reports it. A script
   * that does not call this method is committed when it returns.
   */
  public Future<Void> commit() {
    if (committed.isEmpty()) {
      committed =
          Optional.of(
              StatementSpan.during("COMMIT", () -> connection.query("COMMIT").execute())
                  .mapEmpty());
    }
    return committed.get();
  }

  /** Rolls back uncommitted changes; waits. */
  void rollBack() {
    Awaiting.await(
        committed.isPresent()
            ? committed.get()
            : connection.query("ROLLBACK").execute().<Void>mapEmpty());
  }

  /** Runs a prepared statement with the parameters $1, $2, ... */
  public RowSet<Row> execute(String sql, @Nullable Object... parameters) {
    return execute(sql, Tuple.from(parameters));
  }

  /**
   * Runs a prepared statement with parameters in a tuple, which can hold arrays and typed nulls.
   */
  public RowSet<Row> execute(String sql, Tuple parameters) {
    return Awaiting.await(
        StatementSpan.during(sql, () -> connection.preparedQuery(sql).execute(parameters)));
  }

  /** Returns the only row; empty for none. */
  public Optional<Row> first(String sql, @Nullable Object... parameters) {
    RowSet<Row> rows = execute(sql, parameters);
    return rows.size() == 0 ? Optional.empty() : Optional.of(rows.iterator().next());
  }

  /** Runs a statement and returns the number of affected rows. */
  public int update(String sql, @Nullable Object... parameters) {
    return execute(sql, parameters).rowCount();
  }

  /** Runs one statement for each tuple in a single round trip. */
  public RowSet<Row> batch(String sql, List<Tuple> parameters) {
    return Awaiting.await(
        StatementSpan.during(sql, () -> connection.preparedQuery(sql).executeBatch(parameters)));
  }

  /** Returns the connection, for cursors and row streams; only inside the script. */
  public SqlConnection connection() {
    return connection;
  }
}
