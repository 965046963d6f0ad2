package io.glebe.core.thread;

import io.vertx.core.Future;

/**
 * Futures that several callers wait for, as in caches and single flights. Such a future completes
 * on the event loop of the first caller; without this class all later steps of the other callers
 * would run there, and each step would wake a thread.
 */
public final class SharedFutures {
  private SharedFutures() {}

  /** The same outcome for this caller: at once if it is known, otherwise on its own event loop. */
  public static <T> Future<T> here(Future<T> shared) {
    if (shared.succeeded()) {
      return Future.succeededFuture(shared.result());
    }
    if (shared.failed()) {
      return Future.failedFuture(shared.cause());
    }
    CallerPromise<T> own = new CallerPromise<>();
    shared.onComplete(own::complete, own::fail);
    return own.future();
  }
}
