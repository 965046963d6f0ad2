package io.glebe.core.thread;

import io.vertx.core.Future;
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
    CallerPromise<T> promise = new CallerPromise<>();
    THREADS.execute(
        () -> {
          try {
            promise.complete(work.call());
          } catch (Throwable e) { // errors too must reach the caller, who would wait for ever
            promise.fail(e);
          }
        });
    return promise.future();
  }
}
