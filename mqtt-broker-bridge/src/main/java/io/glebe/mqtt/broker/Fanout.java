package io.glebe.mqtt.broker;

import io.glebe.core.access.Caller;
import io.glebe.core.sensor.journal.EntityChange;
import io.glebe.core.sensor.journal.EntityChanges;
import io.glebe.core.sensor.model.Property;
import io.glebe.core.sensor.observation.DatastreamInfo;
import io.glebe.core.sensor.observation.StoredObservation;
import io.glebe.core.sensor.session.SessionGeneration;
import io.glebe.core.thread.ListenerRegistration;
import io.glebe.mqtt.ingest.MessageCounters;
import io.glebe.mqtt.ingest.Refusal;
import io.glebe.mqtt.limit.ByteBudget;
import io.glebe.mqtt.limit.MessageBudgets;
import io.glebe.mqtt.limit.MqttLimits;
import io.glebe.mqtt.message.Delivery;
import io.glebe.mqtt.message.EntityMessages;
import io.glebe.mqtt.message.EventNames;
import io.glebe.mqtt.message.RoutedMessage;
import io.glebe.mqtt.message.Routing;
import io.glebe.mqtt.topic.Subscription;
import io.glebe.mqtt.topic.SubscriptionTrie;
import io.glebe.mqtt.topic.Topic;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Distributes events to connected subscribers as they happen, and wakes the sessions that read them
 * from the journal. Thread-safe.
 */
final class Fanout {
  /** A group keeps this part of what may wait for one subscriber, so that one can take it. */
  private static final int QUEUE_PART = 2;

  /** Reads of entities for subscribers at the same time; those beyond are tried again. */
  private static final int MAX_READS = 1_000;

  private final MqttBroker.Dependencies dependencies;
  private final MessageBudgets budgets;
  private final MqttSources sources;
  private final MessageCounters counters;
  private final SubscriptionTrie<Subscriber> subscriptions = new SubscriptionTrie<>();
  private final Map<String, ShareGroup> groups = new ConcurrentHashMap<>();
  private final Map<ClientConnection, Integer> deep = new ConcurrentHashMap<>();
  private final AtomicInteger related = new AtomicInteger();
  private final AtomicInteger reads = new AtomicInteger();
  private final Attempts repeating;
  private final ListenerRegistration changes;

  Fanout(MqttBroker.Dependencies dependencies, MessageBudgets budgets) {
    this.dependencies = dependencies;
    this.budgets = budgets;
    repeating = new Attempts(dependencies.vertx());
    sources = dependencies.sources();
    counters = dependencies.ingestion().counters();
    changes = sources.changes().listen(this::changed);
  }

  /** Adds a subscription. */
  void add(Subscription subscription, ClientConnection client) {
    if (subscription.group().isPresent()) {
      groups.compute(
          key(subscription, client), (key, known) -> joined(known, subscription, client));
      return;
    }
    counted(subscription, 1);
    if (subscription.filter().led()) {
      deep.merge(client, 1, Integer::sum);
    }
    subscriptions.add(subscription, client);
  }

  private ShareGroup joined(
      @Nullable ShareGroup known, Subscription subscription, ClientConnection client) {
    ShareGroup group = known == null ? newGroup(subscription, client) : known;
    group.add(client);
    subscriptions.add(subscription, group);
    return group;
  }

  private ShareGroup newGroup(Subscription subscription, ClientConnection client) {
    counted(subscription, 1);
    MqttLimits limits = dependencies.limits();
    AbsentMembers absent =
        new AbsentMembers(
            budgets.kept(client.caller()),
            Math.max(1, limits.client().queuedMessages() / QUEUE_PART),
            limits.queueBytes() / QUEUE_PART);
    return new ShareGroup(subscription, absent, counters, dependencies.vertx());
  }

  /** Gives a subscription other options, without a time in which it does not exist. */
  void replace(Subscription subscription, ClientConnection client) {
    if (subscription.group().isEmpty()) {
      subscriptions.add(subscription, client);
      return;
    }
    groups.computeIfPresent(
        key(subscription, client),
        (key, group) -> {
          subscriptions.add(subscription, group);
          return group;
        });
  }

  /** Removes a subscription that has ended. */
  void remove(Subscription subscription, ClientConnection client) {
    leave(subscription, client, Duration.ZERO);
  }

  /**
   * Removes the subscription of a client that has gone.
   *
   * @param stay how long its session stays
   */
  void leave(Subscription subscription, ClientConnection client, Duration stay) {
    if (subscription.group().isPresent()) {
      groups.computeIfPresent(
          key(subscription, client),
          (key, group) -> {
            group.leave(client, subscription.qos() > 0 ? stay : Duration.ZERO);
            return kept(group);
          });
      return;
    }
    counted(subscription, -1);
    if (subscription.filter().led()) {
      deep.computeIfPresent(client, (c, count) -> count == 1 ? null : Integer.valueOf(count - 1));
    }
    subscriptions.remove(subscription, client);
  }

  /** The group, unless it has no members any more. */
  private @Nullable ShareGroup kept(ShareGroup group) {
    if (!group.closeIfEmpty()) {
      return group;
    }
    subscriptions.remove(group.subscription(), group);
    counted(group.subscription(), -1);
    return null;
  }

  /** Ends what is kept for a session that is not resumed. */
  void ended(String session) {
    each(group -> group.ended(session));
  }

  /** Ends what is kept for a session that was elsewhere before this connection has it again. */
  void resumed(String session, SessionGeneration own) {
    each(group -> group.resumed(session, own));
  }

  /** Ends what is kept for a session that a newer connection of another process has. */
  void takenOver(String session, SessionGeneration generation) {
    each(group -> group.takenOver(session, generation));
  }

  private void each(Consumer<ShareGroup> change) {
    groups
        .keySet()
        .forEach(
            key ->
                groups.computeIfPresent(
                    key,
                    (k, group) -> {
                      change.accept(group);
                      return kept(group);
                    }));
  }

  /** Ends the groups whose last sessions have expired. */
  void sweep() {
    groups.keySet().forEach(key -> groups.computeIfPresent(key, (k, group) -> kept(group)));
  }

  /** Groups are of one account: another account does not take its messages. */
  private static String key(Subscription subscription, ClientConnection client) {
    Caller caller = client.caller();
    return caller.issuer() + '\0' + caller.subject() + '\0' + subscription.text();
  }

  private void counted(Subscription subscription, int count) {
    if (subscription.isRelated()) {
      related.addAndGet(count);
    }
  }

  /** Messages about entities that could not be read and are tried again. */
  int repeating() {
    return repeating.waiting();
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
      Optional<DatastreamInfo> datastream = Optional.of(stored.datastream());
      Map<List<String>, byte[]> payloads = new HashMap<>();
      for (String name : EventNames.of(stored)) {
        outgoing.add(
            name,
            routing ->
                new Delivery(
                    routing.topic(),
                    payloads.computeIfAbsent(
                        routing.select(), select -> sources.observations().of(stored, select)),
                    datastream,
                    false));
      }
    }
    outgoing.deliver();
  }

  /** Publishes a message of the platform itself to all subscribers of its topic. */
  void publish(Supplier<Delivery> message) {
    if (hasSubscribers()) {
      Delivery made = message.get();
      publish(made, caller -> true);
    }
  }

  /** Publishes a message of the platform itself to the subscribers of one account. */
  void publish(Refusal refusal) {
    if (hasSubscribers()) {
      publish(
          new Delivery(Topic.REFUSALS.name(), refusal.json(), Optional.empty(), false),
          caller -> caller.subjectId().equals(refusal.account()));
    }
  }

  /** Such a message is news and not kept: its quality of service is 0. */
  private void publish(Delivery message, Predicate<Caller> readers) {
    subscriptions
        .match(message.topic())
        .forEach(
            (subscriber, matches) ->
                subscriber
                    .taker()
                    .filter(client -> readers.test(client.caller()))
                    .ifPresent(
                        client ->
                            client.deliver(
                                Routing.of(message.topic(), matches).stream()
                                    .limit(1)
                                    .map(one -> RoutedMessage.of(message, 0, one.identifiers()))
                                    .toList())));
  }

  /** Makes the message of an event for a routing. */
  private interface Maker {
    Delivery of(Routing routing);
  }

  /** Collects the messages of a group, so that each subscriber gets one hand-over. */
  private final class Outgoing {
    private final Map<Subscriber, List<RoutedMessage>> routed = new HashMap<>();
    private final Set<Subscriber> woken = new HashSet<>();

    void add(String name, Maker maker) {
      subscriptions
          .match(name)
          .forEach((subscriber, matches) -> add(subscriber, Routing.of(name, matches), maker));
    }

    private void add(Subscriber subscriber, List<Routing> routings, Maker maker) {
      for (Routing routing : routings) {
        if (subscriber.reads(routing.qos())) {
          woken.add(subscriber);
        } else {
          routed
              .computeIfAbsent(subscriber, s -> new ArrayList<>())
              .add(RoutedMessage.of(maker.of(routing), routing.qos(), routing.identifiers()));
        }
      }
    }

    void deliver() {
      routed.forEach(Subscriber::deliver);
      woken.forEach(Subscriber::wake);
    }
  }

  private void changed(EntityChange change) {
    if (!hasSubscribers()) {
      return;
    }
    if (change.redirects()) {
      deep.keySet().forEach(client -> client.active().follow());
    }
    publish(change, Attempts.MOST);
  }

  private void publish(EntityChange change, int left) {
    Future<List<EntityChanges.Below>> below =
        related.get() > 0 ? sources.changes().addresses(change) : Future.succeededFuture(List.of());
    below
        .onSuccess(addresses -> dispatch(sources.entities().event(change), addresses))
        .onFailure(
            failure -> {
              if (!repeating.again(left, () -> publish(change, left - 1))) {
                counters.dropped(1);
              }
            });
  }

  private void dispatch(EntityMessages.Event event, List<EntityChanges.Below> below) {
    EventNames.of(event.change(), below)
        .forEach(
            (name, property) ->
                subscriptions
                    .match(name)
                    .forEach(
                        (subscriber, matches) ->
                            Routing.of(name, matches)
                                .forEach(routing -> send(event, property, subscriber, routing))));
  }

  private void send(
      EntityMessages.Event event,
      Optional<Property> property,
      Subscriber subscriber,
      Routing routing) {
    if (subscriber.reads(routing.qos())) {
      subscriber.wake();
      return;
    }
    EntityChange change = event.change();
    subscriber.take(
        routing.qos(),
        ByteBudget.OVERHEAD,
        switch (subscriber) {
          case ShareGroup group -> // may keep it, and have it read when a client takes it
              client -> read(sources.entities().event(change), property, client, group, routing);
          case ClientConnection one ->
              new RepeatedSending(
                  repeating,
                  counters,
                  client -> read(event, property, client, one, routing),
                  routing.qos() > 0 ? Attempts.MOST : 0);
        });
  }

  private Future<Void> read(
      EntityMessages.Event event,
      Optional<Property> property,
      ClientConnection client,
      Subscriber subscriber,
      Routing routing) {
    if (reads.incrementAndGet() > MAX_READS) {
      reads.decrementAndGet();
      return Future.failedFuture("too many entities are being read");
    }
    Promise<Void> done = Promise.promise();
    client.execute(
        () ->
            client
                .now()
                .compose(caller -> event.read(caller, property, routing.select()))
                .onSuccess(
                    payload ->
                        payload.ifPresent(
                            bytes -> client.deliver(List.of(message(bytes, subscriber, routing)))))
                .<Void>mapEmpty()
                .onComplete(done));
    return done.future().onComplete(read -> reads.decrementAndGet());
  }

  private static RoutedMessage message(byte[] payload, Subscriber subscriber, Routing routing) {
    return subscriber.mark(
        RoutedMessage.of(
            new Delivery(routing.topic(), payload, Optional.empty(), false),
            routing.qos(),
            routing.identifiers()));
  }

  void close() {
    changes.close();
  }
}
