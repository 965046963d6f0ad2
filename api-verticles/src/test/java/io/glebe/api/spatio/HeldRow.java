package io.glebe.api.spatio;

import io.glebe.api.boot.TestPlatform;
import io.glebe.core.database.Database;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import org.awaitility.Awaitility;

/** A row that another transaction has locked. Writers of the row wait until this is closed. */
public final class HeldRow implements AutoCloseable {
  private static final String WAITING =
      "select count(*) from pg_locks w where not w.granted and $1 = any(pg_blocking_pids(w.pid))";

  private final Database database = TestPlatform.shared().platform().infrastructure().database();
  private final SqlConnection connection;
  private final int pid;

  public HeldRow(String table, Object id) {
    connection = database.session().await();
    pid =
        connection
            .query("select pg_backend_pid()")
            .execute()
            .await()
            .iterator()
            .next()
            .getInteger(0);
    connection.query("begin").execute().await();
    connection
        .preparedQuery("select 1 from " + table + " where id = $1 for update")
        .execute(Tuple.of(id))
        .await();
  }

  /** Returns when another transaction waits for the row. */
  public void awaitWaiter() {
    Awaitility.await()
        .until(() -> database.query(WAITING, pid).await().iterator().next().getLong(0), n -> n > 0);
  }

  /** Writes within the transaction that holds the lock. */
  public void write(String sql, Object... parameters) {
    connection.preparedQuery(sql).execute(Tuple.from(parameters)).await();
  }

  @Override
  public void close() {
    connection.query("commit").execute().await();
    connection.close().await();
  }
}
