package io.glebe.core.thread;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats a step of background work on a virtual thread of its own until it is closed. When a step
 * has done nothing or has failed, the loop waits until it is woken, but no longer than its
 * interval.
 */
public final class WorkLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkLoop.class);

  private final String name;
  private final Duration interval;
  private final BooleanSupplier step;
  private final Semaphore wake = new Semaphore(0);
  private volatile boolean closed;
  private Optional<Thread> thread = Optional.empty();

  /**
   * @param name name of the thread, and of the work in the log
   * @param interval longest wait between two steps
   * @param step does a part of the work, and may wait; true when there may be more
   */
  public WorkLoop(String name, Duration interval, BooleanSupplier step) {
    this.name = name;
    this.interval = interval;
    this.step = step;
  }

  /** Starts the thread; does nothing after {@link #close}. */
  public synchronized void start() {
    if (!closed && thread.isEmpty()) {
      thread = Optional.of(Thread.ofVirtual().name(name).start(this::run));
    }
  }

  /** Ends the wait of the loop because there may be work. */
  public void wake() {
    if (wake.availablePermits() == 0) {
      wake.release();
    }
  }

  /** Whether the loop is closed, so that a step in progress should end early. */
  public boolean isClosed() {
    return closed;
  }

  /** Waits for the end of the step in progress. No step begins after that. */
  @Override
  public void close() {
    closed = true;
    wake.release();
    running()
        .ifPresent(
            running -> {
              try {
                running.join();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private synchronized Optional<Thread> running() {
    return thread;
  }

  private void run() {
    try {
      while (!closed) {
        if (!done()) {
          wake.tryAcquire(interval.toNanos(), TimeUnit.NANOSECONDS);
          wake.drainPermits();
        }
      }
    } catch (InterruptedException e) {
      closed = true;
    }
  }

  private boolean done() {
    try {
      return step.getAsBoolean();
    } catch (RuntimeException e) {
      if (!closed) {
        LOG.warn("{} cannot continue now: {}", name, e.getMessage());
      }
      return false;
    }
  }
}
