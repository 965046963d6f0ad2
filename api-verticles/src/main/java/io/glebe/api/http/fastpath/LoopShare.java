package io.glebe.api.http.fastpath;

import io.netty.util.concurrent.FastThreadLocal;

/**
 * Half of the time of an event loop, for the slices of all its HTTP/2 connections together: the
 * other half is left to other requests, also while a few clients have sent thousands. A short time
 * may be taken in advance, so that a loop which is not busy loses nothing by short timers. Event
 * loop only.
 */
final class LoopShare {
  /** How much may be taken in advance, in nanoseconds. */
  static final long ADVANCE = 2_000_000;

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

  /** Notes that a slice was handled between these times. */
  void used(long from, long to) {
    boolean isIdle = paidUntil == Long.MIN_VALUE || paidUntil - from < 0;
    paidUntil = (isIdle ? from : paidUntil) + 2 * (to - from);
  }
}
