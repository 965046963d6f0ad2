package io.glebe.mqtt.broker;

import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.admission.ByteRates;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.observation.DatastreamInfo;
import io.glebe.core.sensor.observation.StoredObservation;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.service.ServiceAccess;
import io.glebe.mqtt.limit.ConnectRate;
import io.glebe.mqtt.limit.MessageBudgets;
import io.glebe.mqtt.message.Delivery;
import io.glebe.mqtt.session.ClientSessions;
import io.glebe.mqtt.session.SessionFeed;
import io.glebe.mqtt.topic.Subscription;
import io.glebe.mqtt.topic.Topic;
import io.glebe.mqtt.topic.TopicFilter;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * The state that the connections of one server share: clients, sessions, subscriptions, the
 * ingestion, and what new subscribers get first. Thread-safe.
 */
final class SubscriptionDispatcher {
  private final MqttBroker.Dependencies dependencies;
  private final ClientSessions sessions;
  private final SessionFeed.Sources feeds;
  private final Fanout fanout;
  private final Wills wills;
  private final Set<ClientConnection> clients = ConcurrentHashMap.newKeySet();
  private final Consumer<ClientConnection> renewal;
  private final Semaphore delayed = new Semaphore(ClientLimits.MAX_DELAYED);
  private final MessageBudgets budgets;
  private final ConnectRate connects;
  private final ByteRates rates;
  private volatile boolean stopping;

  /**
   * @param renewal checks again clients that signed in while permissions were revoked
   */
  SubscriptionDispatcher(MqttBroker.Dependencies dependencies, Consumer<ClientConnection> renewal) {
    this.dependencies = dependencies;
    this.renewal = renewal;
    this.budgets = new MessageBudgets(dependencies.limits());
    this.connects = new ConnectRate(dependencies.limits().connectsPerMinute(), System::nanoTime);
    long rate = dependencies.limits().byteRate();
    this.rates = new ByteRates(rate, rate);
    MqttSources sources = dependencies.sources();
    this.feeds =
        SessionFeed.Sources.of(
            dependencies.vertx(),
            sources.journal(),
            sources.changes(),
            sources.observations(),
            sources.entities());
    this.fanout = new Fanout(dependencies, budgets);
    this.sessions =
        new ClientSessions(
            dependencies.vertx(),
            sources.sessions(),
            dependencies.limits().sessions().kept(),
            fanout::takenOver);
    this.wills = new Wills(dependencies.vertx(), dependencies.ingestion());
  }

  MqttBroker.Dependencies dependencies() {
    return dependencies;
  }

  ClientSessions sessions() {
    return sessions;
  }

  /** What the sessions read their messages from. */
  SessionFeed.Sources feeds() {
    return feeds;
  }

  /** The distribution of events. */
  Fanout fanout() {
    return fanout;
  }

  Wills wills() {
    return wills;
  }

  /** Returns the permits for clients with a delayed refusal. */
  Semaphore delayed() {
    return delayed;
  }

  MessageBudgets budgets() {
    return budgets;
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
    wills.close();
    fanout.close();
  }

  /** Ends the storing of sessions, after all connections have ended. */
  void close() {
    sessions.close();
  }

  /**
   * Registers a client.
   *
   * @param changes {@link ServiceAccountSignIns#changes} at the start of the sign-in: a client that
   *     registers after a revocation is checked again now
   */
  void join(ClientConnection connection, long changes) {
    clients.add(connection);
    if (dependencies.signIns().changes() != changes) {
      renewal.accept(connection);
    }
  }

  void leave(ClientConnection connection) {
    clients.remove(connection);
  }

  /** Returns the currently connected clients. */
  List<ClientConnection> clients() {
    return List.copyOf(clients);
  }

  int connected() {
    return clients.size();
  }

  /** Whether no more clients may sign in. */
  boolean isFull() {
    return connected() >= dependencies.limits().connections();
  }

  /**
   * Returns the subscription with the topic to which its filter leads, if it is a deep one; it
   * leads nowhere if the caller may read nothing there.
   */
  Future<Subscription> led(Caller caller, Subscription subscription) {
    return subscription
        .filter()
        .deep()
        .map(
            deep ->
                dependencies
                    .sources()
                    .entities()
                    .target(caller, deep)
                    .map(topic -> subscription.to(topic.orElse(""))))
        .orElseGet(() -> Future.succeededFuture(subscription));
  }

  /**
   * Returns whether the caller may subscribe; filters with wildcards are checked for each message.
   */
  Future<Boolean> maySubscribe(Caller caller, Subscription subscription) {
    TopicFilter filter = subscription.filter();
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
      case Topic.FeatureObservations one ->
          Future.succeededFuture(caller.scope().allows(SensorAccess.READ_OBSERVATIONS));
      case Topic.AllObservations all ->
          Future.succeededFuture(caller.scope().allows(SensorAccess.READ_OBSERVATIONS));
      case Topic.Resource one -> mayRead(caller, one.path());
      case Topic.Deep unknown -> Future.succeededFuture(false);
      case Topic.Counters counters -> Future.succeededFuture(true);
      case Topic.Refusals refusals -> Future.succeededFuture(subscription.group().isEmpty());
      case Topic.ServiceMessages one ->
          Future.succeededFuture(
              subscription.group().isEmpty() && ServiceAccess.is(caller, one.service()));
    };
  }

  private static boolean mayRead(Caller caller, DatastreamInfo datastream) {
    return SensorAccess.may(
        caller, SensorAccess.READ_OBSERVATIONS, datastream.farm(), datastream.owner());
  }

  /** A collection is checked for each message, an entity also now. */
  private Future<Boolean> mayRead(Caller caller, ResourcePath path) {
    Permission read = new Permission(path.type().permission(), Action.READ);
    if (!caller.scope().allows(read)) {
      return Future.succeededFuture(false);
    }
    return path.single() || path.steps().size() > 1
        ? dependencies.sources().entities().mayRead(caller, path)
        : Future.succeededFuture(true);
  }

  /** Returns the messages for a new subscriber: the latest values that match its filter. */
  Future<List<Delivery>> retained(Caller caller, TopicFilter filter) {
    if (filter.matches(Topic.COUNTERS.name())) {
      return Future.succeededFuture(List.of(counters(true)));
    }
    if (filter.matches(Topic.REFUSALS.name())) {
      return Future.succeededFuture(List.of());
    }
    OptionalLong one =
        filter.only().isPresent() && filter.only().get() instanceof Topic.Observations o
            ? OptionalLong.of(o.datastream())
            : OptionalLong.empty();
    if (one.isEmpty() && !filter.isOpen()) {
      return Future.succeededFuture(List.of());
    }
    return dependencies
        .sources()
        .latest()
        .of(caller, one)
        .map(
            values ->
                values.stream()
                    .filter(value -> filter.matches(name(value)))
                    .map(value -> latest(value, filter))
                    .toList());
  }

  private static String name(StoredObservation value) {
    return new Topic.Observations(value.datastream().id()).name();
  }

  private Delivery latest(StoredObservation value, TopicFilter filter) {
    return new Delivery(
        filter.named(name(value)),
        dependencies.sources().observations().of(value, filter.select()),
        Optional.of(value.datastream()),
        true);
  }

  private Delivery counters(boolean retained) {
    byte[] json = Json.bytes(dependencies.ingestion().counters().counts().json());
    return new Delivery(Topic.COUNTERS.name(), json, Optional.empty(), retained);
  }

  /** Publishes the counters to subscribers. */
  void publishCounters() {
    fanout.publish(() -> counters(false));
  }
}
