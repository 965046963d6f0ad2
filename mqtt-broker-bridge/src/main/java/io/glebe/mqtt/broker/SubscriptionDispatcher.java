package io.glebe.mqtt.broker;

import io.glebe.core.access.Caller;
import io.glebe.core.admission.ByteRates;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.observation.DatastreamInfo;
import io.glebe.core.sensor.observation.LatestValues;
import io.glebe.core.sensor.observation.ObservationWriter;
import io.glebe.core.sensor.observation.StoredObservation;
import io.glebe.mqtt.ingest.Ingestion;
import io.glebe.mqtt.ingest.ObservationJson;
import io.glebe.mqtt.limit.ByteBudget;
import io.glebe.mqtt.limit.ConnectRate;
import io.glebe.mqtt.limit.MqttLimits;
import io.glebe.mqtt.topic.SubscriptionTrie;
import io.glebe.mqtt.topic.Topic;
import io.glebe.mqtt.topic.TopicFilter;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The state that the connections of one server share: clients, subscriptions, the ingestion, and
 * live values for subscribers. Thread-safe.
 */
final class SubscriptionDispatcher {
  /** Constructor arguments. */
  record Dependencies(
      Ingestion ingestion,
      ObservationWriter writer,
      LatestValues latest,
      ServiceAccountSignIns signIns,
      MqttLimits limits) {}

  private final Dependencies dependencies;
  private final SubscriptionTrie<ClientConnection> subscriptions = new SubscriptionTrie<>();
  private final Map<String, ClientConnection> clients = new ConcurrentHashMap<>();
  private final Consumer<ClientConnection> renewal;
  private final Semaphore delayed = new Semaphore(ClientLimits.MAX_DELAYED);
  private final ByteBudget underWay;
  private final ByteBudget queued;
  private final ConnectRate connects;
  private final ByteRates rates;
  private volatile boolean stopping;

  /**
   * @param renewal checks again clients that signed in while permissions were revoked
   */
  SubscriptionDispatcher(Dependencies dependencies, Consumer<ClientConnection> renewal) {
    this.dependencies = dependencies;
    this.renewal = renewal;
    this.underWay = new ByteBudget(dependencies.limits().messageBytes());
    this.queued = new ByteBudget(dependencies.limits().messageBytes());
    this.connects = new ConnectRate(dependencies.limits().connectsPerMinute(), System::nanoTime);
    long rate = dependencies.limits().byteRate();
    this.rates = new ByteRates(rate, rate);
  }

  Dependencies dependencies() {
    return dependencies;
  }

  /** Returns the permits for clients with a delayed refusal. */
  Semaphore delayed() {
    return delayed;
  }

  /** The bytes of messages that are being received or stored. */
  ByteBudget underWay() {
    return underWay;
  }

  /** The bytes of messages that wait for their subscribers. */
  ByteBudget queued() {
    return queued;
  }

  /** The bytes that accounts publish in a second. */
  ByteRates rates() {
    return rates;
  }

  /** The rate of sign-ins by address. */
  ConnectRate connects() {
    return connects;
  }

  boolean isStopping() {
    return stopping;
  }

  void stop() {
    stopping = true;
  }

  /**
   * Registers a client; it replaces an older connection of the same account and id.
   *
   * @param changes {@link ServiceAccountSignIns#changes} at the start of the sign-in: a client that
   *     registers after a revocation is checked again now
   */
  void join(ClientConnection connection, long changes) {
    ClientConnection previous = clients.put(connection.key(), connection);
    if (previous != null && previous != connection) {
      previous.end(Packets.SESSION_TAKEN_OVER);
    }
    if (dependencies.signIns().changes() != changes) {
      renewal.accept(connection);
    }
  }

  void leave(ClientConnection connection, Collection<TopicFilter> filters) {
    clients.remove(connection.key(), connection);
    filters.forEach(filter -> subscriptions.remove(filter, connection));
  }

  /** Returns the currently connected clients. */
  List<ClientConnection> clients() {
    return List.copyOf(clients.values());
  }

  int connected() {
    return clients.size();
  }

  /** Whether no more clients may sign in. */
  boolean isFull() {
    return connected() >= dependencies.limits().connections();
  }

  /**
   * Returns whether the caller may subscribe to the filter; filters with wildcards are checked for
   * each message.
   */
  Future<Boolean> maySubscribe(Caller caller, TopicFilter filter) {
    if (filter.isOpen()) {
      return Future.succeededFuture(caller.scope().allows(SensorAccess.READ_OBSERVATIONS));
    }
    return switch (filter.only().orElse(null)) {
      case null -> Future.succeededFuture(false);
      case Topic.Observations one ->
          dependencies
              .writer()
              .datastream(one.datastream())
              .map(datastream -> mayRead(caller, datastream));
      case Topic.Counters counters -> Future.succeededFuture(true);
      case Topic.AllObservations all ->
          Future.succeededFuture(caller.scope().allows(SensorAccess.READ_OBSERVATIONS));
      case Topic.Datastreams all ->
          Future.succeededFuture(caller.scope().allows(SensorAccess.READ_OBSERVATIONS));
    };
  }

  private static boolean mayRead(Caller caller, DatastreamInfo datastream) {
    return SensorAccess.may(
        caller, SensorAccess.READ_OBSERVATIONS, datastream.farm(), datastream.owner());
  }

  /** Adds a subscription; returns whether it is new. */
  boolean subscribe(TopicFilter filter, ClientConnection connection, int qos) {
    return subscriptions.add(filter, connection, qos);
  }

  boolean unsubscribe(TopicFilter filter, ClientConnection connection) {
    return subscriptions.remove(filter, connection);
  }

  /** Returns the messages for a new subscriber: the latest values that match its filter. */
  Future<List<Delivery>> retained(Caller caller, TopicFilter filter) {
    if (filter.matches(Topic.COUNTERS.name())) {
      return Future.succeededFuture(List.of(counters(true)));
    }
    OptionalLong one =
        filter.only().isPresent() && filter.only().get() instanceof Topic.Observations o
            ? OptionalLong.of(o.datastream())
            : OptionalLong.empty();
    if (one.isEmpty() && !filter.isOpen()) {
      return Future.succeededFuture(List.of());
    }
    return dependencies
        .latest()
        .of(caller, one)
        .map(
            values ->
                values.stream()
                    .map(value -> observation(value, true))
                    .filter(delivery -> filter.matches(delivery.topic()))
                    .toList());
  }

  private static Delivery observation(StoredObservation value, boolean retained) {
    return new Delivery(
        new Topic.Observations(value.datastream().id()).name(),
        ObservationJson.of(value),
        Optional.of(value.datastream()),
        retained);
  }

  private Delivery counters(boolean retained) {
    byte[] json = Json.bytes(dependencies.ingestion().counters().counts().json());
    return new Delivery(Topic.COUNTERS.name(), json, Optional.empty(), retained);
  }

  /** Publishes the counters to subscribers. */
  void publishCounters() {
    Outgoing outgoing = new Outgoing();
    outgoing.add(Topic.COUNTERS.name(), () -> counters(false));
    outgoing.deliver();
  }

  boolean hasSubscribers() {
    return subscriptions.size() > 0;
  }

  /** Publishes committed observations to subscribers. */
  void dispatch(List<StoredObservation> group) {
    if (!hasSubscribers()) {
      return;
    }
    Outgoing outgoing = new Outgoing();
    for (StoredObservation stored : group) {
      byte[][] shared = new byte[1][];
      Supplier<byte[]> payload =
          () -> shared[0] == null ? shared[0] = ObservationJson.of(stored) : shared[0];
      Optional<DatastreamInfo> datastream = Optional.of(stored.datastream());
      String own = new Topic.Observations(stored.datastream().id()).name();
      outgoing.add(own, () -> new Delivery(own, payload.get(), datastream, false));
      String all = Topic.ALL_OBSERVATIONS.name();
      outgoing.add(all, () -> new Delivery(all, payload.get(), datastream, false));
      String datastreams = Topic.DATASTREAMS.name();
      outgoing.add(
          datastreams,
          () -> new Delivery(datastreams, ObservationJson.datastream(stored), datastream, false));
    }
    outgoing.deliver();
  }

  /** Collects the messages of a group, so that each subscriber gets one hand-over. */
  private final class Outgoing {
    private final Map<ClientConnection, List<RoutedMessage>> routed = new HashMap<>();

    void add(String topic, Supplier<Delivery> delivery) {
      Map<ClientConnection, Integer> subscribers = subscriptions.match(topic);
      if (subscribers.isEmpty()) {
        return;
      }
      Delivery made = delivery.get();
      subscribers.forEach(
          (connection, qos) ->
              routed
                  .computeIfAbsent(connection, c -> new ArrayList<>())
                  .add(new RoutedMessage(made, qos)));
    }

    void deliver() {
      routed.forEach(ClientConnection::deliver);
    }
  }
}
