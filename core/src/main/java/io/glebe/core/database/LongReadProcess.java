package io.glebe.core.database;

import io.glebe.tile.engine.ThreadNiceness;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.SqlConnection;
import java.util.Optional;

/**
 * The server process of a connection for long reads. That of the embedded database gives way to the
 * processes of short statements and to this process when all cores are busy: the text of a tree of
 * 8 MB takes a core for tens of milliseconds, and a write of six statements would wait six times.
 * The processes of an outside database stay as they are.
 */
final class LongReadProcess {
  /** As that of the threads which render. */
  private static final int NICENESS = 4;

  private LongReadProcess() {}

  /** Prepares a new connection. */
  static void prepare(SqlConnection connection) {
    int process = PgConnection.cast(connection).processId();
    if (isOurs(process)) {
      ThreadNiceness.ofProcess(process, NICENESS);
    }
  }

  /** Whether it is a process of a server that this process has started. */
  private static boolean isOurs(int process) {
    Optional<ProcessHandle> server = ProcessHandle.of(process).flatMap(ProcessHandle::parent);
    return server
        .flatMap(ProcessHandle::parent)
        .filter(ProcessHandle.current()::equals)
        .isPresent();
  }
}
