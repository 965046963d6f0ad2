package io.glebe.core.cube.job;

import io.glebe.core.database.BackupLock;
import io.glebe.core.database.Database;
import io.glebe.core.thread.Awaiting;
import io.glebe.zarr.store.ObjectStore;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Deletes expired jobs with their outputs, and objects of jobs that were deleted or cancelled.
 * Blocks.
 */
final class JobSweep {
  private static final long EVERY_NANOS = Duration.ofMinutes(10).toNanos();

  private final Database database;
  private final ObjectStore store;
  private final Duration retention;
  private long next = System.nanoTime();

  JobSweep(Database database, ObjectStore store, Duration retention) {
    this.database = database;
    this.store = store;
    this.retention = retention;
  }

  void ifDue() {
    if (System.nanoTime() - next >= 0) {
      next = System.nanoTime() + EVERY_NANOS;
      sweep();
    }
  }

  void sweep() {
    Awaiting.await(
        database.query(
            """
            DELETE FROM bulk_job
            WHERE ended_at < clock_timestamp() - $1::float8 * interval '1 second'
            """,
            (double) retention.toSeconds()));
    Awaiting.await(
        database.query(
            """
            DELETE FROM bulk_job_caller c
            WHERE served_at < clock_timestamp() - interval '1 day'
              AND NOT EXISTS (
                SELECT 1 FROM bulk_job j
                WHERE j.caller = c.caller AND j.state IN ('QUEUED', 'RUNNING'))
            """));
    List<String> folders;
    try (Stream<String> children = store.children("jobs")) {
      folders = children.toList();
    }
    if (folders.isEmpty() || !Awaiting.await(BackupLock.mayDelete(database))) {
      return;
    }
    Set<String> kept = new HashSet<>();
    for (Row row :
        Awaiting.await(
            database.query("SELECT id::text FROM bulk_job WHERE state <> 'CANCELLED'"))) {
      kept.add(row.getString(0));
    }
    folders.stream()
        .filter(folder -> !kept.contains(folder))
        .forEach(folder -> store.deletePrefix("jobs/" + folder));
  }
}
