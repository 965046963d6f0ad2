package io.glebe.mqtt.broker;

import io.glebe.core.access.Caller;
import io.glebe.core.admission.ByteRates;
import io.glebe.mqtt.ingest.Ingestion;
import io.glebe.mqtt.ingest.Verdict;
import io.glebe.mqtt.limit.MqttLimits;
import io.glebe.mqtt.limit.ReadGate;
import io.glebe.mqtt.packet.ConnectRequest;
import io.glebe.mqtt.packet.PacketAdmission;
import io.glebe.mqtt.packet.Packets;
import io.glebe.mqtt.session.Session;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The messages of one client that are being stored; each is acknowledged after its commit, in the
 * order of arrival. Used on the event loop of the channel; outcomes may arrive on any thread and
 * are acknowledged together.
 */
final class InboundQueue {
  /**
   * The content of a message.
   *
   * @param traceparent of its sender
   */
  record Payload(String topic, byte[] bytes, Optional<String> traceparent) {}

  private static final class Slot {
    private final int qos;
    private final int packetId;
    private final int bytes;
    private volatile Optional<Verdict> outcome = Optional.empty();

    Slot(int qos, int packetId, int bytes) {
      this.qos = qos;
      this.packetId = packetId;
      this.bytes = bytes;
    }
  }

  private final ChannelHandlerContext channel;
  private final Ingestion ingestion;
  private final Deque<Slot> slots = new ArrayDeque<>();
  private final Set<Integer> unreleased;
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private final Promise<Void> empty = Promise.promise();
  private final PacketAdmission admission;
  private final ReadGate gate;
  private final MqttLimits.Client limits;
  private final ByteRates rates;
  private long bytes;
  private boolean full;
  private boolean draining;
  private boolean slowed;
  private final boolean explains;

  InboundQueue(
      ChannelHandlerContext channel,
      SubscriptionDispatcher dispatcher,
      PacketAdmission admission,
      Session session,
      ConnectRequest request) {
    this.channel = channel;
    this.ingestion = dispatcher.dependencies().ingestion();
    this.limits = dispatcher.dependencies().limits().client();
    this.rates = dispatcher.rates();
    this.admission = admission;
    this.gate = admission.gate();
    // continues with the messages of quality of service 2 that the session knows
    unreleased = session.unreleased();
    explains = request.isVersion5() && request.wantsReasons();
  }

  /**
   * Accepts a message of any quality of service; refuses it when the sender's account has ended.
   *
   * @param size bytes of its packet, which are given back after the acknowledgement
   */
  void take(Future<Caller> caller, int qos, int packetId, Payload message, int size) {
    if (qos == 2 && unreleased.contains(packetId)) {
      answerAgain(packetId);
      admission.handled(size);
      return;
    }
    Slot slot = new Slot(qos, packetId, size);
    slots.add(slot);
    bytes += size;
    if (qos == 2) {
      unreleased.add(packetId);
    }
    caller
        .compose(
            now -> {
              slowDown(now, size);
              return ingestion.take(
                  new Ingestion.Message(
                      now, qos, message.topic(), message.bytes(), message.traceparent()));
            },
            ended -> Future.succeededFuture(Verdict.ACCOUNT_ENDED))
        .onSuccess(outcome -> complete(slot, outcome));
    pauseIfFull();
  }

  /**
   * A repeated message that was not yet released is answered like the first one and not stored
   * again. Sent, as the answer to PUBREL, at the end of the slice of packets.
   */
  private void answerAgain(int packetId) {
    boolean waiting = slots.stream().anyMatch(s -> s.qos == 2 && s.packetId == packetId);
    if (!waiting) {
      var _ = channel.write(Packets.reply(MqttMessageType.PUBREC, packetId, Packets.SUCCESS));
    }
  }

  /** Handles PUBREL: the client releases a message of quality of service 2. */
  void release(int packetId) {
    unreleased.remove(packetId);
    var _ = channel.write(Packets.reply(MqttMessageType.PUBCOMP, packetId, Packets.SUCCESS));
  }

  private void complete(Slot slot, Verdict outcome) {
    slot.outcome = Optional.of(outcome);
    if (scheduled.compareAndSet(false, true)) {
      channel.executor().execute(this::acknowledge);
    }
  }

  private void acknowledge() {
    scheduled.set(false);
    boolean written = false;
    long done = 0;
    while (!slots.isEmpty() && slots.peek().outcome.isPresent()) {
      Slot slot = slots.poll();
      done += slot.bytes;
      written |= acknowledge(slot);
    }
    if (written) {
      channel.flush();
    }
    bytes -= done;
    if (full) {
      resumeIfNotFull();
    }
    admission.handled(done);
    if (draining && slots.isEmpty()) {
      empty.tryComplete();
    }
  }

  private boolean acknowledge(Slot slot) {
    Verdict verdict = slot.outcome.orElseThrow();
    if (slot.qos == 0) {
      return false;
    }
    if (slot.qos == 2 && !verdict.isStored()) {
      unreleased.remove(slot.packetId); // a refused message is not released by the client
    }
    MqttMessageType type = slot.qos == 1 ? MqttMessageType.PUBACK : MqttMessageType.PUBREC;
    String detail = explains ? verdict.detail() : "";
    var _ = channel.write(Packets.reply(type, slot.packetId, verdict.reason(), detail));
    return true;
  }

  /** The client is read on when its account may publish more. */
  private void slowDown(Caller caller, int size) {
    ByteRates.Bucket rate = rates.of(caller.subjectId());
    if (rate == null) {
      return;
    }
    rate.charge(size);
    long wait = rate.waitMillis();
    if (wait > 0 && !slowed) {
      slowed = true;
      gate.pause(ReadGate.Reason.RATE, true);
      var _ = channel.executor().schedule(this::readOn, wait, TimeUnit.MILLISECONDS);
    }
  }

  private void readOn() {
    slowed = false;
    gate.pause(ReadGate.Reason.RATE, false);
  }

  private void pauseIfFull() {
    if (!full && (slots.size() >= limits.messages() || !ingestion.hasCapacity())) {
      full = true;
      gate.pause(ReadGate.Reason.QUEUE, true);
      if (slots.size() < limits.messages()) {
        ingestion
            .capacity()
            .onSuccess(ignored -> channel.executor().execute(this::resumeIfNotFull));
      }
    }
  }

  private void resumeIfNotFull() {
    if (!full || slots.size() > limits.resumeAt()) {
      return;
    }
    if (ingestion.hasCapacity()) {
      full = false;
      gate.pause(ReadGate.Reason.QUEUE, false);
    } else {
      ingestion.capacity().onSuccess(ignored -> channel.executor().execute(this::resumeIfNotFull));
    }
  }

  /**
   * Returns whether the client is paused or waits for an answer; its keep-alive must not expire
   * then.
   */
  boolean isWaiting() {
    return gate.isPaused() || !slots.isEmpty();
  }

  /** Bytes of the messages that are being stored. */
  long bytes() {
    return bytes;
  }

  /** Completes when every accepted message is acknowledged. */
  Future<Void> drain() {
    draining = true;
    if (slots.isEmpty()) {
      empty.tryComplete();
    }
    return empty.future();
  }
}
