package io.glebe.core.thread;

import io.vertx.core.Future;

/**
 * Futures that several callers wait for, kept in caches and flights. Such a future belongs to the
 * event loop of whoever asked first; taken as it is, all that follows would run there, and each of
 * its steps would wake a thread.
 */
public final class SharedFutures {
  private SharedFutures() {}

  /** The same outcome for this caller: at once when it is known, else on its own event loop. */
  public static <T> Future<T> here(Future<T> shared) {
    if (shared.succeeded()) {
      return Future.succeededFuture(shared.result());
    }
    if (shared.failed()) {
      return Future.failedFuture(shared.cause());
    }
    CallerPromise<T> mine = new CallerPromise<>();
    shared.onComplete(mine::complete, mine::fail);
    return mine.future();
  }
}
