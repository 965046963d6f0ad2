package io.glebe.mqtt.bridge;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.glebe.core.sensor.observation.StoredObservation;
import io.glebe.mqtt.message.ObservationJson;
import io.glebe.mqtt.topic.Topic;
import io.micrometer.core.instrument.Counter;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Publishes at the outside broker the observations that were created by requests to the platform,
 * so that its subscribers receive them like those of devices. The messages have a mark, by which
 * the platform ignores them when the broker delivers them to its own subscription. While the broker
 * is lost they wait for it. Bounded: beyond that, observations are not published and counted.
 * Thread-safe.
 */
final class RequestedPublisher {
  /** User property of the messages; its value is {@value #STORED}. */
  static final String MARK = "glebe";

  static final String STORED = "stored";

  private static final int MAX_IN_PROGRESS = 5_000;
  private static final long MAX_BYTES = 16L << 20;

  private final Mqtt5AsyncClient client;
  private final ObservationJson observations;
  private final Counter dropped;
  private final AtomicInteger inProgress = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();

  RequestedPublisher(Mqtt5AsyncClient client, ObservationJson observations, Counter dropped) {
    this.client = client;
    this.observations = observations;
    this.dropped = dropped;
  }

  /** Whether a message of the broker is one of these, of this or another process. */
  static boolean isMarked(Mqtt5Publish message) {
    return message.getUserProperties().asList().stream()
        .anyMatch(
            property ->
                property.getName().toString().equals(MARK)
                    && property.getValue().toString().equals(STORED));
  }

  void publish(List<StoredObservation> group) {
    group.forEach(this::publish);
  }

  private void publish(StoredObservation stored) {
    if (!client.getState().isConnectedOrReconnect()
        || inProgress.get() >= MAX_IN_PROGRESS
        || bytes.get() >= MAX_BYTES) {
      dropped.increment();
      return;
    }
    byte[] payload = observations.of(stored, List.of());
    inProgress.incrementAndGet();
    bytes.addAndGet(payload.length);
    var _ =
        client
            .publishWith()
            .topic(new Topic.Observations(stored.datastream().id()).name())
            .qos(MqttQos.AT_LEAST_ONCE)
            .payload(payload)
            .userProperties()
            .add(MARK, STORED)
            .applyUserProperties()
            .send()
            .whenComplete(
                (sent, failure) -> {
                  inProgress.decrementAndGet();
                  bytes.addAndGet(-payload.length);
                  if (failure != null) {
                    dropped.increment();
                  }
                });
  }
}
