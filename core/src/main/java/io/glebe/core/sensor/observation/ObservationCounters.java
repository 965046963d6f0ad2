package io.glebe.core.sensor.observation;

import io.glebe.core.metrics.MeterNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Counts the outcomes of received observations; received = stored + duplicate + refused + failed +
 * waiting. Thread-safe.
 */
public final class ObservationCounters {

  private final Counter received;
  private final Counter stored;
  private final Counter duplicate;
  private final Counter refused;
  private final Counter failed;
  private final Counter leftOut;

  public ObservationCounters(MeterRegistry registry) {
    received = counter(registry, "received");
    stored = counter(registry, "stored");
    duplicate = counter(registry, "duplicate");
    refused = counter(registry, "refused");
    failed = counter(registry, "failed");
    leftOut =
        Counter.builder(MeterNames.OBSERVATIONS_LEFT_OUT)
            .description(
                "observations that are stored, but not sent to listeners of other processes")
            .register(registry);
  }

  private static Counter counter(MeterRegistry registry, String state) {
    return Counter.builder(MeterNames.OBSERVATIONS)
        .description("observations by what became of them")
        .tag("state", state)
        .register(registry);
  }

  /** The counts at one instant. */
  public record Counts(long received, long stored, long duplicate, long refused, long failed) {}

  /** Returns the counts since the start of the process. */
  public Counts counts() {
    return new Counts(
        (long) received.count(),
        (long) stored.count(),
        (long) duplicate.count(),
        (long) refused.count(),
        (long) failed.count());
  }

  /**
   * Counts a message that was refused before it was an observation: an invalid payload or topic.
   */
  public void countRefused() {
    received.increment();
    refused.increment();
  }

  void received() {
    received.increment();
  }

  void refused() {
    refused.increment();
  }

  void failed() {
    failed.increment();
  }

  void leftOut(int count) {
    leftOut.increment(count);
  }

  void stored(boolean fresh) {
    (fresh ? stored : duplicate).increment();
  }
}
