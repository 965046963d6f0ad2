package io.glebe.mqtt.broker;

import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Next attempts of what the database could not answer now: after {@value #PAUSE_MILLIS} ms each,
 * and only for so many messages at a time. Thread-safe.
 */
final class Attempts {
  /** Time between two attempts. */
  static final long PAUSE_MILLIS = 500;

  /** Attempts until a message is given up, which the database needs to start again. */
  static final int MOST = 600;

  /** Those of a moment may be a few more. */
  private static final int MAX_WAITING = 1_000;

  private final Vertx vertx;
  private final AtomicInteger waiting = new AtomicInteger();

  Attempts(Vertx vertx) {
    this.vertx = vertx;
  }

  /** How many messages wait for their next attempt. */
  int waiting() {
    return waiting.get();
  }

  /**
   * Makes the next attempt after the pause.
   *
   * @param left attempts that may follow
   * @return whether there is one
   */
  boolean again(int left, Runnable attempt) {
    if (left == 0 || waiting.get() >= MAX_WAITING) {
      return false;
    }
    waiting.incrementAndGet();
    vertx.setTimer(
        PAUSE_MILLIS,
        rested -> {
          waiting.decrementAndGet();
          attempt.run();
        });
    return true;
  }
}
