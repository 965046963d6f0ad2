package io.glebe.core.alarm.webhook;

import io.glebe.core.metrics.MeterNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts the attempts of this process to deliver messages about alarms. */
final class WebhookMeters {
  private final Counter delivered;
  private final Counter repeated;
  private final Counter failed;

  WebhookMeters(MeterRegistry registry) {
    delivered = counter(registry, "delivered");
    repeated = counter(registry, "repeated");
    failed = counter(registry, "failed");
  }

  private static Counter counter(MeterRegistry registry, String outcome) {
    return Counter.builder(MeterNames.ALARM_DELIVERIES)
        .description("attempts to deliver messages about alarm events to webhooks and browsers")
        .tag("outcome", outcome)
        .register(registry);
  }

  void delivered() {
    delivered.increment();
  }

  /**
   * Counts an attempt without success.
   *
   * @param isLast whether the message is not sent again
   */
  void failed(boolean isLast) {
    (isLast ? failed : repeated).increment();
  }
}
