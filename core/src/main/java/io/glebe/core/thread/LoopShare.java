package io.glebe.core.thread;

import io.netty.util.concurrent.FastThreadLocal;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * A part of the time of an event loop, for the slices of all its connections together: the rest is
 * left to other requests, also while a few clients have sent thousands. A short time may be taken
 * in advance, so that a loop which is not busy loses nothing by short timers. Event loop only.
 */
public final class LoopShare {
  /** Slices have half of the time. */
  private static final int HALF = 2;

  /** Those of many small parts a fifth: their objects cost other threads as much again. */
  private static final int FIFTH = 5;

  /** How much may be taken in advance, in nanoseconds. */
  static final long ADVANCE = 2_000_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static final FastThreadLocal<LoopShare> SHARES =
      new FastThreadLocal<>() {
        @Override
        protected LoopShare initialValue() {
          return new LoopShare();
        }
      };

  private long paidUntil = Long.MIN_VALUE;
  private long smallPartsPaidUntil = Long.MIN_VALUE;

  /** That of the event loop which calls. */
  public static LoopShare ofThisLoop() {
    return SHARES.get();
  }

  /**
   * Returns for how many nanoseconds a slice has to wait at this time; zero if it may go on.
   *
   * @param smallParts whether it has many small parts
   */
  public long delay(long now, boolean smallParts) {
    long delay = delay(paidUntil, now);
    return smallParts ? Math.max(delay, delay(smallPartsPaidUntil, now)) : delay;
  }

  private static long delay(long until, long now) {
    return until == Long.MIN_VALUE ? 0 : Math.max(0, until - now - ADVANCE);
  }

  /** Notes that a slice computed for so many nanoseconds from this time on. */
  public void used(long from, long nanos, boolean smallParts) {
    paidUntil = later(paidUntil, from, HALF * nanos);
    if (smallParts) {
      smallPartsPaidUntil = later(smallPartsPaidUntil, from, FIFTH * nanos);
    }
  }

  private static long later(long until, long from, long time) {
    boolean isIdle = until == Long.MIN_VALUE || until - from < 0;
    return (isIdle ? from : until) + time;
  }

  /**
   * The processor time of this thread in nanoseconds: a slice that waited for a processor has not
   * kept the others waiting longer.
   */
  public static long computed() {
    return THREADS.isCurrentThreadCpuTimeSupported()
        ? THREADS.getCurrentThreadCpuTime()
        : System.nanoTime();
  }
}
