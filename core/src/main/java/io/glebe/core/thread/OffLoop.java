package io.glebe.core.thread;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Runs what waits on a virtual thread and answers on the caller's event loop: {@code OffLoop.run(()
 * -> store.read(key))}. A virtual thread costs about a kilobyte; what bounds the number under way
 * is the caller's business (a pool, a semaphore, the requests in flight).
 */
public final class OffLoop {
  private static final ExecutorService THREADS =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("off-loop-", 0).factory());

  private OffLoop() {}

  /** Runs the work; what it throws fails the future as it is. */
  public static <T> Future<T> run(Callable<T> work) {
    Promise<T> promise = Promise.promise();
    Context caller = Vertx.currentContext();
    THREADS.execute(
        () -> {
          try {
            T result = work.call();
            answer(caller, () -> promise.complete(result));
          } catch (Throwable e) { // errors too must reach the caller, who would wait for ever
            answer(caller, () -> promise.fail(e));
          }
        });
    return promise.future();
  }

  private static void answer(Context caller, Runnable completion) {
    if (caller == null) {
      completion.run();
    } else {
      caller.runOnContext(ignored -> completion.run());
    }
  }
}
