package io.glebe.mqtt.bridge;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.lifecycle.MqttClientConnectedContext;
import com.hivemq.client.mqtt.lifecycle.MqttClientDisconnectedContext;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.glebe.core.access.Caller;
import io.glebe.core.metrics.MeterNames;
import io.glebe.core.sensor.observation.StoredObservation;
import io.glebe.mqtt.ingest.Ingestion;
import io.glebe.mqtt.message.ObservationJson;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the messages published at an outside broker: {@code BrokerBridge.start(dependencies,
 * broker)}. It connects in the background, reconnects after an interruption, and subscribes again.
 * The messages are written with the platform's own permissions: the rules of that broker decide who
 * may publish to which datastream. Closing blocks until the running commits have ended.
 */
public final class BrokerBridge implements AutoCloseable {
  /** The subscription; processes with the same group share the messages. */
  private static final String OBSERVATIONS = "$share/glebe/v1.1/+/Observations";

  private static final String ALL_OBSERVATIONS = "$share/glebe/v1.1/Observations";

  /**
   * Maximum number of messages of quality of service 0 in progress; further ones are dropped and
   * counted.
   */
  private static final int MAX_QOS0_IN_PROGRESS = 5_000;

  private static final int KEEP_ALIVE_SECONDS = 15;

  private static final long FIRST_PAUSE_MILLIS = 200;
  private static final long LONGEST_PAUSE_SECONDS = 10;
  private static final long AGAIN_MILLIS = 2_000;
  private static final long DRAIN_SECONDS = 15;
  private static final long STEP_MILLIS = 20;
  private static final Logger LOG = LoggerFactory.getLogger(BrokerBridge.class);

  /**
   * Constructor arguments.
   *
   * @param packetBytes largest packet that the broker may send
   */
  public record Dependencies(
      Vertx vertx,
      MeterRegistry registry,
      Ingestion ingestion,
      ObservationJson observations,
      BridgeSession session,
      int packetBytes) {}

  private final Dependencies dependencies;
  private final OutsideBroker broker;
  private final Mqtt5AsyncClient client;
  private final Counter dropped;
  private final RequestedPublisher publisher;
  private final AtomicInteger underWay = new AtomicInteger();
  private volatile Optional<String> lastFailure = Optional.of("not connected yet");
  private volatile boolean closed;
  private volatile boolean ends;
  private volatile long lastMessage = System.nanoTime();

  private BrokerBridge(Dependencies dependencies, OutsideBroker broker) throws IOException {
    this.dependencies = dependencies;
    this.broker = broker;
    this.ends = dependencies.session().endsAtStop();
    client = client();
    dropped =
        Counter.builder(MeterNames.MQTT_BRIDGE_DROPPED)
            .description("messages of quality of service 0 for which there was no room")
            .register(dependencies.registry());
    publisher =
        new RequestedPublisher(
            client,
            dependencies.observations(),
            Counter.builder(MeterNames.MQTT_BRIDGE_UNPUBLISHED)
                .description("observations of requests that the outside broker did not take")
                .register(dependencies.registry()));
    Gauge.builder(MeterNames.MQTT_BRIDGE_CONNECTED, this, b -> b.lastFailure.isEmpty() ? 1 : 0)
        .description("whether messages of the outside broker arrive")
        .register(dependencies.registry());
  }

  /**
   * Starts connecting and returns immediately.
   *
   * @throws IOException when the trusted certificates cannot be read
   */
  public static BrokerBridge start(Dependencies dependencies, OutsideBroker broker)
      throws IOException {
    BrokerBridge bridge = new BrokerBridge(dependencies, broker);
    bridge.connect();
    return bridge;
  }

  /** Publishes observations that requests to the platform have created. */
  public void publish(List<StoredObservation> group) {
    publisher.publish(group);
  }

  private Mqtt5AsyncClient client() throws IOException {
    return broker
        .client(dependencies.session().clientId())
        .addConnectedListener(this::connected)
        .addDisconnectedListener(this::disconnected)
        .automaticReconnect()
        .initialDelay(FIRST_PAUSE_MILLIS, TimeUnit.MILLISECONDS)
        .maxDelay(LONGEST_PAUSE_SECONDS, TimeUnit.SECONDS)
        .applyAutomaticReconnect()
        .buildAsync();
  }

  /**
   * Without a receive maximum: Mosquitto sends everything that waits in a session at once, and the
   * client would end the connection again and again because of a lower one. How many messages it
   * sends before they are acknowledged is a setting of each broker.
   */
  private void connect() {
    // before connecting: stored messages arrive before any subscription
    client.publishes(MqttGlobalPublishFilter.ALL, this::received, true);
    client
        .connectWith()
        .cleanStart(false)
        .sessionExpiryInterval(dependencies.session().expiry().toSeconds())
        .keepAlive(KEEP_ALIVE_SECONDS)
        .restrictions()
        .maximumPacketSize(dependencies.packetBytes())
        .applyRestrictions()
        .send();
  }

  private void connected(MqttClientConnectedContext context) {
    LOG.info("connected to the MQTT broker at {}:{}", broker.host(), broker.port());
    subscribe();
  }

  private void subscribe() {
    var _ =
        client
            .subscribeWith()
            .addSubscription()
            .topicFilter(OBSERVATIONS)
            .qos(MqttQos.AT_LEAST_ONCE)
            .applySubscription()
            .addSubscription()
            .topicFilter(ALL_OBSERVATIONS)
            .qos(MqttQos.AT_LEAST_ONCE)
            .applySubscription()
            .send()
            .whenComplete((granted, failure) -> subscribed(failure));
  }

  private void subscribed(@Nullable Throwable failure) {
    if (failure == null) {
      lastMessage = System.nanoTime();
      lastFailure = Optional.empty();
    } else if (!closed) {
      lastFailure = Optional.of("the broker refuses the subscription");
      LOG.warn("the MQTT broker refuses the subscription: {}", failure.getMessage());
      dependencies.vertx().setTimer(AGAIN_MILLIS, tick -> subscribeAgain());
    }
  }

  private void subscribeAgain() {
    if (!closed && lastFailure.isPresent() && client.getState().isConnected()) {
      subscribe();
    }
  }

  private void disconnected(MqttClientDisconnectedContext context) {
    if (closed) {
      context.getReconnector().reconnect(false);
    } else {
      if (lastFailure.isEmpty()) {
        LOG.warn("the MQTT broker is not reachable: {}", context.getCause().getMessage());
      }
      lastFailure = Optional.of("the broker cannot be reached");
      context.getReconnector().republishIfSessionExpired(true);
    }
  }

  /** Returns the time since the last message, or since the subscription. */
  Duration silence() {
    return Duration.ofNanos(System.nanoTime() - lastMessage);
  }

  private void received(Mqtt5Publish message) {
    lastMessage = System.nanoTime();
    int qos = message.getQos().getCode();
    if (RequestedPublisher.isMarked(message)) {
      acknowledge(message, qos);
      return;
    }
    int waiting = underWay.incrementAndGet();
    if (closed || (qos == 0 && waiting > MAX_QOS0_IN_PROGRESS)) {
      underWay.decrementAndGet();
      if (qos == 0) {
        dropped.increment();
      }
      return; // a message that is not acknowledged is delivered again
    }
    Ingestion.Message observation =
        new Ingestion.Message(
            Caller.system(),
            qos,
            message.getTopic().toString(),
            message.getPayloadAsBytes(),
            traceparent(message));
    dependencies
        .ingestion()
        .take(observation)
        .onComplete(
            done -> {
              if (done.succeeded()) {
                acknowledge(message, qos);
              }
              underWay.decrementAndGet();
            });
  }

  private static Optional<String> traceparent(Mqtt5Publish message) {
    return message.getUserProperties().asList().stream()
        .filter(property -> property.getName().toString().equals("traceparent"))
        .map(property -> property.getValue().toString())
        .findFirst();
  }

  /** Refused messages are acknowledged too, because the broker would send them forever. */
  private static void acknowledge(Mqtt5Publish message, int qos) {
    if (qos == 0) {
      return;
    }
    try {
      message.acknowledge();
    } catch (IllegalStateException e) {
      LOG.debug("acknowledged already", e);
    }
  }

  /** Returns the reason why no messages arrive; empty when the bridge works. */
  public Optional<String> failure() {
    return lastFailure;
  }

  /** From now on closing ends the session at the broker. */
  void endSession() {
    ends = true;
  }

  /**
   * Waits for running commits, acknowledges and disconnects; the ingestion stays open. The broker
   * keeps later messages for this process, or gives them to the others when the session is to end
   * here.
   */
  @Override
  public void close() {
    if (ends) {
      unsubscribe(); // from here on the broker divides messages among the other processes
    }
    closed = true;
    drain();
    try {
      client
          .disconnectWith()
          .sessionExpiryInterval(ends ? 0 : dependencies.session().expiry().toSeconds())
          .send()
          .get(DRAIN_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("disconnecting from the MQTT broker failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the subscription; messages that wait in the session still arrive. Blocks. */
  void unsubscribe() {
    try {
      client
          .unsubscribeWith()
          .topicFilter(OBSERVATIONS)
          .addTopicFilter(ALL_OBSERVATIONS)
          .send()
          .get(DRAIN_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("the subscription at the MQTT broker did not end", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void drain() {
    long steps = TimeUnit.SECONDS.toMillis(DRAIN_SECONDS) / STEP_MILLIS;
    for (long i = 0; i < steps && underWay.get() > 0; i++) {
      dependencies.vertx().timer(STEP_MILLIS).await();
    }
  }
}
