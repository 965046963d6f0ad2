package io.glebe.core.attachment;

import io.glebe.tile.engine.ThreadNiceness;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/**
 * Threads that compute the checksums of uploads and write their bytes. They give way to event loops
 * and to the threads that answer requests when all cores are busy, which virtual threads cannot:
 * ten uploads of 200 MB would keep every core for seconds.
 */
final class SpoolThreads implements AutoCloseable {
  private static final int NICENESS = 8;

  private final ExecutorService threads;

  SpoolThreads(int count) {
    threads =
        Executors.newFixedThreadPool(
            count,
            work -> Thread.ofPlatform().daemon().name("uploads").unstarted(() -> serve(work)));
  }

  /** Work with bytes of an upload. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException;
  }

  private static void serve(Runnable work) {
    ThreadNiceness.ofThisThread(NICENESS);
    work.run();
  }

  /** Runs the work and waits for its end; its exception is thrown here. */
  void run(Work work) throws IOException {
    Future<?> done;
    try {
      done =
          threads.submit(
              () -> {
                work.run();
                return true;
              });
    } catch (RejectedExecutionException stopped) {
      throw new IOException("the uploads are closed", stopped);
    }
    try {
      done.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the bytes of an upload were written", e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException fault -> throw fault;
        case RuntimeException fault -> throw fault;
        case Error fault -> throw fault;
        case null, default -> throw new IOException("an upload could not be written", e);
      }
    }
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
