package io.glebe.core.thread;

import io.glebe.tile.engine.ThreadNiceness;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for long work: the checksums of uploads, the cells of downloads, the requests of a batch.
 * They give way to event loops and to the threads that answer requests when all cores are busy,
 * which virtual threads cannot: ten uploads of 200 MB would keep every core for seconds.
 */
public final class BackgroundThreads implements AutoCloseable {
  private static final int NICENESS = 8;
  private static final int IDLE_SECONDS = 10;

  private final String work;
  private final ThreadPoolExecutor threads;

  /**
   * @param work what they do, in the plural: "uploads"
   * @param count most of them; a thread without work ends
   */
  public BackgroundThreads(String work, int count) {
    this.work = work;
    threads =
        new ThreadPoolExecutor(
            count,
            count,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> Thread.ofPlatform().daemon().name(work).unstarted(() -> serve(task)));
    threads.allowCoreThreadTimeOut(true);
  }

  /** A part of the work. */
  @FunctionalInterface
  public interface Work {
    void run() throws IOException;
  }

  private static void serve(Runnable task) {
    ThreadNiceness.ofThisThread(NICENESS);
    task.run();
  }

  /** Runs the work and waits for its end; its exception is thrown here. */
  public void run(Work part) throws IOException {
    Future<?> done;
    try {
      done =
          threads.submit(
              () -> {
                part.run();
                return true;
              });
    } catch (RejectedExecutionException stopped) {
      throw new IOException("the " + work + " are closed", stopped);
    }
    try {
      done.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the " + work + " were interrupted", e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException fault -> throw fault;
        case RuntimeException fault -> throw fault;
        case Error fault -> throw fault;
        case null, default -> throw new IOException("the " + work + " have failed", e);
      }
    }
  }

  /**
   * Begins work that may wait. The future completes on the event loop of the caller; it fails with
   * the exception of the work, or when these threads are closed.
   */
  public <T> io.vertx.core.Future<T> start(Callable<T> whole) {
    CallerPromise<T> promise = new CallerPromise<>();
    Callable<T> caused = Cause.keptCall(whole);
    try {
      threads.execute(() -> promise.compute(caused));
    } catch (RejectedExecutionException stopped) {
      promise.fail(stopped);
    }
    return promise.future();
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
