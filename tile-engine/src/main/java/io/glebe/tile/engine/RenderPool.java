package io.glebe.tile.engine;

import io.glebe.zarr.store.WorkCause;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of platform threads (normally one per core), each with its own scratch {@code S},
 * with two bounded queues. A full queue first drops abandoned jobs and then refuses with {@link
 * EngineBusyException}.
 *
 * @param <S> scratch that a worker keeps between jobs; created on the worker's own thread
 */
public final class RenderPool<S> implements AutoCloseable {
  /** Exponential weight of the newest job in the mean service time. */
  private static final double SMOOTHING = 0.05;

  private static final int MAX_RETRY_SECONDS = 30;

  /** Render threads give way to event loops when all cores are busy. */
  static final int NICENESS = 4;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Deque<Job<S, ?>> tiles = new ArrayDeque<>();
  private final Deque<Job<S, ?>> background = new ArrayDeque<>();
  private final int tileCapacity;
  private final int backgroundCapacity;
  private final Thread[] threads;
  private final AtomicInteger active = new AtomicInteger();
  private final LongAdder done = new LongAdder();
  private final LongAdder busyNanos = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private double meanNanos;
  private boolean closed;

  /** Starts the threads. The capacities limit the number of jobs that wait in each queue. */
  public RenderPool(int threads, int tileCapacity, int backgroundCapacity, Supplier<S> scratch) {
    if (threads < 1 || tileCapacity < 1 || backgroundCapacity < 1) {
      throw new IllegalArgumentException("threads and capacities are at least one");
    }
    this.tileCapacity = tileCapacity;
    this.backgroundCapacity = backgroundCapacity;
    this.threads = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      this.threads[i] =
          Thread.ofPlatform().name("render-" + i).daemon(true).start(() -> serve(scratch.get()));
    }
  }

  /**
   * Queues a job. The future completes on a render thread. A job whose {@code abandoned} is true at
   * its turn is never started: its future is cancelled.
   *
   * @throws EngineBusyException when the queue is full
   * @throws RejectedExecutionException when the pool is closed
   */
  public <T> CompletableFuture<T> submit(
      Priority priority, BooleanSupplier abandoned, Function<S, T> render) {
    Job<S, T> job = new Job<>(abandoned, WorkCause.kept(render), new CompletableFuture<>());
    lock.lock();
    try {
      if (closed) {
        throw new RejectedExecutionException("the render pool is closed");
      }
      Deque<Job<S, ?>> queue = priority == Priority.TILES ? tiles : background;
      int capacity = priority == Priority.TILES ? tileCapacity : backgroundCapacity;
      if (queue.size() >= capacity) {
        dropAbandoned(queue);
      }
      if (queue.size() >= capacity) {
        refused.increment();
        throw new EngineBusyException(retryAfter(queue.size()));
      }
      queue.addLast(job);
      work.signal();
      return job.result;
    } finally {
      lock.unlock();
    }
  }

  public int threads() {
    return threads.length;
  }

  /** Number of jobs that wait in a queue now. */
  public int waiting(Priority priority) {
    lock.lock();
    try {
      return (priority == Priority.TILES ? tiles : background).size();
    } finally {
      lock.unlock();
    }
  }

  /** Number of jobs that run now. */
  public int active() {
    return active.get();
  }

  /** Number of finished jobs since the start, including failed ones. */
  public long completed() {
    return done.sum();
  }

  /** Time that render threads have spent in jobs since the start, nanoseconds. */
  public long busyNanos() {
    return busyNanos.sum();
  }

  /** Number of jobs that were never started because all their waiters had left. */
  public long abandoned() {
    return dropped.sum();
  }

  /** Number of jobs refused because their queue was full. */
  public long refusals() {
    return refused.sum();
  }

  /** Refuses new jobs, lets running jobs finish, cancels waiting ones and waits for the threads. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      work.signalAll();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    for (Thread t : threads) {
      try {
        t.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    tiles.forEach(j -> j.result.cancel(false));
    background.forEach(j -> j.result.cancel(false));
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve(S scratch) {
    ThreadNiceness.ofThisThread(NICENESS);
    while (true) {
      Job<S, ?> job = next();
      if (job == null) {
        return;
      }
      if (job.abandoned.getAsBoolean()) {
        drop(job);
        continue;
      }
      active.incrementAndGet();
      long start = System.nanoTime();
      try {
        job.run(scratch);
      } finally {
        active.decrementAndGet();
        done.increment();
        note(System.nanoTime() - start);
      }
    }
  }

  /** The next job, tiles first; null after the pool is closed. */
  private @Nullable Job<S, ?> next() {
    lock.lock();
    try {
      while (!closed && tiles.isEmpty() && background.isEmpty()) {
        work.awaitUninterruptibly();
      }
      if (closed) {
        return null;
      }
      return tiles.isEmpty() ? background.pollFirst() : tiles.pollFirst();
    } finally {
      lock.unlock();
    }
  }

  private void dropAbandoned(Deque<Job<S, ?>> queue) {
    for (Iterator<Job<S, ?>> i = queue.iterator(); i.hasNext(); ) {
      Job<S, ?> job = i.next();
      if (job.abandoned.getAsBoolean()) {
        i.remove();
        drop(job);
      }
    }
  }

  private void drop(Job<S, ?> job) {
    dropped.increment();
    job.result.cancel(false);
  }

  private void note(long nanos) {
    busyNanos.add(nanos);
    lock.lock();
    try {
      meanNanos += SMOOTHING * (nanos - meanNanos);
    } finally {
      lock.unlock();
    }
  }

  private int retryAfter(int queued) {
    double seconds = queued * meanNanos / threads.length / 1e9;
    return (int) Math.clamp(Math.ceil(seconds), 1, MAX_RETRY_SECONDS);
  }

  private record Job<S, T>(
      BooleanSupplier abandoned, Function<S, T> render, CompletableFuture<T> result) {
    void run(S scratch) {
      try {
        result.complete(render.apply(scratch));
      } catch (Throwable failure) {
        // also errors: the waiter must be notified, and the worker continues
        result.completeExceptionally(failure);
      }
    }
  }
}
