package io.glebe.mqtt.broker;

import io.glebe.core.access.Caller;
import io.glebe.core.identity.FailureThrottle;
import io.glebe.mqtt.ingest.Ingestion;
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
import io.netty.handler.codec.mqtt.MqttVersion;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
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
  private final Deque<MqttMessage> early = new ArrayDeque<>();
  private State state = State.NEW;
  private ChannelHandlerContext channel;
  private InboundQueue inflow;
  private OutboundQueue outflow;
  private Subscriptions subscriptions;
  private @Nullable ConnectHandler greeting;
  private boolean saidGoodbye;
  private volatile @Nullable SignedInClient standing;

  ClientConnection(SubscriptionDispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    channel = context;
    inflow = new InboundQueue(context, dispatcher.dependencies().ingestion());
    outflow =
        new OutboundQueue(
            context,
            this,
            dispatcher.dependencies().ingestion().counters(),
            () -> end(Packets.QUOTA_EXCEEDED));
    subscriptions = new Subscriptions(dispatcher, this, outflow);
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
      case SIGNING_IN -> remember(message);
      case OPEN -> handle(message);
      case ENDED -> LOG.trace("a packet after the end of the connection is ignored");
    }
  }

  private void connect(MqttMessage message) {
    if (!(message instanceof MqttConnectMessage connect)) {
      end(Packets.PROTOCOL_ERROR);
      return;
    }
    greeting = ConnectHandler.of(connect);
    if (greeting().version() < MqttVersion.MQTT_3_1_1.protocolLevel()) {
      refuse(MqttConnectReturnCode.CONNECTION_REFUSED_UNACCEPTABLE_PROTOCOL_VERSION);
    } else if (dispatcher.isStopping() || dispatcher.connected() >= ClientLimits.MAX_CONNECTIONS) {
      refuse(greeting().unavailable());
    } else {
      state = State.SIGNING_IN;
      channel.channel().config().setAutoRead(false);
      long changes = dispatcher.dependencies().signIns().changes();
      signIn(connect)
          .onComplete(
              signed ->
                  channel
                      .executor()
                      .execute(() -> signedIn(signed.result(), signed.cause(), changes)));
    }
  }

  private Future<Caller> signIn(MqttConnectMessage connect) {
    String name = connect.payload().userName();
    byte[] password = connect.payload().passwordInBytes();
    return dispatcher
        .dependencies()
        .signIns()
        .signIn(name == null ? "" : name, password == null ? new byte[0] : password, source());
  }

  private String source() {
    return channel.channel().remoteAddress() instanceof InetSocketAddress peer
            && peer.getAddress() != null
        ? FailureThrottle.source(peer.getAddress())
        : "";
  }

  private void signedIn(Caller known, @Nullable Throwable failure, long changes) {
    if (state != State.SIGNING_IN) {
      return;
    }
    if (failure != null) {
      refuse(failure);
      return;
    }
    standing =
        new SignedInClient(
            dispatcher.dependencies().signIns(),
            channel.executor(),
            known,
            changes,
            () -> end(Packets.NOT_AUTHORIZED));
    state = State.OPEN;
    outflow.window(greeting().receiveMaximum());
    keepAlive();
    dispatcher.join(this, changes);
    send(
        Packets.connected(
            MqttConnectReturnCode.CONNECTION_ACCEPTED, greeting().connackProperties()));
    channel.channel().config().setAutoRead(true);
    MqttMessage message = early.poll();
    while (message != null) {
      if (state == State.OPEN) {
        handle(message);
      }
      ReferenceCountUtil.release(message);
      message = early.poll();
    }
  }

  private void keepAlive() {
    channel.pipeline().remove(IdleStateHandler.class);
    if (greeting().keepAliveSeconds() > 0) {
      long millis =
          (long)
              (TimeUnit.SECONDS.toMillis(greeting().keepAliveSeconds())
                  * ClientLimits.KEEP_ALIVE_PATIENCE);
      channel
          .pipeline()
          .addBefore(
              channel.name(), "idle", new IdleStateHandler(millis, 0, 0, TimeUnit.MILLISECONDS));
    }
  }

  /** Refusals of wrong passwords are delayed as long as not too many clients wait. */
  private void refuse(Throwable failure) {
    MqttConnectReturnCode code = greeting().refusal(failure);
    boolean waits = ConnectHandler.isSlowed(failure) && dispatcher.delayed().tryAcquire();
    if (!waits) {
      refuse(code);
      return;
    }
    var _ =
        channel
            .executor()
            .schedule(
                () -> {
                  dispatcher.delayed().release();
                  if (state == State.SIGNING_IN) {
                    refuse(code);
                  }
                },
                ClientLimits.DELAY_SECONDS,
                TimeUnit.SECONDS);
  }

  private void refuse(MqttConnectReturnCode code) {
    state = State.ENDED;
    channel
        .writeAndFlush(Packets.connected(code, MqttProperties.NO_PROPERTIES))
        .addListener(ChannelFutureListener.CLOSE);
  }

  private void remember(MqttMessage message) {
    if (early.size() >= ClientLimits.MAX_EARLY) {
      end(Packets.QUOTA_EXCEEDED);
      return;
    }
    early.add(ReferenceCountUtil.retain(message));
  }

  private void handle(MqttMessage message) {
    switch (message.fixedHeader().messageType()) {
      case PUBLISH -> publish((MqttPublishMessage) message);
      case PUBREL -> inflow.release(id(message));
      case PUBACK -> outflow.acknowledged(id(message));
      case SUBSCRIBE ->
          subscriptions.subscribe((MqttSubscribeMessage) message, greeting().isFive());
      case UNSUBSCRIBE -> subscriptions.unsubscribe((MqttUnsubscribeMessage) message);
      case PINGREQ -> send(Packets.pong());
      case DISCONNECT -> disconnected(message);
      default -> end(Packets.PROTOCOL_ERROR);
    }
  }

  /** A failed write closes the connection. */
  private void send(MqttMessage message) {
    var _ = channel.writeAndFlush(message);
  }

  private static int id(MqttMessage message) {
    return ((MqttMessageIdVariableHeader) message.variableHeader()).messageId();
  }

  private void publish(MqttPublishMessage message) {
    inflow.take(
        now(),
        message.fixedHeader().qosLevel().value(),
        message.variableHeader().packetId(),
        message.variableHeader().topicName(),
        ByteBufUtil.getBytes(message.payload()));
  }

  private void disconnected(MqttMessage message) {
    boolean will =
        message.variableHeader() instanceof MqttReasonCodeAndPropertiesVariableHeader header
            && header.reasonCode() == DISCONNECT_WITH_WILL;
    saidGoodbye = !will;
    var _ = channel.close();
  }

  /**
   * Delivers messages from any thread; messages that a slow event loop cannot accept are dropped.
   */
  void deliver(List<RoutedMessage> messages) {
    outflow.deliver(messages);
  }

  /** The client's account and id: a new connection with the same key replaces this one. */
  String key() {
    return caller().subject() + '\0' + greeting().clientId();
  }

  /** The account of a client that has signed in. */
  Caller caller() {
    return standing().caller();
  }

  /**
   * The account with its current permissions, see {@link SignedInClient#now}; on the event loop.
   */
  Future<Caller> now() {
    return standing().now();
  }

  private SignedInClient standing() {
    return Objects.requireNonNull(standing, "the client has signed in");
  }

  private ConnectHandler greeting() {
    return Objects.requireNonNull(greeting, "the client has sent CONNECT");
  }

  ChannelHandlerContext channel() {
    return channel;
  }

  boolean isOpen() {
    return state == State.OPEN;
  }

  /** Sets the account's permissions as of this number of changes. */
  void renew(Caller found, long changes) {
    standing().renew(found, changes);
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
    boolean telling = state == State.OPEN && greeting().isFive();
    state = State.ENDED;
    if (telling) {
      channel.writeAndFlush(Packets.disconnect(reason)).addListener(ChannelFutureListener.CLOSE);
    } else {
      var _ = channel.close();
    }
  }

  /** Stops reading, acknowledges committed messages, and closes. */
  Future<Void> drain() {
    io.vertx.core.Promise<Void> done = io.vertx.core.Promise.promise();
    channel
        .executor()
        .execute(
            () ->
                inflow
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
    boolean joined = standing != null;
    state = State.ENDED;
    early.forEach(ReferenceCountUtil::release);
    early.clear();
    if (joined) {
      dispatcher.leave(this, subscriptions.filters());
      outflow.clear();
      if (!saidGoodbye && !dispatcher.isStopping()) {
        greeting().will().ifPresent(this::publish);
      }
    }
    context.fireChannelInactive();
  }

  private void publish(ConnectHandler.Will will) {
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
    if (state == State.OPEN && context.channel().isWritable()) {
      outflow.sendQueued();
    }
    context.fireChannelWritabilityChanged();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent) {
      if (state == State.NEW || (state == State.OPEN && !inflow.isWaiting())) {
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
