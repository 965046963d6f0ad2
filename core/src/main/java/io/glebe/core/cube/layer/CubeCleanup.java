package io.glebe.core.cube.layer;

import io.glebe.core.cube.snapshot.CubeWriters;
import io.glebe.core.cube.snapshot.Cubes;
import io.glebe.core.cube.upload.UploadRows;
import io.glebe.core.database.BackupLock;
import io.glebe.core.database.Database;
import io.glebe.core.database.Purpose;
import io.glebe.core.thread.OffLoop;
import io.glebe.zarr.dataset.ReclaimReport;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes data that is no longer reachable: snapshots past their retention, slices that only those
 * snapshots used, and uploads that never ended. Runs in the background, one cube at a time; several
 * processes may run it at the same time.
 */
public final class CubeCleanup implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CubeCleanup.class);

  /** Requests that started within the retention may still be reading. */
  private static final Duration GRACE = Duration.ofMinutes(15);

  private final Database database;
  private final Cubes cubes;
  private final UploadRows uploads;
  private final CubeWriters writers;
  private final AtomicBoolean running = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Vertx vertx;
  private final long timer;

  /** Cleans up after each interval until it is closed. */
  public CubeCleanup(
      Database database,
      Cubes cubes,
      UploadRows uploads,
      CubeWriters writers,
      Vertx vertx,
      Duration interval) {
    this.database = database;
    this.cubes = cubes;
    this.uploads = uploads;
    this.writers = writers;
    this.vertx = vertx;
    timer = vertx.setPeriodic(interval.toMillis(), tick -> sweepOrWarn());
  }

  private void sweepOrWarn() {
    sweep().onFailure(e -> LOG.warn("old data could not be deleted: {}", "" + e));
  }

  /** Cleans up all cubes once, with the configured retention. */
  public Future<Void> sweep() {
    if (!running.compareAndSet(false, true)) {
      return Future.succeededFuture();
    }
    return database
        .query("SELECT id FROM cube_collection WHERE cube_path IS NOT NULL ORDER BY id")
        .map(
            rows -> {
              List<String> ids = new ArrayList<>();
              for (Row row : rows) {
                ids.add(row.getString(0));
              }
              return ids;
            })
        .compose(ids -> OffLoop.run(() -> each(ids)))
        .compose(swept -> cubes.sweep())
        .compose(swept -> uploads.sweep())
        .compose(swept -> writers.sweep())
        .onComplete(done -> running.set(false));
  }

  private Void each(List<String> ids) {
    for (String id : ids) {
      if (closed.get()) {
        return null;
      }
      try {
        reclaim(id, cubes.retention().plus(GRACE)).await();
      } catch (RuntimeException failed) {
        LOG.warn("old data of '{}' could not be deleted: {}", id, "" + failed);
      }
    }
    return null;
  }

  /** Cleans up one cube, unless a backup runs. */
  public Future<ReclaimReport> reclaim(String collection, Duration retention) {
    return cubes
        .find(collection)
        .compose(
            cube ->
                database.inTransaction(
                    Purpose.BACKGROUND,
                    tx ->
                        cube.filter(open -> BackupLock.keepAway(tx))
                            .map(open -> open.dataset().reclaim(retention))
                            .orElse(new ReclaimReport(0, 0, 0))));
  }

  @Override
  public void close() {
    closed.set(true);
    vertx.cancelTimer(timer);
  }
}
