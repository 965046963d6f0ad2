package io.glebe.api.console;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/** Returns a result to the event loop of the request that waits for it. */
final class LoopLocal {
  private LoopLocal() {}

  /** The same future, completed on the caller's event loop. */
  static <T> Future<T> onCallerLoop(Future<T> future) {
    Context context = Vertx.currentContext();
    if (future.isComplete() || context == null) {
      return future;
    }
    Promise<T> promise = Promise.promise();
    future.onComplete(
        (result, failure) ->
            context.runOnContext(
                ignored -> {
                  if (failure == null) {
                    promise.complete(result);
                  } else {
                    promise.fail(failure);
                  }
                }));
    return promise.future();
  }
}
