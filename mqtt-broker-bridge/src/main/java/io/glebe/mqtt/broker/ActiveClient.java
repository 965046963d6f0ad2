package io.glebe.mqtt.broker;

import io.glebe.core.access.Caller;
import io.glebe.core.sensor.journal.SensorJournal;
import io.glebe.mqtt.limit.ReadGate;
import io.glebe.mqtt.message.RoutedMessage;
import io.glebe.mqtt.packet.ConnectRequest;
import io.glebe.mqtt.packet.PacketAdmission;
import io.glebe.mqtt.packet.Packets;
import io.glebe.mqtt.service.ServiceFeed;
import io.glebe.mqtt.session.Session;
import io.glebe.mqtt.session.SessionFeed;
import io.glebe.mqtt.session.SessionOutlet;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A client whose session is open: its messages in both directions. Used on the event loop of its
 * channel.
 */
final class ActiveClient implements SessionOutlet {
  private static final int ERROR = 0x80;

  private final ChannelHandlerContext channel;
  private final ClientConnection connection;
  private final SignedInClient account;
  private final Session session;
  private final PacketAdmission admission;
  private final InboundQueue inbound;
  private final OutboundQueue outbound;
  private final Subscriptions subscriptions;
  private final Optional<SessionFeed> feed;
  private final ServiceFeed services;

  ActiveClient(
      ChannelHandlerContext channel,
      ReadGate gate,
      ClientConnection connection,
      SubscriptionDispatcher dispatcher,
      ConnectRequest request,
      SignedInClient account,
      Session session) {
    this.channel = channel;
    this.connection = connection;
    this.account = account;
    this.session = session;
    admission =
        new PacketAdmission(
            gate,
            dispatcher.budgets().underWay(account.caller()),
            dispatcher.dependencies().limits());
    inbound = new InboundQueue(channel, dispatcher, admission, session, request);
    outbound =
        new OutboundQueue(
            channel,
            this,
            session,
            request,
            dispatcher,
            dispatcher.budgets().queued(account.caller()),
            () -> connection.end(Packets.QUOTA_EXCEEDED));
    feed =
        session.isStored()
            ? Optional.of(new SessionFeed(dispatcher.feeds(), session, this))
            : Optional.empty();
    services = new ServiceFeed(dispatcher.dependencies().services(), this);
    subscriptions = new Subscriptions(dispatcher, connection, this, session, request.isVersion5());
  }

  /** Continues what an earlier connection of the session has begun. */
  void resume() {
    subscriptions.resume();
    outbound.resume();
    services.granted();
    feed.ifPresent(SessionFeed::wake);
  }

  /** Handles a packet; returns false for one that is against the protocol. */
  boolean handle(MqttMessage message) {
    switch (message.fixedHeader().messageType()) {
      case PUBLISH -> publish((MqttPublishMessage) message);
      case PUBREL -> inbound.release(id(message));
      case PUBACK, PUBCOMP -> {
        outbound.acknowledged(id(message));
        feed.ifPresent(SessionFeed::resume);
        services.resume();
      }
      case PUBREC -> outbound.received(id(message), isRefused(message));
      case SUBSCRIBE -> subscriptions.subscribe((MqttSubscribeMessage) message);
      case UNSUBSCRIBE -> subscriptions.unsubscribe((MqttUnsubscribeMessage) message);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static boolean isRefused(MqttMessage message) {
    return message.variableHeader() instanceof MqttPubReplyMessageVariableHeader reply
        && (reply.reasonCode() & ERROR) != 0;
  }

  private static int id(MqttMessage message) {
    return ((MqttMessageIdVariableHeader) message.variableHeader()).messageId();
  }

  private void publish(MqttPublishMessage message) {
    inbound.take(
        now(),
        message.fixedHeader().qosLevel().value(),
        message.variableHeader().packetId(),
        new InboundQueue.Payload(
            message.variableHeader().topicName(),
            ByteBufUtil.getBytes(message.payload()),
            traceparent(message)),
        PacketAdmission.bytes(message));
  }

  /** The user property of that name, as W3C Trace Context has it for MQTT 5. */
  private static Optional<String> traceparent(MqttPublishMessage message) {
    for (MqttProperties.MqttProperty<?> property :
        message.variableHeader().properties().getProperties(MqttProperties.USER_PROPERTY)) {
      if (property.value() instanceof MqttProperties.StringPair pair
          && pair.key.equals("traceparent")) {
        return Optional.of(pair.value);
      }
    }
    return Optional.empty();
  }

  /** Delivers messages from any thread. */
  void deliver(List<RoutedMessage> messages) {
    outbound.deliver(messages);
  }

  /** There are events that the session reads itself; from any thread. */
  void wake() {
    feed.ifPresent(reader -> execute(reader::wake));
  }

  /** Deep topics may lead elsewhere; from any thread. */
  void follow() {
    execute(subscriptions::follow);
  }

  /** Returns whether events of this quality are read from the journal. */
  boolean reads(int qos) {
    return qos > 0 && feed.isPresent();
  }

  /** What admits the packets of the client. */
  PacketAdmission admission() {
    return admission;
  }

  /** Whether the client is paused or waits for an answer. */
  boolean isWaiting() {
    return inbound.isWaiting();
  }

  /** Completes when every accepted message is acknowledged. */
  Future<Void> drain() {
    return inbound.drain();
  }

  ChannelHandlerContext channel() {
    return channel;
  }

  /** Sends to the client alone, on the event loop. */
  Future<?> sendOwn(List<RoutedMessage> messages) {
    return outbound.send(messages);
  }

  void writable() {
    outbound.sendQueued();
    feed.ifPresent(SessionFeed::resume);
  }

  /** The subscriptions to queues of services. */
  ServiceFeed services() {
    return services;
  }

  Session session() {
    return session;
  }

  SignedInClient account() {
    return account;
  }

  /** Another expiry of the session; false where the client may not choose it any more. */
  boolean expiry(int seconds, SubscriptionDispatcher dispatcher) {
    if (!session.isStored()) {
      return seconds == 0;
    }
    Duration longest = dispatcher.dependencies().limits().sessions().expiry();
    Duration wanted = Duration.ofSeconds(Integer.toUnsignedLong(seconds));
    boolean promised = seconds == 0 || !session.expiry().isZero();
    if (promised) {
      session.expiry(wanted.compareTo(longest) < 0 ? wanted : longest);
    }
    return promised;
  }

  /**
   * Ends what it does for the connection.
   *
   * @param elsewhere whether the session goes on at another process
   */
  void close(boolean elsewhere) {
    admission.close(inbound.bytes());
    feed.ifPresent(SessionFeed::close);
    services.close();
    subscriptions.close(elsewhere ? Duration.ZERO : session.stay());
    outbound.clear();
  }

  @Override
  public Future<Caller> now() {
    return account.now();
  }

  @Override
  public SensorJournal.Capacity capacity() {
    return outbound.capacity();
  }

  /** Whether more may wait for the client; from any thread. */
  boolean hasCapacity() {
    return outbound.hasCapacity();
  }

  @Override
  public void send(List<RoutedMessage> messages, Caller caller) {
    outbound.send(messages, caller);
  }

  @Override
  public boolean isOpen() {
    return connection.isOpen();
  }

  @Override
  public void execute(Runnable task) {
    channel.executor().execute(task);
  }
}
