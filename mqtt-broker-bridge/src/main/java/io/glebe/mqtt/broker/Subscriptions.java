package io.glebe.mqtt.broker;

import io.glebe.core.access.Caller;
import io.glebe.mqtt.message.RoutedMessage;
import io.glebe.mqtt.packet.Packets;
import io.glebe.mqtt.session.Session;
import io.glebe.mqtt.topic.Subscription;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption.RetainedHandlingPolicy;
import io.netty.handler.codec.mqtt.MqttTopicSubscription;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The subscriptions of one client. Used on the event loop of its channel. */
final class Subscriptions {
  /** Time until it is asked again where topics lead. */
  private static final long FOLLOW_MILLIS = 1_000;

  private static final int FAILED = 0x80;
  private static final int NOT_ALLOWED = 0x87;
  private static final int BAD_FILTER = 0x8F;
  private static final int QUOTA = 0x97;
  private static final short UNSUBSCRIBED = 0x00;
  private static final short WAS_NONE = 0x11;

  private final SubscriptionDispatcher dispatcher;
  private final ClientConnection connection;
  private final ActiveClient client;
  private final Session session;
  private final boolean isVersion5;
  private final int max;
  private boolean following;
  private boolean again;

  Subscriptions(
      SubscriptionDispatcher dispatcher,
      ClientConnection connection,
      ActiveClient client,
      Session session,
      boolean isVersion5) {
    this.dispatcher = dispatcher;
    this.connection = connection;
    this.client = client;
    this.session = session;
    this.isVersion5 = isVersion5;
    this.max = dispatcher.dependencies().limits().client().subscriptions();
  }

  /** One filter of a packet and the decision about it. */
  private record Request(
      Optional<Subscription> wanted, RetainedHandlingPolicy retained, int refusal) {
    Request refused(int reason) {
      return new Request(wanted, retained, reason);
    }

    Request to(Subscription found) {
      return new Request(Optional.of(found), retained, refusal);
    }
  }

  /** Registers the subscriptions of the session that goes on. */
  void resume() {
    session.subscriptions().forEach(this::register);
    follow();
  }

  /** Finds where deep topics lead now, one after the other. */
  void follow() {
    again = following;
    if (following || !connection.isOpen()) {
      return;
    }
    List<Subscription> deep =
        session.subscriptions().stream().filter(one -> one.filter().deep().isPresent()).toList();
    if (deep.isEmpty()) {
      session.led();
      return;
    }
    following = true;
    client
        .now()
        .compose(caller -> follow(caller, deep, 0))
        .onComplete(done -> client.execute(() -> followed(done.succeeded())));
  }

  private Future<Void> follow(Caller caller, List<Subscription> deep, int at) {
    return at == deep.size()
        ? Future.succeededFuture()
        : dispatcher
            .led(caller, deep.get(at))
            .onSuccess(now -> client.execute(() -> move(deep.get(at), now)))
            .compose(done -> follow(caller, deep, at + 1));
  }

  private void move(Subscription before, Subscription now) {
    boolean same = session.subscriptions().contains(before) && connection.isOpen();
    if (same && !now.equals(before)) {
      register(now);
      session.add(now);
      unregister(before);
    }
  }

  /** Where the database was not available, it is asked again; until then nothing is read. */
  private void followed(boolean complete) {
    following = false;
    if (!complete) {
      dispatcher
          .dependencies()
          .vertx()
          .setTimer(FOLLOW_MILLIS, tick -> client.execute(this::follow));
    } else if (again) {
      follow();
    } else {
      session.led();
      client.wake();
    }
  }

  private void register(Subscription subscription) {
    client.services().added(subscription);
    dispatcher.fanout().add(subscription, connection);
  }

  private void unregister(Subscription subscription) {
    client.services().removed(subscription);
    dispatcher.fanout().remove(subscription, connection);
  }

  void subscribe(MqttSubscribeMessage message) {
    OptionalInt identifier = identifier(message);
    if (identifier.isPresent() && identifier.getAsInt() == 0) {
      connection.end(Packets.PROTOCOL_ERROR);
      return;
    }
    List<Future<Request>> checked = new ArrayList<>();
    for (MqttTopicSubscription requested : message.payload().topicSubscriptions()) {
      checked.add(check(requested, identifier));
    }
    int id = message.variableHeader().messageId();
    Future.join(checked)
        .onComplete(
            done -> client.execute(() -> store(id, checked.stream().map(Future::result).toList())));
  }

  private static OptionalInt identifier(MqttSubscribeMessage message) {
    var property =
        message
            .idAndPropertiesVariableHeader()
            .properties()
            .getProperties(MqttProperties.SUBSCRIPTION_IDENTIFIER);
    return property.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of((Integer) property.getFirst().value());
  }

  private Future<Request> check(MqttTopicSubscription requested, OptionalInt identifier) {
    Optional<Subscription> wanted =
        Subscription.parse(
            requested.topicFilter(),
            requested.option().qos().value(),
            identifier,
            requested.option().isRetainAsPublished());
    Request request = new Request(wanted, requested.option().retainHandling(), 0);
    if (wanted.isEmpty() || isSharedPath(wanted.get())) {
      return Future.succeededFuture(request.refused(BAD_FILTER));
    }
    return client
        .now()
        .compose(caller -> check(caller, request, wanted.get()))
        .otherwise(unknown -> request.refused(NOT_ALLOWED));
  }

  /** Where a deep topic leads may change for one client before another. */
  private static boolean isSharedPath(Subscription wanted) {
    return wanted.group().isPresent() && wanted.filter().deep().isPresent();
  }

  private Future<Request> check(Caller caller, Request request, Subscription wanted) {
    return dispatcher
        .led(caller, wanted)
        .compose(
            found ->
                dispatcher
                    .maySubscribe(caller, found)
                    .map(
                        isAllowed -> isAllowed ? request.to(found) : request.refused(NOT_ALLOWED)));
  }

  /** What is granted is stored with the session before it is granted. */
  private void store(int id, List<Request> requests) {
    if (!connection.isOpen()) {
      return;
    }
    boolean first = session.subscriptions().stream().noneMatch(Subscription::isKept);
    List<Request> decided = new ArrayList<>();
    List<Subscription> granted = new ArrayList<>();
    List<Subscription> withRetained = new ArrayList<>();
    for (Request request : requests) {
      boolean full = request.refusal() == 0 && session.subscriptions().size() >= max;
      Request decision = full ? request.refused(QUOTA) : request;
      decided.add(decision);
      if (decision.refusal() == 0) {
        Subscription subscription = request.wanted().orElseThrow();
        granted.add(subscription);
        if (add(subscription, request.retained())) {
          withRetained.add(subscription);
        }
      }
    }
    boolean begins = first && granted.stream().anyMatch(Subscription::isKept);
    dispatcher
        .sessions()
        .subscribed(session, begins)
        .onComplete(
            stored ->
                client.execute(
                    () -> {
                      if (stored.succeeded()) {
                        stored.result().ifPresent(session::keptFrom);
                        grant(id, decided, withRetained);
                      } else {
                        granted.forEach(this::remove);
                        answer(
                            id,
                            decided.stream().map(one -> one.refused(FAILED)).toList(),
                            List.of());
                      }
                    }));
  }

  /** Returns whether the latest values are requested. */
  private boolean add(Subscription subscription, RetainedHandlingPolicy retained) {
    Optional<Subscription> before = session.add(subscription);
    boolean fresh = before.isEmpty();
    if (fresh) {
      register(subscription);
    } else if (subscription.filter().deep().isPresent()) {
      unregister(before.get());
      register(subscription);
    } else {
      client.services().added(subscription);
      dispatcher.fanout().replace(subscription, connection);
    }
    if (subscription.group().isPresent()) {
      return false;
    }
    return switch (retained) {
      case SEND_AT_SUBSCRIBE -> true;
      case SEND_AT_SUBSCRIBE_IF_NOT_YET_EXISTS -> fresh;
      case DONT_SEND_AT_SUBSCRIBE -> false;
    };
  }

  private void remove(Subscription subscription) {
    session.remove(subscription.text()).ifPresent(this::unregister);
  }

  /**
   * Answers once the latest values are known: a value that is published after the answer must not
   * reach the client as the latest one before the values that were published between. Of many
   * subscriptions in one packet no more is read before than may wait for the client.
   */
  private void grant(int id, List<Request> decided, List<Subscription> withRetained) {
    Iterator<Subscription> wanted = withRetained.iterator();
    long capacity = dispatcher.dependencies().limits().queueBytes();
    client
        .now()
        .compose(caller -> latest(caller, wanted, new ArrayList<>(), capacity))
        .otherwise(List.of())
        .onComplete(
            read ->
                client.execute(
                    () -> {
                      answer(id, decided, read.result());
                      sendLatest(wanted);
                    }));
  }

  private Future<List<RoutedMessage>> latest(
      Caller caller, Iterator<Subscription> wanted, List<RoutedMessage> read, long capacity) {
    if (capacity <= 0 || !wanted.hasNext()) {
      return Future.succeededFuture(read);
    }
    return latest(caller, wanted.next())
        .compose(
            values -> {
              read.addAll(values);
              long bytes = values.stream().mapToLong(one -> one.delivery().bytes()).sum();
              return latest(caller, wanted, read, capacity - bytes);
            });
  }

  /** Sends what was too much before the answer, of one subscription after the other. */
  private void sendLatest(Iterator<Subscription> wanted) {
    if (!wanted.hasNext() || !connection.isOpen()) {
      return;
    }
    client
        .now()
        .compose(caller -> latest(caller, wanted.next()))
        .onSuccess(
            values ->
                client.execute(
                    () -> {
                      client.sendOwn(values);
                      sendLatest(wanted);
                    }));
  }

  private void answer(int id, List<Request> requests, List<RoutedMessage> retained) {
    if (!connection.isOpen()) {
      return;
    }
    List<Integer> codes =
        requests.stream()
            .map(
                request ->
                    request.refusal() == 0
                        ? request.wanted().orElseThrow().qos()
                        : isVersion5 ? request.refusal() : FAILED)
            .toList();
    var _ = client.channel().writeAndFlush(Packets.subscribed(id, codes));
    if (!retained.isEmpty()) {
      client.sendOwn(retained);
    }
    client.services().granted();
    client.wake();
  }

  private Future<List<RoutedMessage>> latest(Caller caller, Subscription subscription) {
    List<Integer> identifiers = subscription.identifier().stream().boxed().toList();
    return dispatcher
        .retained(caller, subscription.filter())
        .map(
            values ->
                values.stream()
                    .map(value -> RoutedMessage.of(value, subscription.qos(), identifiers))
                    .toList());
  }

  void unsubscribe(MqttUnsubscribeMessage message) {
    List<Short> codes = new ArrayList<>();
    for (String text : message.payload().topics()) {
      Optional<Subscription> removed = session.remove(text);
      removed.ifPresent(this::unregister);
      codes.add(removed.isPresent() ? UNSUBSCRIBED : WAS_NONE);
    }
    int id = message.variableHeader().messageId();
    dispatcher
        .sessions()
        .subscribed(session, false)
        .onComplete(
            stored ->
                client.execute(
                    () -> {
                      var _ = client.channel().writeAndFlush(Packets.unsubscribed(id, codes));
                    }));
  }

  /**
   * Unregisters everything; the session keeps its subscriptions.
   *
   * @param stay how long the session stays
   */
  void close(Duration stay) {
    for (Subscription subscription : session.subscriptions()) {
      client.services().removed(subscription);
      dispatcher.fanout().leave(subscription, connection, stay);
    }
  }
}
