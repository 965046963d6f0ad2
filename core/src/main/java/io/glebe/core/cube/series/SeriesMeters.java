package io.glebe.core.cube.series;

import io.glebe.core.metrics.MeterNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts active series and the outcomes of finished ones. */
final class SeriesMeters {
  /** The outcome of a series. */
  enum Outcome {
    COMPLETED,
    /** The client closed the connection. */
    CANCELLED,
    /** Over budget, without permission, not found, or too many at once. */
    REFUSED,
    FAILED
  }

  /** Whether a series may begin. */
  enum Admission {
    ADMITTED,
    /** As many series as the process allows are active. */
    ALL_BUSY,
    /** As many series of this caller are active as one caller may have. */
    CALLER_BUSY
  }

  private final AtomicInteger running = new AtomicInteger();
  private final Map<String, Integer> callers = new ConcurrentHashMap<>();
  private final Map<Outcome, Counter> ended = new EnumMap<>(Outcome.class);

  SeriesMeters(MeterRegistry registry) {
    Gauge.builder(MeterNames.SERIES_RUNNING, running, AtomicInteger::get)
        .description("series that are being read")
        .register(registry);
    for (Outcome outcome : Outcome.values()) {
      ended.put(
          outcome,
          Counter.builder(MeterNames.SERIES)
              .description("series that have ended")
              .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
  }

  /** Counts a new active series of a caller, if it may begin. */
  Admission begin(String caller, SeriesLimits limits) {
    if (callers.merge(caller, 1, Integer::sum) > limits.perCaller()) {
      leave(caller);
      count(Outcome.REFUSED);
      return Admission.CALLER_BUSY;
    }
    if (running.incrementAndGet() > limits.running()) {
      running.decrementAndGet();
      leave(caller);
      count(Outcome.REFUSED);
      return Admission.ALL_BUSY;
    }
    return Admission.ADMITTED;
  }

  void ended(String caller, Outcome outcome) {
    running.decrementAndGet();
    leave(caller);
    count(outcome);
  }

  private void leave(String caller) {
    callers.computeIfPresent(caller, (name, active) -> active == 1 ? null : active - 1);
  }

  private void count(Outcome outcome) {
    Objects.requireNonNull(ended.get(outcome), "each outcome has a counter").increment();
  }
}
