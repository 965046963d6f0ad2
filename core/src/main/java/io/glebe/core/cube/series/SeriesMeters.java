package io.glebe.core.cube.series;

import io.glebe.core.metrics.MeterNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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

  private final AtomicInteger running = new AtomicInteger();
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

  /** Counts a new active series; returns false when there would be more than {@code most}. */
  boolean begin(int most) {
    if (running.incrementAndGet() > most) {
      running.decrementAndGet();
      count(Outcome.REFUSED);
      return false;
    }
    return true;
  }

  void ended(Outcome outcome) {
    running.decrementAndGet();
    count(outcome);
  }

  private void count(Outcome outcome) {
    Objects.requireNonNull(ended.get(outcome), "each outcome has a counter").increment();
  }
}
