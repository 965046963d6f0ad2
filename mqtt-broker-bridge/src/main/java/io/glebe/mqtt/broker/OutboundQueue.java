package io.glebe.mqtt.broker;

import io.glebe.core.access.Caller;
import io.glebe.core.memory.DirectMemory;
import io.glebe.mqtt.ingest.MessageCounters;
import io.glebe.mqtt.limit.ByteBudget;
import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The messages to one subscriber. Messages of quality of service 0 are dropped while its socket is
 * full; those of quality of service 1 are queued up to a limit. Queued messages are checked against
 * the subscriber's permissions when they are sent. Used on the event loop of the channel.
 */
final class OutboundQueue {
  private static final long RETRY_MILLIS = 500;
  private static final int MAX_PACKET_ID = 65_535;

  private final ChannelHandlerContext channel;
  private final ClientConnection subscriber;
  private final MessageCounters counters;
  private final ByteBudget budget;
  private final long maxBytes;
  private final int maxMessages;
  private final Runnable overflow;
  private final AtomicInteger handedOver = new AtomicInteger();
  private final Deque<Delivery> queue = new ArrayDeque<>();
  private final Set<Integer> unacknowledged = new HashSet<>();
  private long queuedBytes;
  private int window;
  private int lastId;
  private int droppedInARow;

  /** Whether a timer continues when there is memory again. */
  private boolean retries;

  /**
   * @param overflow called when the subscriber exceeds its limits
   */
  OutboundQueue(
      ChannelHandlerContext channel,
      ClientConnection subscriber,
      SubscriptionDispatcher dispatcher,
      Runnable overflow) {
    this.channel = channel;
    this.subscriber = subscriber;
    this.counters = dispatcher.dependencies().ingestion().counters();
    this.budget = dispatcher.queued();
    this.maxBytes = dispatcher.dependencies().limits().queueBytes();
    this.maxMessages = dispatcher.dependencies().limits().client().queuedMessages();
    this.window = dispatcher.dependencies().limits().client().unacknowledged();
    this.overflow = overflow;
  }

  /** Sets the maximum number of unacknowledged messages that the client accepts. */
  void window(int receiveMaximum) {
    window = Math.min(window, receiveMaximum);
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
    return subscriber
        .now()
        .onSuccess(
            caller -> {
              messages.forEach(message -> send(message, caller));
              channel.flush();
            });
  }

  private void send(RoutedMessage message, Caller caller) {
    if (subscriber.isOpen() && message.delivery().isFor(caller)) {
      send(message.delivery(), message.qos());
    }
  }

  private void send(Delivery delivery, int qos) {
    if (qos == 0) {
      sendAtMostOnce(delivery);
    } else if (queue.isEmpty() && canSend()) {
      sendAtLeastOnce(delivery);
    } else if (hasSpace(delivery.bytes())) {
      queue.add(delivery);
      queuedBytes += delivery.bytes();
      counters.outbound(1);
    } else {
      counters.dropped(queue.size() + 1);
      clear();
      overflow.run();
    }
  }

  /** Takes the bytes of a message that must wait; returns whether it may. */
  private boolean hasSpace(int bytes) {
    return queue.size() < maxMessages
        && (queue.isEmpty() || queuedBytes + bytes <= maxBytes)
        && budget.tryTake(bytes);
  }

  /** Forgets the waiting messages of a subscriber that has gone. */
  void clear() {
    counters.outbound(-queue.size());
    queue.clear();
    budget.giveBack(queuedBytes);
    queuedBytes = 0;
  }

  private void sendAtMostOnce(Delivery delivery) {
    if (channel.channel().isWritable() && DirectMemory.fits(delivery.bytes())) {
      droppedInARow = 0;
      var _ = channel.write(Packets.publish(delivery, 0, 0), channel.voidPromise());
      return;
    }
    counters.dropped(1);
    if (++droppedInARow == ClientLimits.MAX_DROPPED) {
      overflow.run();
    }
  }

  private boolean canSend() {
    if (unacknowledged.size() >= window || !channel.channel().isWritable()) {
      return false;
    }
    boolean fits = DirectMemory.fits(0);
    if (!fits && !retries) { // no acknowledgement may come that would continue
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

  private void sendAtLeastOnce(Delivery delivery) {
    do {
      lastId = lastId % MAX_PACKET_ID + 1;
    } while (unacknowledged.contains(lastId));
    unacknowledged.add(lastId);
    var _ = channel.write(Packets.publish(delivery, 1, lastId), channel.voidPromise());
  }

  /** Handles the acknowledgement of a message of quality of service 1. */
  void acknowledged(int packetId) {
    if (unacknowledged.remove(packetId)) {
      sendQueued();
    }
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
      Delivery next = queue.poll();
      counters.outbound(-1);
      queuedBytes -= next.bytes();
      budget.giveBack(next.bytes());
      if (next.isFor(caller)) {
        sendAtLeastOnce(next);
        sent = true;
      }
    }
    if (sent) {
      channel.flush();
    }
  }
}
