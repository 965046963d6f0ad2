package io.glebe.mqtt.broker;

import io.glebe.core.access.Caller;
import io.glebe.core.memory.DirectMemory;
import io.glebe.core.sensor.journal.SensorJournal;
import io.glebe.mqtt.ingest.MessageCounters;
import io.glebe.mqtt.limit.ByteBudget;
import io.glebe.mqtt.message.RoutedMessage;
import io.glebe.mqtt.packet.ConnectRequest;
import io.glebe.mqtt.packet.Packets;
import io.glebe.mqtt.session.SentMessages;
import io.glebe.mqtt.session.Session;
import io.glebe.mqtt.session.SessionOutlet;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * The messages to one subscriber. Messages of quality of service 0 are dropped while its socket is
 * full; others are queued up to a limit. Queued messages are checked against the subscriber's
 * permissions when they are sent. Used on the event loop of the channel.
 */
final class OutboundQueue {
  private static final long RETRY_MILLIS = 500;

  /** An event may be several messages: so many of them fit into the room that is told. */
  private static final int MESSAGES_OF_EVENT = 4;

  private final ChannelHandlerContext channel;
  private final SessionOutlet subscriber;
  private final Session session;
  private final MessageCounters counters;
  private final ByteBudget.Share share;
  private final long maxBytes;
  private final int maxMessages;
  private final int maxPacket;
  private final int window;
  private final Runnable overflow;
  private final AtomicInteger handedOver = new AtomicInteger();
  private final Deque<RoutedMessage> queue = new ArrayDeque<>();
  private long queuedBytes;
  private volatile boolean isHalfFull;
  private int droppedInARow;

  /** Whether a timer continues when there is memory again. */
  private boolean retries;

  /**
   * @param share what the bytes of waiting messages are taken from; is closed at the end
   * @param overflow called when the subscriber exceeds its limits
   */
  OutboundQueue(
      ChannelHandlerContext channel,
      SessionOutlet subscriber,
      Session session,
      ConnectRequest request,
      SubscriptionDispatcher dispatcher,
      ByteBudget.Share share,
      Runnable overflow) {
    this.channel = channel;
    this.subscriber = subscriber;
    this.session = session;
    this.counters = dispatcher.dependencies().ingestion().counters();
    this.share = share;
    this.maxBytes = dispatcher.dependencies().limits().queueBytes();
    this.maxMessages = dispatcher.dependencies().limits().client().queuedMessages();
    this.maxPacket = request.maximumPacket();
    this.window =
        Math.min(
            dispatcher.dependencies().limits().client().unacknowledged(), request.receiveMaximum());
    this.overflow = overflow;
  }

  /**
   * Delivers messages from any thread; messages that a slow event loop cannot accept are dropped.
   */
  void deliver(List<RoutedMessage> messages) {
    int waiting = handedOver.addAndGet(messages.size());
    if (waiting > ClientLimits.MAX_DROPPED) {
      handedOver.addAndGet(-messages.size());
      counters.dropped(messages.size());
      return;
    }
    channel
        .executor()
        .execute(() -> send(messages).onComplete(done -> handedOver.addAndGet(-messages.size())));
  }

  /** Sends or queues the messages that the subscriber may currently receive. */
  Future<?> send(List<RoutedMessage> messages) {
    return subscriber.now().onSuccess(caller -> send(messages, caller));
  }

  /** The same with the permissions of the subscriber. */
  void send(List<RoutedMessage> messages, Caller caller) {
    for (RoutedMessage message : messages) {
      if (!subscriber.isOpen()) {
        passOn(message);
      } else if (message.delivery().isFor(caller) && fits(message)) {
        send(message);
      }
    }
    channel.flush();
  }

  /** A packet that is larger than the client accepts is not sent, as the standard requires. */
  private boolean fits(RoutedMessage message) {
    boolean fits =
        message.delivery().payload().length + message.delivery().topic().length() * 3
            <= maxPacket - Packets.HEADER_BYTES;
    if (!fits) {
      counters.dropped(1);
    }
    return fits;
  }

  private void send(RoutedMessage message) {
    if (message.qos() == 0) {
      sendAtMostOnce(message);
      return;
    }
    session.begun(message);
    if (queue.isEmpty() && canSend()) {
      transmit(message);
    } else if (hasSpace(message.delivery().bytes())) {
      queue.add(message);
      queued(message.delivery().bytes());
      counters.outbound(1);
    } else {
      counters.dropped(session.isStored() ? 0 : queue.size() + 1);
      overflow.run();
      passOn(message);
    }
  }

  /** A message of a group, which this client cannot take, goes to another one. */
  private static void passOn(RoutedMessage message) {
    message.group().filter(group -> message.qos() > 0).ifPresent(g -> g.passOn(List.of(message)));
  }

  /** What may wait besides what waits already, for a reader of events. */
  SensorJournal.Capacity capacity() {
    int entries = (maxMessages - queue.size()) / MESSAGES_OF_EVENT;
    return new SensorJournal.Capacity(
        isHalfFull ? 0 : Math.max(1, entries), (maxBytes - queuedBytes) / MESSAGES_OF_EVENT);
  }

  /** Whether less than half of what may wait does; from any thread. */
  boolean hasCapacity() {
    return !isHalfFull;
  }

  private void queued(long bytes) {
    queuedBytes += bytes;
    isHalfFull = queue.size() > maxMessages / 2 || queuedBytes > maxBytes / 2;
  }

  /** Takes the bytes of a message that must wait; returns whether it may. */
  private boolean hasSpace(int bytes) {
    return queue.size() < maxMessages
        && (queue.isEmpty() || queuedBytes + bytes <= maxBytes)
        && share.tryTake(bytes);
  }

  /**
   * Forgets the waiting messages of a subscriber that has gone; the messages of a group go to its
   * other clients.
   */
  void clear() {
    List<RoutedMessage> left = new ArrayList<>();
    session.sentMessages().all().forEach(sent -> sent.message().ifPresent(left::add));
    left.addAll(queue);
    counters.outbound(-queue.size());
    queue.clear();
    share.giveBack(queuedBytes);
    share.close();
    queued(-queuedBytes);
    Map<RoutedMessage.SharedBy, List<RoutedMessage>> shared =
        left.stream()
            .filter(message -> message.group().isPresent())
            .collect(Collectors.groupingBy(message -> message.group().get()));
    shared.forEach(RoutedMessage.SharedBy::passOn);
  }

  private void sendAtMostOnce(RoutedMessage message) {
    if (channel.channel().isWritable() && DirectMemory.fits(message.delivery().bytes())) {
      droppedInARow = 0;
      var _ = channel.write(Packets.publish(message, 0, false), channel.voidPromise());
      return;
    }
    counters.dropped(1);
    if (++droppedInARow == ClientLimits.MAX_DROPPED) {
      overflow.run();
    }
  }

  /**
   * Whether a message may be sent now. Beyond the memory for new work each client gets one message
   * at a time, so that none of them stops because of the bytes of others.
   */
  private boolean canSend() {
    int sent = session.sentMessages().size();
    if (sent >= window || !channel.channel().isWritable()) {
      return false;
    }
    boolean fits = sent == 0 || DirectMemory.fits(0);
    if (!fits && !retries) { // the acknowledgement may come much later than the memory
      retries = true;
      var _ = channel.executor().schedule(this::retry, RETRY_MILLIS, TimeUnit.MILLISECONDS);
    }
    return fits;
  }

  private void retry() {
    retries = false;
    if (subscriber.isOpen()) {
      sendQueued();
    }
  }

  private void transmit(RoutedMessage message) {
    SentMessages.Place place = session.sentMessages().add(message);
    if (place.completed()) {
      session.done(message.origin());
    } else if (!place.skipped()) {
      var _ =
          channel.write(
              Packets.publish(message, place.packetId(), place.again()), channel.voidPromise());
    }
  }

  /** Completes again what an earlier connection of the session has begun. */
  void resume() {
    for (SentMessages.Sent sent : session.sentMessages().all()) {
      if (sent.received()) {
        release(sent.packetId(), Packets.SUCCESS);
      }
    }
    channel.flush();
  }

  private void release(int packetId, byte reason) {
    var _ =
        channel.write(
            Packets.reply(MqttMessageType.PUBREL, packetId, reason), channel.voidPromise());
  }

  /** Handles PUBACK, or PUBCOMP: the last acknowledgement of a message. */
  void acknowledged(int packetId) {
    Optional<SentMessages.Sent> sent = session.sentMessages().remove(packetId);
    sent.ifPresent(
        message -> {
          session.done(message.origin());
          sendQueued();
        });
  }

  /**
   * Handles PUBREC: the client has a message of quality of service 2, or refuses it.
   *
   * @param refused whether the reason is an error
   */
  void received(int packetId, boolean refused) {
    if (refused) {
      acknowledged(packetId);
      return;
    }
    boolean known = session.sentMessages().received(packetId);
    release(packetId, known ? Packets.SUCCESS : Packets.UNKNOWN_PACKET_ID);
    channel.flush();
  }

  /** Sends queued messages that fit and that the subscriber may still receive. */
  void sendQueued() {
    if (!queue.isEmpty()) {
      subscriber.now().onSuccess(this::sendQueued);
    }
  }

  private void sendQueued(Caller caller) {
    boolean sent = false;
    while (subscriber.isOpen() && !queue.isEmpty() && canSend()) {
      RoutedMessage next = queue.poll();
      counters.outbound(-1);
      queued(-next.delivery().bytes());
      share.giveBack(next.delivery().bytes());
      if (next.delivery().isFor(caller)) {
        transmit(next);
        sent = true;
      } else {
        session.done(next.origin());
      }
    }
    if (sent) {
      channel.flush();
    }
  }
}
