package io.glebe.api.http.fastpath;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The pauses of the reading of one connection: of several, the last end counts. */
final class ReadingPause {
  /** Refusals of a connection that do not pause it: an ordinary client has a few. */
  static final int FREE_REFUSALS = 20;

  private final PausableReading reading;
  private int refusals;
  private boolean lasts;
  private long until;

  ReadingPause(PausableReading reading) {
    this.reading = reading;
  }

  /** Notes one of too many refusals of an address; returns whether the connection has its part. */
  boolean isAfterRefusals() {
    return ++refusals > FREE_REFUSALS;
  }

  /** Reads nothing for this time. */
  void begin(Vertx vertx, Duration time) {
    until = Math.max(lasts ? until : Long.MIN_VALUE, System.nanoTime() + time.toNanos());
    if (!lasts) {
      lasts = true;
      reading.pause();
      schedule(vertx);
    }
  }

  private void schedule(Vertx vertx) {
    long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
    vertx.setTimer(Math.max(1, left + 1), ended -> end(vertx));
  }

  private void end(Vertx vertx) {
    if (System.nanoTime() - until < 0) {
      schedule(vertx);
    } else {
      lasts = false;
      reading.resume();
    }
  }
}
