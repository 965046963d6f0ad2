package io.glebe.mqtt.broker;

import io.glebe.core.access.Caller;
import io.glebe.mqtt.limit.MqttLimits;
import io.glebe.mqtt.limit.ReadGate;
import io.glebe.mqtt.limit.StallDeadline;
import io.glebe.mqtt.message.RoutedMessage;
import io.glebe.mqtt.packet.ConnectAdmission;
import io.glebe.mqtt.packet.ConnectRequest;
import io.glebe.mqtt.packet.PacketAdmission;
import io.glebe.mqtt.packet.Packets;
import io.glebe.mqtt.session.Session;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.timeout.IdleStateEvent;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
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
final class ClientConnection extends SimpleChannelInboundHandler<MqttMessage>
    implements Subscriber {
  private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

  private enum State {
    NEW,
    SIGNING_IN,
    OPEN,
    ENDED
  }

  private final SubscriptionDispatcher dispatcher;
  private final ConnectAdmission connect;
  private volatile State state = State.NEW;
  private ChannelHandlerContext channel;
  private ReadGate gate;
  private StallDeadline unread;
  private @Nullable ConnectRequest request;
  private @Nullable SessionOpening opening;

  /** Whether the client has said that its will is not to be published. */
  private boolean disconnected;

  private volatile @Nullable ActiveClient client;

  ClientConnection(SubscriptionDispatcher dispatcher, ConnectAdmission connect) {
    this.dispatcher = dispatcher;
    this.connect = connect;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    channel = context;
    gate = new ReadGate(context);
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
      case OPEN -> handle(message);
      case SIGNING_IN, ENDED -> LOG.trace("a packet is ignored, the connection ends");
    }
  }

  private void connect(MqttMessage message) {
    if (!(message instanceof MqttConnectMessage connect) || ConnectRequest.isMalformed(connect)) {
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
    gate.pause(ReadGate.Reason.SIGN_IN, true);
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
  }

  private void signedIn(Caller known, long changes) {
    SignedInClient account =
        new SignedInClient(
            dispatcher.dependencies().signIns(),
            channel.executor(),
            known,
            changes,
            () -> end(Packets.NOT_AUTHORIZED));
    SessionOpening started =
        new SessionOpening(dispatcher, this, known, request(), channel.executor());
    opening = started;
    started.begin(
        (session, failure) -> {
          if (state != State.SIGNING_IN) {
            return;
          }
          if (failure != null) {
            refuse(request().refusal(failure));
          } else {
            opened(account, Objects.requireNonNull(session), changes);
          }
        });
  }

  private void opened(SignedInClient account, Session session, long changes) {
    ActiveClient active =
        new ActiveClient(channel, gate, this, dispatcher, request(), account, session);
    client = active;
    state = State.OPEN;
    KeepAlive.watch(channel, request());
    dispatcher.join(this, changes);
    var _ =
        channel.writeAndFlush(
            Packets.connected(session.isPresent(), request().connackProperties(limits(), session)));
    active.resume();
    if (isOpen()) {
      connect.signedIn(channel, active.admission());
      gate.pause(ReadGate.Reason.SIGN_IN, false);
    }
  }

  private void refuse(MqttConnectReturnCode code) {
    if (state == State.ENDED) {
      return;
    }
    state = State.ENDED;
    channel.writeAndFlush(Packets.refused(code)).addListener(ChannelFutureListener.CLOSE);
  }

  private void handle(MqttMessage message) {
    MqttMessageType type = message.fixedHeader().messageType();
    switch (type) {
      case PINGREQ -> {
        var _ = channel.write(Packets.pong()); // sent at the end of the slice
      }
      case DISCONNECT -> disconnected(message);
      default -> {
        if (!active().handle(message)) {
          end(Packets.PROTOCOL_ERROR);
        }
      }
    }
    if (!(message instanceof MqttPublishMessage)) { // given back after its acknowledgement
      active().admission().handled(PacketAdmission.bytes(message));
    }
  }

  private void disconnected(MqttMessage message) {
    boolean normal = true;
    if (message.variableHeader() instanceof MqttReasonCodeAndPropertiesVariableHeader header) {
      normal = header.reasonCode() == Packets.SUCCESS;
      var expiry = header.properties().getProperty(MqttProperties.SESSION_EXPIRY_INTERVAL);
      if (expiry != null && !active().expiry((Integer) expiry.value(), dispatcher)) {
        end(Packets.PROTOCOL_ERROR);
        return;
      }
    }
    disconnected = normal;
    var _ = channel.close();
  }

  @Override
  public void deliver(List<RoutedMessage> messages) {
    active().deliver(messages);
  }

  @Override
  public void wake() {
    active().wake();
  }

  @Override
  public boolean reads(int qos) {
    return active().reads(qos);
  }

  @Override
  public Optional<ClientConnection> taker() {
    return isOpen() ? Optional.of(this) : Optional.empty();
  }

  @Override
  public void take(int qos, int bytes, Sending sending) {
    taker().ifPresent(sending::to);
  }

  @Override
  public RoutedMessage mark(RoutedMessage message) {
    return message;
  }

  /** The account with its current permissions, on the event loop. */
  Future<Caller> now() {
    return active().now();
  }

  /** Runs a task on the event loop. */
  void execute(Runnable task) {
    channel.executor().execute(task);
  }

  /** The account of a client that has signed in. */
  Caller caller() {
    return active().account().caller();
  }

  /** Sets the account's permissions as of this number of changes. */
  void renew(Caller found, long changes) {
    active().account().renew(found, changes);
  }

  /** Names the session, also after the end of the connection. */
  String sessionKey() {
    return Objects.requireNonNull(opening, "the session is open").key();
  }

  ActiveClient active() {
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

  /** Closes the connection; a version 5 client receives the reason. From any thread. */
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
      FinalDisconnect.send(channel, reason);
    } else {
      var _ = channel.close();
    }
  }

  /** Stops reading, acknowledges committed messages, and closes. */
  Future<Void> drain() {
    Promise<Void> done = Promise.promise();
    channel
        .executor()
        .execute(() -> drainInbound().onComplete(drained -> execute(() -> drained(done))));
    return done.future();
  }

  private Future<Void> drainInbound() {
    gate.pause(ReadGate.Reason.STOP, true);
    return client == null ? Future.succeededFuture() : active().drain();
  }

  private void drained(Promise<Void> done) {
    end(Packets.SERVER_SHUTTING_DOWN);
    if (opening == null) {
      done.complete();
    } else {
      opening.released().onComplete(done);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    state = State.ENDED;
    ActiveClient joined = client;
    try {
      if (joined != null) {
        dispatcher.leave(this);
        SessionOpening opened = Objects.requireNonNull(opening, "the session is open");
        joined.close(opened.isElsewhere());
        opened.left();
      }
    } finally {
      Optional.ofNullable(opening).ifPresent(one -> one.close(disconnected, joined));
      context.fireChannelInactive();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    boolean writable = context.channel().isWritable();
    gate.pause(ReadGate.Reason.UNREAD, !writable);
    unread.start();
    if (state == State.OPEN && writable) {
      active().writable();
    }
    context.fireChannelWritabilityChanged();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == PacketAdmission.Event.PACKET_STALLED) {
      end(Packets.KEEP_ALIVE_TIMEOUT);
    } else if (event == ConnectAdmission.Event.COMPLETE) {
      requireConnect();
    } else if (event instanceof IdleStateEvent) {
      if (state == State.OPEN && !active().isWaiting()) {
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
