package io.glebe.core.cube.snapshot;

import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.util.UUID;

/**
 * A connection that does nothing but hold an advisory lock: as long as it stands, others see that
 * the writers of this process live. The server notices within half a minute when the machine behind
 * it is gone.
 */
final class WriterSession implements AutoCloseable {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String KEEPALIVE =
      "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3";

  private final SqlConnection connection;
  private final long holder;
  private volatile boolean lost;

  private WriterSession(SqlConnection connection, long holder) {
    this.connection = connection;
    this.holder = holder;
    connection.closeHandler(closed -> lost = true);
  }

  static Future<WriterSession> open(Database database) {
    long holder = RANDOM.nextLong();
    return database
        .session()
        .compose(
            connection ->
                connection
                    .query(KEEPALIVE)
                    .execute()
                    .compose(
                        set ->
                            connection
                                .preparedQuery("SELECT pg_advisory_lock($1)")
                                .execute(Tuple.of(holder)))
                    .map(locked -> new WriterSession(connection, holder))
                    .onFailure(failed -> connection.close()));
  }

  /** The number under which the writers of this process are known. */
  long holder() {
    return holder;
  }

  boolean lost() {
    return lost;
  }

  /** Asks the server over this very connection whether the writer still stands. Blocking. */
  boolean holds(UUID writer) {
    if (lost) {
      return false;
    }
    try {
      return Transaction.await(
                  connection
                      .preparedQuery("SELECT 1 FROM cube_writer WHERE id = $1")
                      .execute(Tuple.of(writer)))
              .size()
          > 0;
    } catch (RuntimeException gone) {
      return false;
    }
  }

  @Override
  public void close() {
    Transaction.await(connection.close());
  }
}
