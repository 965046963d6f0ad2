package io.glebe.core.cube.series;

import io.glebe.core.access.SubjectId;
import io.glebe.core.admission.SharedQueue;
import io.glebe.core.thread.CallerPromise;
import io.glebe.tile.engine.ThreadNiceness;
import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Parses and checks the areas of requests one after the other on a thread of its own, one of each
 * caller in turn. A check of many vertices takes tens of milliseconds and cannot be interrupted, so
 * it holds neither an event loop nor a thread that renders tiles. As many areas wait as series are
 * admitted.
 */
final class AreaThread implements AutoCloseable {
  /** Areas give way to tiles and event loops when all cores are busy. */
  private static final int NICENESS = 8;

  private final SharedQueue<SubjectId, Runnable> waiting = new SharedQueue<>(1, Long.MAX_VALUE);
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work ->
              Thread.ofPlatform().daemon().name("areas of series").unstarted(() -> serve(work)));

  /** Runs the work, unless the client has left by then; in that case the future is cancelled. */
  <T> Future<T> run(SubjectId caller, Supplier<T> work, BooleanSupplier isAbandoned) {
    CallerPromise<T> promise = new CallerPromise<>();
    add(caller, () -> promise.compute(() -> computed(work, isAbandoned)));
    try {
      thread.execute(() -> next().forEach(Runnable::run));
    } catch (RejectedExecutionException stopped) {
      promise.fail(stopped);
    }
    return promise.future();
  }

  private static void serve(Runnable work) {
    ThreadNiceness.ofThisThread(NICENESS);
    work.run();
  }

  private synchronized void add(SubjectId caller, Runnable work) {
    waiting.add(caller, work, 0);
  }

  private synchronized List<Runnable> next() {
    return waiting.next();
  }

  private static <T> T computed(Supplier<T> work, BooleanSupplier isAbandoned) {
    if (isAbandoned.getAsBoolean()) {
      throw new CancellationException("the client has left");
    }
    return work.get();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
