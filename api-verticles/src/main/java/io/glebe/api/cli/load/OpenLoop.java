package io.glebe.api.cli.load;

import io.glebe.api.cli.load.client.TargetClient;
import io.glebe.api.cli.load.report.LoadMeasurements;
import io.glebe.api.cli.load.scenario.ArrivalSequence;
import io.glebe.api.cli.load.scenario.LoadAnswer;
import io.glebe.api.cli.load.scenario.LoadRequest;
import io.vertx.core.AsyncResult;
import io.vertx.core.http.HttpClosedException;
import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Sends requests at their times from the calling thread and measures the answers. */
final class OpenLoop {
  /** Requests without an answer above which no more are sent. */
  static final int MOST_OPEN = 10_000;

  private static final long LONGEST_PARK_NANOS = 100_000_000L;
  private static final String EXCEPTION = "Exception";

  private final TargetClient target;
  private final LoadMeasurements measurements;
  private final BooleanSupplier stopped;
  private final Semaphore open = new Semaphore(MOST_OPEN);
  private volatile long start;

  OpenLoop(TargetClient target, LoadMeasurements measurements, BooleanSupplier stopped) {
    this.target = target;
    this.measurements = measurements;
    this.stopped = stopped;
  }

  /** Requests that are sent and have no answer. */
  int underWay() {
    return MOST_OPEN - open.availablePermits();
  }

  /**
   * Sends all requests that are due within the given time, then waits for their answers.
   *
   * @return seconds in which requests were sent: fewer than given if the run was stopped
   */
  double run(ArrivalSequence arrivals, long nanos) throws InterruptedException {
    start = System.nanoTime();
    while (!stopped.getAsBoolean() && arrivals.due() < nanos) {
      ArrivalSequence.Arrival arrival = arrivals.next();
      sleepUntil(arrival.atNanos());
      for (LoadRequest request : arrival.requests()) {
        send(request, arrival.atNanos());
      }
    }
    sleepUntil(nanos);
    double seconds = Math.min(System.nanoTime() - start, nanos) / 1e9;
    long grace = TargetClient.TIMEOUT.toSeconds() * 2 + 1;
    if (open.tryAcquire(MOST_OPEN, grace, TimeUnit.SECONDS)) {
      open.release(MOST_OPEN); // they were taken to wait for the last answer
    } else {
      int missing = underWay();
      for (int i = 0; i < missing; i++) {
        measurements.failed("all", List.of("no answer until the end"), 0);
      }
    }
    return seconds;
  }

  private void sleepUntil(long atNanos) {
    long left = start + atNanos - System.nanoTime();
    while (left > 0 && !stopped.getAsBoolean()) {
      LockSupport.parkNanos(Math.min(left, LONGEST_PARK_NANOS));
      left = start + atNanos - System.nanoTime();
    }
  }

  private void send(LoadRequest request, long atNanos) {
    if (!open.tryAcquire()) {
      measurements.notSent(request.kind().label());
      return;
    }
    long due = start + atNanos;
    measurements.sent(System.nanoTime() - due);
    target
        .send(request)
        .onComplete(
            result -> {
              long nanos = System.nanoTime() - due;
              try {
                measure(request, result, nanos);
              } finally {
                open.release();
              }
            });
  }

  private void measure(LoadRequest request, AsyncResult<LoadAnswer> result, long nanos) {
    String kind = request.kind().label();
    if (result.failed()) {
      measurements.failed(kind, List.of(name(result.cause())), 0);
      return;
    }
    LoadAnswer answer = result.result();
    if (!answer.isGood()) {
      measurements.failed(kind, List.of("status " + answer.status()), answer.bytes());
      return;
    }
    LoadRequest.Reading reading;
    try {
      reading = request.reader().read(answer);
    } catch (RuntimeException unreadable) {
      measurements.failed(kind, List.of("unreadable answer"), answer.bytes());
      return;
    }
    if (reading.faults().isEmpty()) {
      measurements.answered(kind, reading.detail(), nanos, answer.bytes());
    } else {
      measurements.failed(kind, reading.faults(), answer.bytes());
    }
  }

  /** A name for a failure of the connection: of its kind, not of its text, which is unlimited. */
  private static String name(Throwable failure) {
    return switch (failure) {
      case TimeoutException late -> "timeout";
      case ConnectException refused -> "no connection";
      case HttpClosedException closed -> "connection lost";
      default -> {
        String type = failure.getClass().getSimpleName().replace(EXCEPTION, "");
        yield type.isEmpty() ? "failure" : type;
      }
    };
  }
}
