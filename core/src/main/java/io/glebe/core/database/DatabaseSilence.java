package io.glebe.core.database;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.RetrySeconds;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows when a server of the database accepts statements and does not answer them, as one that has
 * been stopped or a network that loses everything. Requests are refused then, instead of waiting
 * for it. After some seconds its connections are given up: its machine may have vanished, and
 * another server may have its name. Thread-safe.
 */
final class DatabaseSilence {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseSilence.class);
  private static final long ANSWER_MILLIS = 1_000;
  private static final long NO_TIMER = -1;
  private static final long WATCH_MILLIS = 1_000;
  private static final long GIVE_UP_MILLIS = 5_000;

  private final Vertx vertx;
  private final String server;
  private final SqlClient control;
  private final Runnable giveUp;
  private final AtomicBoolean asking = new AtomicBoolean();
  private final AtomicLong watch = new AtomicLong(NO_TIMER);
  private volatile boolean silent;
  private volatile boolean closed;

  /**
   * @param server what it is, for the log
   * @param control a connection of its own, which is opened now: a later one might lead to another
   *     machine
   * @param giveUp ends all connections to the server
   */
  DatabaseSilence(Vertx vertx, String server, SqlClient control, Runnable giveUp) {
    this.vertx = vertx;
    this.server = server;
    this.control = control;
    this.giveUp = giveUp;
    probe();
  }

  private Future<?> probe() {
    return control.query("SELECT 1").execute();
  }

  /** One connection has no answer: asks over another one, until there is an answer. */
  void suspect() {
    if (closed || !asking.compareAndSet(false, true)) {
      return;
    }
    long late = vertx.setTimer(ANSWER_MILLIS, tick -> begin());
    long lost = vertx.setTimer(GIVE_UP_MILLIS, tick -> giveUp());
    probe()
        .onComplete(
            done -> {
              vertx.cancelTimer(late);
              vertx.cancelTimer(lost);
            })
        .onComplete(answer -> end(), failure -> vertx.setTimer(ANSWER_MILLIS, again -> repeat()));
  }

  private void giveUp() {
    LOG.warn("the connections to {} are given up", server);
    giveUp.run();
  }

  private void repeat() {
    asking.set(false);
    suspect();
  }

  private void begin() {
    if (!silent) {
      silent = true;
      LOG.warn("{} does not answer", server);
    }
  }

  private void end() {
    if (silent) {
      LOG.info("{} answers again", server);
    }
    silent = false;
    asking.set(false);
  }

  boolean isSilent() {
    return silent;
  }

  /** Asks each second. */
  void watch() {
    watch.set(vertx.setPeriodic(WATCH_MILLIS, tick -> suspect()));
  }

  /** Stops asking. */
  Future<Void> close() {
    closed = true;
    vertx.cancelTimer(watch.get());
    return control.close();
  }

  /** 503. */
  static Problem refusal() {
    return Problem.tooBusy("the database does not answer", RetrySeconds.SHORT);
  }
}
