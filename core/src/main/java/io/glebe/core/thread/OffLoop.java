package io.glebe.core.thread;

import io.vertx.core.Future;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Runs blocking work on a virtual thread and completes on the event loop of the caller: {@code
 * OffLoop.run(() -> store.read(key))}. A virtual thread costs about a kilobyte; the caller limits
 * their number (by a pool, a semaphore, or the open requests). The work keeps its {@link Cause}.
 */
public final class OffLoop {
  private static final ExecutorService THREADS =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("off-loop-", 0).factory());

  private OffLoop() {}

  /** Runs the work; an exception fails the future unchanged. */
  public static <T> Future<T> run(Callable<T> work) {
    CallerPromise<T> promise = new CallerPromise<>();
    Callable<T> caused = Cause.keptCall(work);
    THREADS.execute(() -> promise.compute(caused));
    return promise.future();
  }
}
