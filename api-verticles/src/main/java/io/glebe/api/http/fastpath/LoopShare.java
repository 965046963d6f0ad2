package io.glebe.api.http.fastpath;

import io.netty.util.concurrent.FastThreadLocal;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * A part of the time of an event loop, for the slices of all its connections together: the rest is
 * left to other requests, also while a few clients have sent thousands. A short time may be taken
 * in advance, so that a loop which is not busy loses nothing by short timers. Event loop only.
 */
final class LoopShare {
  /** The divisor of slices in general. */
  static final int HALF = 2;

  /** That of slices of many small parts: their objects cost other threads as much again. */
  static final int FIFTH = 5;

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

  /** That of the event loop which calls. */
  static LoopShare ofThisLoop() {
    return SHARES.get();
  }

  /** Returns for how many nanoseconds a slice has to wait at this time; zero if it may go on. */
  long delay(long now) {
    return paidUntil == Long.MIN_VALUE ? 0 : Math.max(0, paidUntil - now - ADVANCE);
  }

  /**
   * Notes that slices computed for so many nanoseconds from this time on.
   *
   * @param divisor of the time that they may have
   */
  void used(long from, long nanos, int divisor) {
    boolean isIdle = paidUntil == Long.MIN_VALUE || paidUntil - from < 0;
    paidUntil = (isIdle ? from : paidUntil) + divisor * nanos;
  }

  /**
   * The processor time of this thread in nanoseconds: a slice that waited for a processor has not
   * kept the others waiting longer.
   */
  static long computed() {
    return THREADS.isCurrentThreadCpuTimeSupported()
        ? THREADS.getCurrentThreadCpuTime()
        : System.nanoTime();
  }
}
