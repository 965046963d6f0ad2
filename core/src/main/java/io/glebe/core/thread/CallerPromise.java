package io.glebe.core.thread;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;

/**
 * A promise that any thread may complete. Its future completes on the event loop that created it,
 * or at once if no event loop did.
 *
 * @param <T> the result
 */
public final class CallerPromise<T> {
  private final Promise<T> promise = Promise.promise();
  private final Context caller = Vertx.currentContext();

  public Future<T> future() {
    return promise.future();
  }

  /** Completes with the result of the work, or fails unchanged with what it throws. */
  public void compute(Callable<T> work) {
    T result;
    try {
      result = work.call();
    } catch (Throwable e) { // an error must reach the caller too
      fail(e);
      return;
    }
    complete(result);
  }

  public void complete(T result) {
    onCaller(() -> promise.complete(result));
  }

  public void fail(Throwable failure) {
    onCaller(() -> promise.fail(failure));
  }

  private void onCaller(Runnable completion) {
    if (caller == null) {
      completion.run();
    } else {
      try {
        caller.runOnContext(ignored -> completion.run());
      } catch (RejectedExecutionException stopped) {
        // the event loop has ended with the platform, and so have its callers
      }
    }
  }
}
