package io.glebe.core.sensor.aggregate;

import io.glebe.core.metrics.MeterNames;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs {@link Aggregates} all the time, with pauses as long as its work, so that it takes at most
 * half of one connection.
 */
public final class AggregateUpkeep implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AggregateUpkeep.class);
  private static final Duration IDLE = Duration.ofSeconds(5);

  /** More marks are not counted, so that the count takes milliseconds. */
  private static final int MOST_COUNTED = 100_000;

  private final Vertx vertx;
  private final Aggregates aggregates;
  private final AtomicLong marks = new AtomicLong();
  private long counted = System.nanoTime() - IDLE.toNanos();
  private long timer;
  private boolean closed;

  private AggregateUpkeep(Vertx vertx, Aggregates aggregates, MeterRegistry registry) {
    this.vertx = vertx;
    this.aggregates = aggregates;
    Gauge.builder(MeterNames.AGGREGATE_MARKS, marks, AtomicLong::get)
        .description("changes of observations whose hours and days wait to be computed again")
        .register(registry);
  }

  /** Starts to compute after a first pause. */
  public static AggregateUpkeep start(Vertx vertx, Aggregates aggregates, MeterRegistry registry) {
    AggregateUpkeep upkeep = new AggregateUpkeep(vertx, aggregates, registry);
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
        .compose(more -> count().map(more))
        .onComplete(done -> passed(done, Duration.ofNanos(System.nanoTime() - begin)));
  }

  /** Every process counts, also while another one computes. */
  private synchronized Future<Void> count() {
    if (closed || System.nanoTime() - counted < IDLE.toNanos()) {
      return Future.succeededFuture();
    }
    counted = System.nanoTime();
    return aggregates.waiting(MOST_COUNTED).onSuccess(marks::set).mapEmpty();
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
