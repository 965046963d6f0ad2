package io.glebe.core.thread;

import io.glebe.tile.engine.ThreadNiceness;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for long work with many bytes: the checksums of uploads, the cells of downloads. They
 * give way to event loops and to the threads that answer requests when all cores are busy, which
 * virtual threads cannot: ten uploads of 200 MB would keep every core for seconds.
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

  @Override
  public void close() {
    threads.shutdown();
  }
}
