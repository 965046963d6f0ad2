package io.glebe.mqtt.session;

import io.glebe.core.sensor.journal.JournalInterest;
import io.glebe.core.sensor.journal.JournalPosition;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.session.HeldSession;
import io.glebe.core.sensor.session.SessionGeneration;
import io.glebe.core.sensor.session.SessionState;
import io.glebe.mqtt.message.RoutedMessage;
import io.glebe.mqtt.topic.Subscription;
import io.glebe.mqtt.topic.Topic;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The session of one client. A stored one continues with the next connection. Used on the event
 * loop of the connection that holds it.
 */
public final class Session {
  private final Optional<HeldSession> held;
  private final Map<String, Subscription> subscriptions = new LinkedHashMap<>();
  private final Set<Integer> unreleased = new HashSet<>();
  private final SentMessages sentMessages;
  private final DeliveryProgress progress;
  private Duration expiry;
  private boolean changed;
  private boolean lost;

  private Session(Optional<HeldSession> held, JournalPosition start, Duration expiry, int block) {
    this.held = held;
    this.expiry = expiry;
    progress = new DeliveryProgress(start);
    sentMessages = new SentMessages(block);
  }

  /** A session that ends with its connection. */
  static Session brief() {
    return new Session(Optional.empty(), new JournalPosition(0, 0, 0), Duration.ZERO, 0);
  }

  /** A stored session. */
  static Session of(HeldSession held, Duration expiry) {
    Session session = new Session(Optional.of(held), held.state().position(), expiry, held.loads());
    held.state().subscriptions().stream()
        .flatMap(stored -> Subscription.of(stored).stream())
        .forEach(subscription -> session.subscriptions.put(subscription.text(), subscription));
    session.lost =
        session.subscriptions.values().stream().anyMatch(one -> one.filter().deep().isPresent());
    session.unreleased.addAll(held.state().unreleased());
    session.sentMessages.restore(held.state().unfinished());
    return session;
  }

  /** Returns whether the session goes on from an earlier connection. */
  public boolean isPresent() {
    return held.map(HeldSession::present).orElse(false);
  }

  /** Returns whether it is stored. */
  public boolean isStored() {
    return held.isPresent();
  }

  Optional<HeldSession> held() {
    return held;
  }

  /** The number of its connection; empty for a session that is not stored. */
  public Optional<SessionGeneration> generation() {
    return held.map(HeldSession::generation);
  }

  /** How long it stays after its connection. */
  public Duration expiry() {
    return expiry;
  }

  /** How long it can be resumed after the end of its connection. */
  public Duration stay() {
    return isStored() ? expiry : Duration.ZERO;
  }

  /** Another expiry, told at the end of the connection. */
  public void expiry(Duration other) {
    expiry = other;
  }

  /** Adds a subscription, or replaces the one to the same filter; returns the earlier one. */
  public Optional<Subscription> add(Subscription subscription) {
    changed = true;
    return Optional.ofNullable(subscriptions.put(subscription.text(), subscription));
  }

  /** Returns whether it has to be found where its deep topics lead, before the journal is read. */
  boolean isLost() {
    return lost;
  }

  /** It is known where its deep topics lead. */
  public void led() {
    lost = false;
  }

  /** Removes a subscription. */
  public Optional<Subscription> remove(String text) {
    changed = true;
    return Optional.ofNullable(subscriptions.remove(text));
  }

  public Collection<Subscription> subscriptions() {
    return List.copyOf(subscriptions.values());
  }

  /** The packet ids of messages of quality 2 that the client has sent and not released. */
  public Set<Integer> unreleased() {
    changed = true;
    return unreleased;
  }

  public SentMessages sentMessages() {
    return sentMessages;
  }

  DeliveryProgress progress() {
    return progress;
  }

  /** The journal is kept for it from this place on. */
  public void keptFrom(JournalPosition position) {
    progress.read(position);
    changed = true;
  }

  /** A message waits for the client. */
  public void begun(RoutedMessage message) {
    message.origin().ifPresent(origin -> progress.begun(origin.position()));
    changed = true;
  }

  /** The client has a message, or is not to get it. */
  public void done(Optional<RoutedMessage.Origin> origin) {
    origin.ifPresent(known -> progress.done(known.position()));
    changed = true;
  }

  void touched() {
    changed = true;
  }

  /** Returns the state to store, if it is another than at the last call. */
  Optional<SessionState> takeChange() {
    if (!changed) {
      return Optional.empty();
    }
    changed = false;
    return Optional.of(state());
  }

  SessionState state() {
    return new SessionState(
        subscriptions.values().stream().map(Subscription::stored).toList(),
        progress.floor(),
        sentMessages.unfinished(),
        unreleased);
  }

  /** What it wants from the journal. */
  JournalInterest interest() {
    Set<Long> datastreams = new HashSet<>();
    Set<Long> features = new HashSet<>();
    Set<String> types = new HashSet<>();
    boolean all = false;
    for (Subscription one : subscriptions.values()) {
      if (!one.isKept()) {
        continue;
      }
      if (one.filter().isOpen()) {
        all = true;
        SensorModel.types().forEach(type -> types.add(type.name()));
        continue;
      }
      switch (one.filter().only().orElse(Topic.COUNTERS)) {
        case Topic.Observations of -> datastreams.add(of.datastream());
        case Topic.FeatureObservations of -> features.add(of.feature());
        case Topic.AllObservations every -> all = true;
        case Topic.Resource of -> types.add(of.path().type().name());
        case Topic.Deep unknown -> {}
        case Topic.Counters none -> {}
        case Topic.Refusals none -> {}
        case Topic.ServiceMessages none -> {}
      }
    }
    if (all || !datastreams.isEmpty() || !features.isEmpty()) {
      types.add(SensorModel.OBSERVATION.name());
    }
    return new JournalInterest(all, datastreams, features, types);
  }
}
