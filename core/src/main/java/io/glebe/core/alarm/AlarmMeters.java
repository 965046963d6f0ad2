package io.glebe.core.alarm;

import io.glebe.core.metrics.MeterNames;
import io.glebe.core.record.change.Change;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Counts the checks of rules and their events, and tells how late the checks are. */
final class AlarmMeters {
  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Counter rules;
  private final Counter started;
  private final Counter ended;

  AlarmMeters(MeterRegistry registry) {
    rules =
        Counter.builder(MeterNames.ALARM_RULES_CHECKED)
            .description("checks of alarm rules")
            .register(registry);
    started = events(registry, "started");
    ended = events(registry, "ended");
  }

  private static Counter events(MeterRegistry registry, String change) {
    return Counter.builder(MeterNames.ALARM_EVENTS)
        .description("alarm events that this process has started or ended")
        .tag("change", change)
        .register(registry);
  }

  /** Binds the time in nanoseconds for which the oldest work has waited. */
  static void bindLag(MeterRegistry registry, LongSupplier nanos) {
    Gauge.builder(MeterNames.ALARM_LAG, nanos, lag -> lag.getAsLong() / NANOS)
        .description("how long the oldest stored observation waits for the check of alarm rules")
        .baseUnit("seconds")
        .strongReference(true)
        .register(registry);
  }

  void checked(int number) {
    rules.increment(number);
  }

  /** Counts committed changes of events; deletions do not count. */
  void written(List<Change> changes) {
    for (Change change : changes) {
      if (change.kind() == Change.Kind.CREATE) {
        started.increment();
      }
      if (change.kind() != Change.Kind.DELETE
          && change.doc().path("status").asText().equals("ENDED")) {
        ended.increment();
      }
    }
  }
}
