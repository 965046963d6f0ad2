package io.glebe.core.cube.snapshot;

import io.glebe.core.database.Database;
import io.glebe.core.thread.Awaiting;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.util.UUID;

/**
 * A connection that only holds an advisory lock. While it is open, other processes treat the
 * writers of this process as alive. The server detects a lost machine within half a minute.
 */
final class WriterSession implements AutoCloseable {
  private static final SecureRandom RANDOM = new SecureRandom();

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
                    .preparedQuery("SELECT pg_advisory_lock($1)")
                    .execute(Tuple.of(holder))
                    .map(locked -> new WriterSession(connection, holder))
                    .onFailure(failed -> connection.close()));
  }

  /** Returns the number that identifies the writers of this process. */
  long holder() {
    return holder;
  }

  boolean lost() {
    return lost;
  }

  /** Asks the server over this connection whether the writer is still registered. Blocks. */
  boolean holds(UUID writer) {
    if (lost) {
      return false;
    }
    try {
      return Awaiting.await(
                  connection
                      .preparedQuery("SELECT 1 FROM cube_writer WHERE id = $1")
                      .execute(Tuple.of(writer)))
              .size()
          > 0;
    } catch (RuntimeException failure) {
      return false;
    }
  }

  @Override
  public void close() {
    Awaiting.await(connection.close());
  }
}
