package io.glebe.zarr.store.hedge;

import io.glebe.zarr.store.Blob;
import io.glebe.zarr.store.ByteRange;
import io.glebe.zarr.store.ForwardingStore;
import io.glebe.zarr.store.ObjectStore;
import io.glebe.zarr.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Sends a read of a remote store a second time when it takes longer than 95 of 100 of the latest
 * reads did; the first answer counts, and the other request is interrupted. The store must return
 * blobs of heap memory.
 */
public final class HedgedStore extends ForwardingStore {
  private final ObjectStore store;
  private final long floor;
  private final HedgeBudget budget;
  private final ReadTimes times = new ReadTimes();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final LongAdder sent = new LongAdder();
  private final LongAdder first = new LongAdder();

  /**
   * @param share of reads that may be sent a second time, above 0
   * @param floor no read that is faster is sent a second time
   */
  public HedgedStore(ObjectStore store, double share, Duration floor) {
    super(store);
    this.store = store;
    this.floor = floor.toNanos();
    this.budget = new HedgeBudget(share);
  }

  @Override
  public Optional<Blob> get(String key, List<ByteRange> ranges) {
    budget.earn();
    Race race = new Race(key, () -> store.get(key, ranges));
    long start = System.nanoTime();
    boolean failed = true;
    try {
      Optional<Blob> blob = race.run(Math.max(floor, times.high()));
      failed = false;
      return blob;
    } catch (StoreException failure) {
      throw failure;
    } catch (RuntimeException answer) {
      failed = false;
      throw answer;
    } finally {
      times.add(System.nanoTime() - start, failed);
    }
  }

  /** The one or two requests of a read. */
  private final class Race {
    private final String key;
    private final Callable<Optional<Blob>> request;
    private final CompletionService<Optional<Blob>> answers =
        new ExecutorCompletionService<>(threads);
    private final List<Future<Optional<Blob>>> requests = new ArrayList<>(2);

    Race(String key, Callable<Optional<Blob>> request) {
      this.key = key;
      this.request = request;
    }

    Optional<Blob> run(long delay) {
      try {
        requests.add(answers.submit(request));
        Future<Optional<Blob>> answer = answers.poll(delay, TimeUnit.NANOSECONDS);
        if (answer == null) {
          answer = answerOfTwo();
        }
        return result(answer);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        throw new StoreException(key, "interrupted while reading '" + key + "'", stopped);
      } finally {
        requests.forEach(each -> each.cancel(true));
      }
    }

    private Future<Optional<Blob>> answerOfTwo() throws InterruptedException {
      if (!times.failing() && budget.take()) {
        sent.increment();
        requests.add(answers.submit(request));
      }
      Future<Optional<Blob>> answer = answers.take();
      if (requests.size() == 2 && hasFailed(answer)) {
        answer = answers.take();
      }
      if (answer.state() == Future.State.SUCCESS
          && requests.getFirst().state() != Future.State.SUCCESS) {
        first.increment();
      }
      return answer;
    }

    private boolean hasFailed(Future<Optional<Blob>> answer) {
      return answer.state() == Future.State.FAILED
          && answer.exceptionNow() instanceof StoreException;
    }

    private Optional<Blob> result(Future<Optional<Blob>> answer) {
      if (answer.state() != Future.State.FAILED) {
        return answer.resultNow();
      }
      switch (answer.exceptionNow()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case Throwable other -> throw new IllegalStateException(other);
      }
    }
  }

  /** Second requests that were sent. */
  public long sent() {
    return sent.sum();
  }

  /** Second requests that were answered before the first one. */
  public long answeredFirst() {
    return first.sum();
  }

  @Override
  public void close() {
    threads.shutdownNow();
    super.close();
  }
}
