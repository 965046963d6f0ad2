package io.glebe.mqtt.broker;

import io.glebe.core.sensor.session.SessionGeneration;
import io.glebe.mqtt.ingest.MessageCounters;
import io.glebe.mqtt.message.RoutedMessage;
import io.glebe.mqtt.topic.Subscription;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * Clients of one account that share the messages of a subscription: each message goes to one of
 * them, in turn. What a client leaves without an acknowledgement goes to another one. While no
 * member is connected but the session of one stays, messages are kept for the first that comes
 * back. Thread-safe.
 */
final class ShareGroup implements Subscriber, RoutedMessage.SharedBy {
  /** Kept messages that are read and sent together. */
  private static final int PART = 8;

  /** Time after which it is looked again whether a client has room. */
  private static final long FULL_MILLIS = 50;

  private final List<ClientConnection> clients = new CopyOnWriteArrayList<>();
  private final AtomicInteger place = new AtomicInteger();
  private final Subscription subscription;
  private final AbsentMembers absent;
  private final MessageCounters counters;
  private final Vertx vertx;

  /** Whether messages are kept or are being sent; then others wait behind them. */
  private volatile boolean isBehind;

  private boolean sending;
  private boolean closed;

  ShareGroup(
      Subscription subscription, AbsentMembers absent, MessageCounters counters, Vertx vertx) {
    this.subscription = subscription;
    this.absent = absent;
    this.counters = counters;
    this.vertx = vertx;
  }

  /** Adds a client, which gets what was kept. */
  synchronized void add(ClientConnection client) {
    if (clients.isEmpty() && absent.isEmpty()) {
      counters.dropped(absent.clear()); // the sessions have expired
    }
    absent.remove(client.sessionKey());
    clients.add(client);
    sendKept();
  }

  /**
   * Has a client send the next part of what is kept. One that has enough to send is not given more;
   * while all have, the group looks again after a while.
   */
  private synchronized void sendKept() {
    if (sending) {
      return;
    }
    isBehind = absent.hasMessages();
    if (!isBehind || clients.stream().noneMatch(ClientConnection::isOpen)) {
      return; // the next client that comes continues
    }
    sending = true;
    Optional<ClientConnection> free = taker(ShareGroup::hasCapacity);
    if (free.isPresent()) {
      free.get().execute(() -> sendKept(free.get()));
    } else {
      continueLater(FULL_MILLIS);
    }
  }

  private static boolean hasCapacity(ClientConnection client) {
    return client.isOpen() && client.active().hasCapacity();
  }

  private void continueLater(long millis) {
    vertx.setTimer(millis, tick -> sendNext());
  }

  private synchronized void sendNext() {
    sending = false;
    sendKept();
  }

  private void sendKept(ClientConnection client) {
    List<AbsentMembers.Kept> part = nextPart();
    List<Future<Void>> sent = part.stream().map(kept -> kept.sending().to(client)).toList();
    Future.join(sent).onComplete(done -> client.execute(() -> sent(part, sent)));
  }

  private synchronized List<AbsentMembers.Kept> nextPart() {
    return absent.next(PART);
  }

  private synchronized void sent(List<AbsentMembers.Kept> part, List<Future<Void>> sent) {
    boolean complete = true;
    for (int i = part.size() - 1; i >= 0; i--) {
      if (sent.get(i).succeeded()) {
        absent.done(part.get(i));
      } else {
        complete = false;
        counters.dropped(absent.again(part.get(i)));
      }
    }
    if (complete) {
      sendNext();
    } else {
      continueLater(Attempts.PAUSE_MILLIS);
    }
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

  /** A connection of this process has the session of a member that was away. */
  synchronized void resumed(String session, SessionGeneration own) {
    absent.resumed(session, own);
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
    return taker(ClientConnection::isOpen);
  }

  private Optional<ClientConnection> taker(Predicate<ClientConnection> fits) {
    ClientConnection[] now = clients.toArray(ClientConnection[]::new);
    int first = place.getAndIncrement();
    for (int i = 0; i < now.length; i++) {
      ClientConnection client = now[Math.floorMod(first + i, now.length)];
      if (fits.test(client)) {
        return Optional.of(client);
      }
    }
    return Optional.empty();
  }

  @Override
  public void take(int qos, int bytes, Sending message) {
    Optional<ClientConnection> now = qos > 0 && isBehind ? Optional.empty() : taker();
    if (now.isPresent()) {
      message.to(now.get()).onFailure(failure -> keep(qos, bytes, message, Attempts.PAUSE_MILLIS));
    } else {
      keep(qos, bytes, message, 0);
    }
  }

  /** Keeps a message of quality 1, also for a client that is connected. */
  private synchronized void keep(int qos, int bytes, Sending message, long pause) {
    if (qos == 0 || closed || clients.isEmpty() && absent.isEmpty()) {
      return;
    }
    counters.dropped(absent.keep(bytes, message));
    isBehind = true;
    if (pause == 0) {
      sendKept();
    } else if (!sending) {
      sending = true;
      continueLater(pause);
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
      boolean waits = message.qos() > 0 && isBehind;
      Optional<ClientConnection> now = waits ? Optional.empty() : taker();
      if (now.isPresent()) {
        shares.computeIfAbsent(now.get(), c -> new ArrayList<>()).add(marked);
      } else {
        keep(message.qos(), message.delivery().bytes(), client -> handedOver(client, marked), 0);
      }
    }
    shares.forEach(ClientConnection::deliver);
  }

  private static Future<Void> handedOver(ClientConnection client, RoutedMessage message) {
    client.deliver(List.of(message));
    return Future.succeededFuture();
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
