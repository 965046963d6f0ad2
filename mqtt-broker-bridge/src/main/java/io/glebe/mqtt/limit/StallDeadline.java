package io.glebe.mqtt.limit;

import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Ends something that a client has begun and does not continue: within each period it must progress
 * by {@link #MIN_BYTES} or complete. One timer at a time. Used on one event loop.
 */
public final class StallDeadline {
  /** Minimum progress in each period, in bytes. */
  public static final int MIN_BYTES = 16 * 1024;

  private final EventExecutor loop;
  private final Duration period;
  private final BooleanSupplier begun;
  private final BooleanSupplier excused;
  private final LongSupplier progress;
  private final Runnable stalled;
  private boolean running;

  /**
   * @param begun whether it is still incomplete
   * @param excused whether the server is the one that waits
   * @param progress increases by the bytes that the client has read or sent
   * @param stalled is called when the client has not progressed
   */
  public StallDeadline(
      EventExecutor loop,
      Duration period,
      BooleanSupplier begun,
      BooleanSupplier excused,
      LongSupplier progress,
      Runnable stalled) {
    this.loop = loop;
    this.period = period;
    this.begun = begun;
    this.excused = excused;
    this.progress = progress;
    this.stalled = stalled;
  }

  /** Starts the timer, unless it runs or nothing is incomplete. */
  public void start() {
    if (!running && begun.getAsBoolean()) {
      schedule();
    }
  }

  private void schedule() {
    running = true;
    long before = progress.getAsLong();
    var _ = loop.schedule(() -> check(before), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void check(long before) {
    running = false;
    if (!begun.getAsBoolean()) {
      return;
    }
    if (excused.getAsBoolean() || progress.getAsLong() - before >= MIN_BYTES) {
      schedule();
    } else {
      stalled.run();
    }
  }
}
