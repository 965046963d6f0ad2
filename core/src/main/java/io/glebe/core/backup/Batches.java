package io.glebe.core.backup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs many small tasks, some at a time, and hands their results over in order. */
final class Batches<T> implements AutoCloseable {
  /** Calls to the stores at the same time. */
  private static final int PARALLEL = 8;

  private static final int BATCH = 256;

  /** Receives a result; may fail. */
  interface Sink<T> {
    void accept(T result) throws IOException;
  }

  private final ExecutorService threads = Executors.newFixedThreadPool(PARALLEL);
  private final List<Callable<T>> waiting = new ArrayList<>();
  private final Sink<T> sink;

  Batches(Sink<T> sink) {
    this.sink = sink;
  }

  void add(Callable<T> task) throws IOException {
    waiting.add(task);
    if (waiting.size() == BATCH) {
      finish();
    }
  }

  /** Runs what waits. The first failure is thrown. */
  void finish() throws IOException {
    try {
      for (Future<T> done : threads.invokeAll(waiting)) {
        sink.accept(done.get());
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure ? failure : failed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BackupFault("interrupted", e);
    }
    waiting.clear();
  }

  private static BackupFault failed(ExecutionException e) {
    Throwable cause = Objects.requireNonNull(e.getCause());
    String message = cause.getMessage();
    return new BackupFault(message == null ? cause.toString() : message, cause);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
