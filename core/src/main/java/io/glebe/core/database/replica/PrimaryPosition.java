package io.glebe.core.database.replica;

import io.glebe.core.thread.SharedFutures;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlClient;
import org.jspecify.annotations.Nullable;

/**
 * Asks the primary server for its position. One mine is under way at a time; all that want to know
 * meanwhile share the next one. Thread-safe.
 */
final class PrimaryPosition {
  private final SqlClient primary;
  private @Nullable Promise<LogPosition> next;
  private boolean isUnderWay;

  PrimaryPosition(SqlClient primary) {
    this.primary = primary;
  }

  /** A position after everything that was acknowledged before this call. */
  Future<LogPosition> now() {
    Promise<LogPosition> own;
    synchronized (this) {
      if (next == null) {
        next = Promise.promise();
      }
      own = next;
    }
    sendNext();
    return SharedFutures.here(own.future());
  }

  private void sendNext() {
    Promise<LogPosition> sent;
    synchronized (this) {
      if (isUnderWay || next == null) {
        return;
      }
      sent = next;
      next = null;
      isUnderWay = true;
    }
    primary
        .preparedQuery(LogPosition.FLUSHED)
        .execute()
        .map(LogPosition::of)
        .onComplete(
            answer -> {
              synchronized (this) {
                isUnderWay = false;
              }
              sendNext();
            })
        .onComplete(sent::complete, sent::fail);
  }
}
