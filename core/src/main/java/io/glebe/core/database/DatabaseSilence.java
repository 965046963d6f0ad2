package io.glebe.core.database;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.RetrySeconds;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows when the database accepts statements and does not answer them, as a server that has been
 * stopped or a network that loses everything. Requests are refused then, instead of waiting for it.
 * Thread-safe.
 */
final class DatabaseSilence {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseSilence.class);
  private static final long ANSWER_MILLIS = 1_000;

  private final Vertx vertx;
  private final Supplier<Future<?>> statement;
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile boolean silent;
  private volatile boolean closed;

  /**
   * @param statement a statement that is answered at once
   */
  DatabaseSilence(Vertx vertx, Supplier<Future<?>> statement) {
    this.vertx = vertx;
    this.statement = statement;
  }

  /** One connection has no answer: asks over another one, until there is an answer. */
  void suspect() {
    if (closed || !asking.compareAndSet(false, true)) {
      return;
    }
    long timer = vertx.setTimer(ANSWER_MILLIS, late -> begin());
    statement
        .get()
        .onComplete(
            answer -> {
              vertx.cancelTimer(timer);
              end();
            },
            failure -> {
              vertx.cancelTimer(timer);
              vertx.setTimer(ANSWER_MILLIS, again -> repeat());
            });
  }

  private void repeat() {
    asking.set(false);
    suspect();
  }

  private void begin() {
    if (!silent) {
      silent = true;
      LOG.warn("the database does not answer; requests are refused until it does");
    }
  }

  private void end() {
    if (silent) {
      LOG.info("the database answers again");
    }
    silent = false;
    asking.set(false);
  }

  boolean isSilent() {
    return silent;
  }

  /** Stops asking. */
  void close() {
    closed = true;
  }

  /** 503. */
  static Problem refusal() {
    return Problem.tooBusy("the database does not answer", RetrySeconds.SHORT);
  }
}
