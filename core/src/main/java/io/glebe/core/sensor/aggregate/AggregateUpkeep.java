package io.glebe.core.sensor.aggregate;

import io.vertx.core.AsyncResult;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs {@link Aggregates} all the time, with pauses as long as its work, so that it takes at most
 * half of one connection.
 */
public final class AggregateUpkeep implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AggregateUpkeep.class);
  private static final Duration IDLE = Duration.ofSeconds(5);

  private final Vertx vertx;
  private final Aggregates aggregates;
  private long timer;
  private boolean closed;

  private AggregateUpkeep(Vertx vertx, Aggregates aggregates) {
    this.vertx = vertx;
    this.aggregates = aggregates;
  }

  /** Starts to compute after a first pause. */
  public static AggregateUpkeep start(Vertx vertx, Aggregates aggregates) {
    AggregateUpkeep upkeep = new AggregateUpkeep(vertx, aggregates);
    upkeep.pause(IDLE);
    return upkeep;
  }

  private synchronized void pause(Duration length) {
    if (!closed) {
      timer = vertx.setTimer(Math.max(1, length.toMillis()), over -> pass());
    }
  }

  private void pass() {
    long begin = System.nanoTime();
    aggregates
        .pass(Instant.now())
        .onComplete(done -> passed(done, Duration.ofNanos(System.nanoTime() - begin)));
  }

  private synchronized void passed(AsyncResult<Boolean> done, Duration time) {
    if (done.failed() && !closed) {
      LOG.warn("hours and days of observations were not computed", done.cause());
    }
    pause(done.succeeded() && done.result() ? time : IDLE);
  }

  @Override
  public synchronized void close() {
    closed = true;
    vertx.cancelTimer(timer);
  }
}
