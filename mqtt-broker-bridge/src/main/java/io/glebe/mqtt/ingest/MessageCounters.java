package io.glebe.mqtt.ingest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.metrics.MeterNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts messages by outcome: received = stored + duplicate + refused + waiting; when nothing is in
 * progress received = stored + duplicate + refused. Messages whose sender disconnected before the
 * outcome are counted like all others. Thread-safe.
 */
public final class MessageCounters {
  private final Counter[] received = new Counter[3];
  private final Map<MessageOutcome, Counter> outcomes = new EnumMap<>(MessageOutcome.class);
  private final Counter abandoned;
  private final Counter dropped;
  private final AtomicInteger outbound = new AtomicInteger();

  public MessageCounters(MeterRegistry registry) {
    for (int qos = 0; qos < received.length; qos++) {
      received[qos] =
          Counter.builder(MeterNames.MQTT_RECEIVED)
              .description("messages with observations by quality of service")
              .tag("qos", Integer.toString(qos))
              .register(registry);
    }
    for (MessageOutcome outcome : MessageOutcome.values()) {
      outcomes.put(outcome, counter(registry, outcome.name().toLowerCase(java.util.Locale.ROOT)));
    }
    abandoned = counter(registry, "abandoned");
    dropped =
        Counter.builder(MeterNames.MQTT_DROPPED)
            .description("messages that slow subscribers did not get")
            .register(registry);
    bindQueues(registry);
  }

  private void bindQueues(MeterRegistry registry) {
    Gauge.builder(MeterNames.MQTT_INBOUND_WAITING, this, c -> c.counts().waiting())
        .description("messages from clients that wait for their commit")
        .register(registry);
    Gauge.builder(MeterNames.MQTT_OUTBOUND_WAITING, outbound, AtomicInteger::get)
        .description("messages that wait for a subscriber")
        .register(registry);
  }

  private static Counter counter(MeterRegistry registry, String outcome) {
    return Counter.builder(MeterNames.MQTT_MESSAGES)
        .description("messages with observations by what became of them")
        .tag("verdict", outcome)
        .register(registry);
  }

  /** Counts a received message. */
  public void received(int qos) {
    received[qos].increment();
  }

  void record(MessageOutcome outcome) {
    counter(outcome).increment();
  }

  /** Counts a message that is neither stored nor acknowledged because the process stops. */
  void abandoned() {
    abandoned.increment();
  }

  /** Messages begin (or, below zero, end) to wait for a subscriber. */
  public void outbound(int change) {
    outbound.addAndGet(change);
  }

  /** Counts messages that a slow subscriber did not receive. */
  public void dropped(int count) {
    dropped.increment(count);
  }

  /** The counts at one instant, in their published form. */
  public record Counts(long received, long stored, long duplicate, long refused, long dropped) {
    /** Returns the number of messages in progress. */
    public long waiting() {
      return received - stored - duplicate - refused;
    }

    /** Returns the counts as JSON. */
    public ObjectNode json() {
      return Json.object()
          .put("received", received)
          .put("stored", stored)
          .put("duplicate", duplicate)
          .put("refused", refused)
          .put("waiting", waiting())
          .put("dropped", dropped);
    }
  }

  /** Returns the counts since the start of the process. */
  public Counts counts() {
    long stored = count(MessageOutcome.STORED);
    long duplicate = count(MessageOutcome.DUPLICATE);
    long refused = 0;
    for (MessageOutcome outcome : MessageOutcome.values()) {
      refused += outcome.isStored() ? 0 : count(outcome);
    }
    long in = 0;
    for (Counter counter : received) {
      in += (long) counter.count();
    }
    return new Counts(in, stored, duplicate, refused, (long) dropped.count());
  }

  private Counter counter(MessageOutcome outcome) {
    return Objects.requireNonNull(outcomes.get(outcome), "each outcome has a counter");
  }

  private long count(MessageOutcome outcome) {
    return (long) counter(outcome).count();
  }
}
