package io.glebe.core.cube.series;

import io.glebe.core.thread.CallerPromise;
import io.vertx.core.Future;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Parses and checks the areas of requests one after the other on a thread of its own. A check of
 * many vertices takes tens of milliseconds and cannot be interrupted, so it holds neither an event
 * loop nor a thread that renders tiles. As many areas wait as series are admitted.
 */
final class AreaThread implements AutoCloseable {
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("areas of series").factory());

  /** Runs the work, unless the client has left before its turn; then the future is cancelled. */
  <T> Future<T> run(Supplier<T> work, BooleanSupplier isAbandoned) {
    CallerPromise<T> promise = new CallerPromise<>();
    try {
      thread.execute(() -> compute(work, isAbandoned, promise));
    } catch (RejectedExecutionException stopped) {
      promise.fail(stopped);
    }
    return promise.future();
  }

  private static <T> void compute(
      Supplier<T> work, BooleanSupplier isAbandoned, CallerPromise<T> promise) {
    if (isAbandoned.getAsBoolean()) {
      promise.fail(new CancellationException("the client has left"));
      return;
    }
    try {
      promise.complete(work.get());
    } catch (RuntimeException | StackOverflowError e) {
      promise.fail(e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
