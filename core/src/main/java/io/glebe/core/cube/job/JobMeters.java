package io.glebe.core.cube.job;

import io.glebe.core.metrics.MeterNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the parts of jobs that this process has worked on. */
final class JobMeters {
  private final Counter done;
  private final Counter failed;
  private final AtomicInteger running = new AtomicInteger();

  JobMeters(MeterRegistry registry) {
    this.done = counter(registry, "done");
    this.failed = counter(registry, "failed");
    Gauge.builder(MeterNames.JOB_PARTS_RUNNING, running, AtomicInteger::get)
        .description("parts of bulk jobs that this process works on now")
        .register(registry);
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

  void begin() {
    running.incrementAndGet();
  }

  void end() {
    running.decrementAndGet();
  }

  void failed() {
    failed.increment();
  }
}
