package io.glebe.mqtt.broker;

import io.glebe.core.sensor.session.SessionGeneration;
import io.glebe.mqtt.ingest.MessageCounters;
import io.glebe.mqtt.message.RoutedMessage;
import io.glebe.mqtt.topic.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Clients of one account that share the messages of a subscription: each message goes to one of
 * them, in turn. What a client leaves without an acknowledgement goes to another one. While no
 * member is connected but the session of one stays, messages are kept for the first that comes
 * back. Thread-safe.
 */
final class ShareGroup implements Subscriber, RoutedMessage.SharedBy {
  private final List<ClientConnection> clients = new CopyOnWriteArrayList<>();
  private final AtomicInteger place = new AtomicInteger();
  private final Subscription subscription;
  private final AbsentMembers absent;
  private final MessageCounters counters;
  private boolean closed;

  ShareGroup(Subscription subscription, AbsentMembers absent, MessageCounters counters) {
    this.subscription = subscription;
    this.absent = absent;
    this.counters = counters;
  }

  /** Adds a client, which gets what was kept. */
  synchronized void add(ClientConnection client) {
    if (clients.isEmpty() && absent.isEmpty()) {
      counters.dropped(absent.takeAll().size()); // the sessions have expired
    }
    absent.remove(client.sessionKey());
    clients.add(client);
    absent.takeAll().forEach(sending -> sending.accept(client));
  }

  /** The subscription of a member. */
  Subscription subscription() {
    return subscription;
  }

  /** Removes a client whose session stays for this time. */
  synchronized void leave(ClientConnection client, Duration stay) {
    client
        .active()
        .session()
        .generation()
        .filter(stored -> !stay.isZero())
        .ifPresent(stored -> absent.add(client.sessionKey(), stored, stay));
    clients.remove(client);
  }

  /** The session of a member that was away has ended. */
  synchronized void ended(String session) {
    absent.remove(session);
  }

  /** A connection of another process has the session of a member that was away. */
  synchronized void takenOver(String session, SessionGeneration generation) {
    absent.removeBefore(session, generation);
  }

  /** Ends the group if it has no members any more; returns whether it has ended. */
  synchronized boolean closeIfEmpty() {
    if (!closed && clients.isEmpty() && absent.isEmpty()) {
      closed = true;
      counters.dropped(absent.close());
    }
    return closed;
  }

  @Override
  public Optional<ClientConnection> taker() {
    ClientConnection[] now = clients.toArray(ClientConnection[]::new);
    int first = place.getAndIncrement();
    for (int i = 0; i < now.length; i++) {
      ClientConnection client = now[Math.floorMod(first + i, now.length)];
      if (client.isOpen()) {
        return Optional.of(client);
      }
    }
    return Optional.empty();
  }

  @Override
  public void take(int qos, int bytes, Consumer<ClientConnection> sending) {
    Optional<ClientConnection> now = taker();
    if (now.isPresent()) {
      sending.accept(now.get());
    } else if (qos > 0) {
      keep(bytes, sending);
    }
  }

  private synchronized void keep(int bytes, Consumer<ClientConnection> sending) {
    Optional<ClientConnection> meanwhile = taker();
    if (meanwhile.isPresent()) {
      sending.accept(meanwhile.get());
    } else if (!closed && !(clients.isEmpty() && absent.isEmpty())) {
      counters.dropped(absent.keep(bytes, sending));
    }
  }

  @Override
  public RoutedMessage mark(RoutedMessage message) {
    return message.by(this);
  }

  @Override
  public void deliver(List<RoutedMessage> messages) {
    Map<ClientConnection, List<RoutedMessage>> shares = new HashMap<>();
    for (RoutedMessage message : messages) {
      RoutedMessage marked = mark(message);
      Optional<ClientConnection> now = taker();
      if (now.isPresent()) {
        shares.computeIfAbsent(now.get(), c -> new ArrayList<>()).add(marked);
      } else {
        take(message.qos(), message.delivery().bytes(), client -> client.deliver(List.of(marked)));
      }
    }
    shares.forEach(ClientConnection::deliver);
  }

  @Override
  public void passOn(List<RoutedMessage> messages) {
    deliver(messages);
  }

  @Override
  public void wake() {
    // a group gets its messages as they come
  }

  @Override
  public boolean reads(int qos) {
    return false;
  }
}
