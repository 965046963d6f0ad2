package io.glebe.core.cube.job;

import io.glebe.core.metrics.MeterNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts the parts of jobs that this process has worked on. */
final class JobMeters {
  private final Counter done;
  private final Counter failed;

  JobMeters(MeterRegistry registry) {
    this.done = counter(registry, "done");
    this.failed = counter(registry, "failed");
  }

  private static Counter counter(MeterRegistry registry, String outcome) {
    return Counter.builder(MeterNames.JOB_PARTS)
        .description("parts of bulk jobs that this process has worked on")
        .tag("outcome", outcome)
        .register(registry);
  }

  /** Counts a stored part; always returns true. */
  boolean done() {
    done.increment();
    return true;
  }

  void failed() {
    failed.increment();
  }
}
