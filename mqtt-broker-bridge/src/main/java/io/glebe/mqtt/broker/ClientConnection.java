package io.glebe.mqtt.broker;

import io.glebe.core.access.Caller;
import io.glebe.mqtt.ingest.Ingestion;
import io.glebe.mqtt.limit.MqttLimits;
import io.glebe.mqtt.limit.ReadGate;
import io.glebe.mqtt.limit.StallDeadline;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.Future;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of one client, from CONNECT to its end. Used only on the event loop of its
 * channel.
 */
final class ClientConnection extends SimpleChannelInboundHandler<MqttMessage> {
  private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);
  private static final int DISCONNECT_WITH_WILL = 0x04;

  private enum State {
    NEW,
    SIGNING_IN,
    OPEN,
    ENDED
  }

  private final SubscriptionDispatcher dispatcher;
  private final PacketAdmission admission;
  private final Deque<MqttMessage> pendingPackets = new ArrayDeque<>();
  private State state = State.NEW;
  private ChannelHandlerContext channel;
  private InboundQueue inbound;
  private OutboundQueue outbound;
  private StallDeadline unread;
  private Subscriptions subscriptions;
  private @Nullable ConnectRequest request;
  private boolean disconnected;
  private volatile @Nullable SignedInClient client;

  ClientConnection(SubscriptionDispatcher dispatcher, PacketAdmission admission) {
    this.dispatcher = dispatcher;
    this.admission = admission;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    channel = context;
    inbound = new InboundQueue(context, dispatcher, admission);
    outbound = new OutboundQueue(context, this, dispatcher, () -> end(Packets.QUOTA_EXCEEDED));
    subscriptions = new Subscriptions(dispatcher, this, outbound);
    unread =
        new StallDeadline(
            context.executor(),
            dispatcher.dependencies().limits().stall(),
            () -> state != State.ENDED && !context.channel().isWritable(),
            () -> false,
            () -> -context.channel().bytesBeforeWritable(),
            () -> end(Packets.QUOTA_EXCEEDED));
    var _ =
        context
            .executor()
            .schedule(
                this::requireConnect, limits().connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
  }

  private MqttLimits.Client limits() {
    return dispatcher.dependencies().limits().client();
  }

  private void requireConnect() {
    if (state == State.NEW) {
      end(Packets.KEEP_ALIVE_TIMEOUT);
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, MqttMessage message) {
    if (message.decoderResult().isFailure()) {
      boolean tooLong = message.decoderResult().cause() instanceof TooLongFrameException;
      end(tooLong ? Packets.PACKET_TOO_LARGE : Packets.PROTOCOL_ERROR);
      return;
    }
    switch (state) {
      case NEW -> connect(message);
      case SIGNING_IN -> enqueue(message);
      case OPEN -> handle(message);
      case ENDED -> LOG.trace("a packet after the end of the connection is ignored");
    }
  }

  private void connect(MqttMessage message) {
    if (!(message instanceof MqttConnectMessage connect)) {
      end(Packets.PROTOCOL_ERROR);
      return;
    }
    ConnectRequest parsed = ConnectRequest.of(connect);
    request = parsed;
    ClientSignIn signIn = new ClientSignIn(dispatcher, channel, parsed);
    Optional<MqttConnectReturnCode> refusal = signIn.refusal();
    if (refusal.isPresent()) {
      refuse(refusal.get());
      return;
    }
    state = State.SIGNING_IN;
    admission.gate().pause(ReadGate.Reason.SIGN_IN, true);
    long changes = dispatcher.dependencies().signIns().changes();
    signIn.begin(
        connect,
        (caller, failure) -> {
          if (state == State.SIGNING_IN && failure != null) {
            signIn.refuse(failure, this::refuse);
          } else if (state == State.SIGNING_IN) {
            signedIn(caller, changes);
          }
        });
    admission.handled(PacketAdmission.bytes(message));
  }

  private void signedIn(Caller known, long changes) {
    client =
        new SignedInClient(
            dispatcher.dependencies().signIns(),
            channel.executor(),
            known,
            changes,
            () -> end(Packets.NOT_AUTHORIZED));
    state = State.OPEN;
    outbound.window(request().receiveMaximum());
    keepAlive();
    dispatcher.join(this, changes);
    send(
        Packets.connected(
            MqttConnectReturnCode.CONNECTION_ACCEPTED, request().connackProperties(limits())));
    admission.gate().pause(ReadGate.Reason.SIGN_IN, false);
    MqttMessage message = pendingPackets.poll();
    while (message != null) {
      if (state == State.OPEN) {
        handle(message);
      }
      ReferenceCountUtil.release(message);
      message = pendingPackets.poll();
    }
  }

  private void keepAlive() {
    if (request().keepAliveSeconds() > 0) {
      long millis =
          (long)
              (TimeUnit.SECONDS.toMillis(request().keepAliveSeconds())
                  * ClientLimits.KEEP_ALIVE_PATIENCE);
      channel
          .pipeline()
          .addBefore(
              channel.name(), "idle", new IdleStateHandler(millis, 0, 0, TimeUnit.MILLISECONDS));
    }
  }

  private void refuse(MqttConnectReturnCode code) {
    if (state == State.ENDED) {
      return;
    }
    state = State.ENDED;
    channel
        .writeAndFlush(Packets.connected(code, MqttProperties.NO_PROPERTIES))
        .addListener(ChannelFutureListener.CLOSE);
  }

  private void enqueue(MqttMessage message) {
    if (pendingPackets.size() >= ClientLimits.MAX_EARLY) {
      end(Packets.QUOTA_EXCEEDED);
      return;
    }
    pendingPackets.add(ReferenceCountUtil.retain(message));
  }

  private void handle(MqttMessage message) {
    if (message instanceof MqttPublishMessage publish) {
      publish(publish); // its bytes are given back after its acknowledgement
      return;
    }
    switch (message.fixedHeader().messageType()) {
      case PUBREL -> inbound.release(id(message));
      case PUBACK -> outbound.acknowledged(id(message));
      case SUBSCRIBE ->
          subscriptions.subscribe((MqttSubscribeMessage) message, request().isVersion5());
      case UNSUBSCRIBE -> subscriptions.unsubscribe((MqttUnsubscribeMessage) message);
      case PINGREQ -> send(Packets.pong());
      case DISCONNECT -> disconnected(message);
      default -> end(Packets.PROTOCOL_ERROR);
    }
    admission.handled(PacketAdmission.bytes(message));
  }

  /** A failed write closes the connection. */
  private void send(MqttMessage message) {
    var _ = channel.writeAndFlush(message);
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
            message.variableHeader().topicName(), ByteBufUtil.getBytes(message.payload())),
        PacketAdmission.bytes(message));
  }

  private void disconnected(MqttMessage message) {
    boolean will =
        message.variableHeader() instanceof MqttReasonCodeAndPropertiesVariableHeader header
            && header.reasonCode() == DISCONNECT_WITH_WILL;
    disconnected = !will;
    var _ = channel.close();
  }

  /**
   * Delivers messages from any thread; messages that a slow event loop cannot accept are dropped.
   */
  void deliver(List<RoutedMessage> messages) {
    outbound.deliver(messages);
  }

  /** The client's account and id: a new connection with the same key replaces this one. */
  String key() {
    return caller().subject() + '\0' + request().clientId();
  }

  /** The account of a client that has signed in. */
  Caller caller() {
    return signedIn().caller();
  }

  /**
   * The account with its current permissions, see {@link SignedInClient#now}; on the event loop.
   */
  Future<Caller> now() {
    return signedIn().now();
  }

  private SignedInClient signedIn() {
    return Objects.requireNonNull(client, "the client has signed in");
  }

  private ConnectRequest request() {
    return Objects.requireNonNull(request, "the client has sent CONNECT");
  }

  ChannelHandlerContext channel() {
    return channel;
  }

  boolean isOpen() {
    return state == State.OPEN;
  }

  /** Sets the account's permissions as of this number of changes. */
  void renew(Caller found, long changes) {
    signedIn().renew(found, changes);
  }

  /**
   * Closes the connection; a version 5 client receives the reason. May be called from any thread.
   */
  void end(int reason) {
    if (!channel.executor().inEventLoop()) {
      channel.executor().execute(() -> end(reason));
      return;
    }
    if (state == State.ENDED) {
      return;
    }
    boolean sendsReason =
        state == State.OPEN && request().isVersion5() && channel.channel().isWritable();
    state = State.ENDED;
    if (sendsReason) {
      channel.writeAndFlush(Packets.disconnect(reason)).addListener(ChannelFutureListener.CLOSE);
      var _ =
          channel.executor().schedule(this::close, ClientLimits.CLOSE_SECONDS, TimeUnit.SECONDS);
    } else {
      var _ = channel.close();
    }
  }

  private void close() {
    var _ = channel.close();
  }

  /** Stops reading, acknowledges committed messages, and closes. */
  Future<Void> drain() {
    io.vertx.core.Promise<Void> done = io.vertx.core.Promise.promise();
    channel
        .executor()
        .execute(
            () ->
                inbound
                    .drain()
                    .onComplete(
                        drained ->
                            channel
                                .executor()
                                .execute(
                                    () -> {
                                      end(Packets.SERVER_SHUTTING_DOWN);
                                      done.complete();
                                    })));
    return done.future();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    boolean joined = client != null;
    state = State.ENDED;
    pendingPackets.forEach(ReferenceCountUtil::release);
    pendingPackets.clear();
    admission.close(inbound.bytes());
    if (joined) {
      dispatcher.leave(this, subscriptions.filters());
      outbound.clear();
      if (!disconnected && !dispatcher.isStopping()) {
        request().will().ifPresent(this::publish);
      }
    }
    context.fireChannelInactive();
  }

  private void publish(ConnectRequest.Will will) {
    now()
        .onSuccess(
            caller ->
                dispatcher
                    .dependencies()
                    .ingestion()
                    .take(new Ingestion.Message(caller, will.qos(), will.topic(), will.payload())));
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    boolean writable = context.channel().isWritable();
    admission.gate().pause(ReadGate.Reason.UNREAD, !writable);
    unread.start();
    if (state == State.OPEN && writable) {
      outbound.sendQueued();
    }
    context.fireChannelWritabilityChanged();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == PacketAdmission.Event.PACKET_STALLED) {
      end(Packets.KEEP_ALIVE_TIMEOUT);
    } else if (event instanceof IdleStateEvent) {
      if (state == State.OPEN && !inbound.isWaiting()) {
        end(Packets.KEEP_ALIVE_TIMEOUT);
      }
    } else {
      context.fireUserEventTriggered(event);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      LOG.debug("a client closed its connection: {}", cause.getMessage());
    } else {
      LOG.warn("a connection failed", cause);
    }
    var _ = context.close();
  }
}
