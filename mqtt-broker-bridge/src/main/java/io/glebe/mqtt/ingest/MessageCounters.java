package io.glebe.mqtt.ingest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.metrics.MeterNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Messages by what became of them: received = stored + duplicate + refused + waiting, at any moment
 * when nothing is under way received = stored + duplicate + refused. Messages whose sender went
 * away before the verdict are counted like all others. Thread-safe.
 */
public final class MessageCounters {
  private final Counter[] received = new Counter[3];
  private final Map<MessageOutcome, Counter> verdicts = new EnumMap<>(MessageOutcome.class);
  private final Counter abandoned;
  private final Counter dropped;

  public MessageCounters(MeterRegistry registry) {
    for (int qos = 0; qos < received.length; qos++) {
      received[qos] =
          Counter.builder(MeterNames.MQTT_RECEIVED)
              .description("messages with observations by quality of service")
              .tag("qos", Integer.toString(qos))
              .register(registry);
    }
    for (MessageOutcome verdict : MessageOutcome.values()) {
      verdicts.put(verdict, counter(registry, verdict.name().toLowerCase(java.util.Locale.ROOT)));
    }
    abandoned = counter(registry, "abandoned");
    dropped =
        Counter.builder(MeterNames.MQTT_DROPPED)
            .description("messages that slow subscribers did not get")
            .register(registry);
  }

  private static Counter counter(MeterRegistry registry, String verdict) {
    return Counter.builder(MeterNames.MQTT_MESSAGES)
        .description("messages with observations by what became of them")
        .tag("verdict", verdict)
        .register(registry);
  }

  /** One message has come in. */
  public void received(int qos) {
    received[qos].increment();
  }

  void settled(MessageOutcome verdict) {
    counter(verdict).increment();
  }

  /** Not stored and not acknowledged: the process stops. */
  void abandoned() {
    abandoned.increment();
  }

  /** Messages were kept from a slow subscriber. */
  public void dropped(int count) {
    dropped.increment(count);
  }

  /** A moment's counts, as they are published. */
  public record Counts(long received, long stored, long duplicate, long refused, long dropped) {
    /** Messages on their way to the store. */
    public long waiting() {
      return received - stored - duplicate - refused;
    }

    /** As JSON. */
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

  /** The counts since the start of the process. */
  public Counts counts() {
    long stored = count(MessageOutcome.STORED);
    long duplicate = count(MessageOutcome.DUPLICATE);
    long refused = 0;
    for (MessageOutcome verdict : MessageOutcome.values()) {
      refused += verdict.isStored() ? 0 : count(verdict);
    }
    long in = 0;
    for (Counter counter : received) {
      in += (long) counter.count();
    }
    return new Counts(in, stored, duplicate, refused, (long) dropped.count());
  }

  private Counter counter(MessageOutcome verdict) {
    return Objects.requireNonNull(verdicts.get(verdict), "each verdict has a counter");
  }

  private long count(MessageOutcome verdict) {
    return (long) counter(verdict).count();
  }
}
