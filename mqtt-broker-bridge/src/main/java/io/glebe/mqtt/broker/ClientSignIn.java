package io.glebe.mqtt.broker;

import io.glebe.core.access.Caller;
import io.glebe.core.identity.FailureThrottle;
import io.glebe.mqtt.packet.ConnectRequest;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttVersion;
import io.netty.util.AttributeKey;
import io.vertx.core.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks the CONNECT packet of one client and signs it in. Used on the event loop of its channel.
 */
final class ClientSignIn {
  /** The address of a client behind a trusted proxy. */
  static final AttributeKey<InetAddress> CLIENT = AttributeKey.valueOf("mqttClient");

  private final SubscriptionDispatcher dispatcher;
  private final ChannelHandlerContext channel;
  private final ConnectRequest request;

  ClientSignIn(
      SubscriptionDispatcher dispatcher, ChannelHandlerContext channel, ConnectRequest request) {
    this.dispatcher = dispatcher;
    this.channel = channel;
    this.request = request;
  }

  /** Returns the refusal of a client whose password is not looked at. */
  Optional<MqttConnectReturnCode> refusal() {
    if (request.version() < MqttVersion.MQTT_3_1_1.protocolLevel()) {
      return Optional.of(MqttConnectReturnCode.CONNECTION_REFUSED_UNACCEPTABLE_PROTOCOL_VERSION);
    }
    if (request.clientId().length() > ConnectRequest.MAX_CLIENT_ID) {
      return Optional.of(request.wrongClientId());
    }
    if (dispatcher.isStopping() || dispatcher.isFull()) {
      return Optional.of(request.unavailable());
    }
    if (request.isNameless()) {
      return Optional.of(MqttConnectReturnCode.CONNECTION_REFUSED_IDENTIFIER_REJECTED);
    }
    return dispatcher.connects().admits(source())
        ? Optional.empty()
        : Optional.of(request.tooOften());
  }

  /**
   * Checks name and password.
   *
   * @param ended receives the account, or the failure, on the event loop
   */
  void begin(MqttConnectMessage connect, Ended ended) {
    String name = connect.payload().userName();
    byte[] password = connect.payload().passwordInBytes();
    signIn(name == null ? "" : name, password == null ? new byte[0] : password)
        .onComplete(
            signed ->
                channel.executor().execute(() -> ended.with(signed.result(), signed.cause())));
  }

  /** Services sign in with a token, all others with the password of their account. */
  private Future<Caller> signIn(String name, byte[] password) {
    MqttBroker.Dependencies dependencies = dispatcher.dependencies();
    return dependencies
        .services()
        .signIn(name, new String(password, StandardCharsets.UTF_8), source())
        .orElseGet(() -> dependencies.signIns().signIn(name, password, source()));
  }

  /** The end of a sign-in. */
  interface Ended {
    void with(Caller caller, @Nullable Throwable failure);
  }

  private String source() {
    return address(channel.channel()).map(FailureThrottle::source).orElse("");
  }

  /** The address of a client; behind a trusted proxy of HTTP that which the proxy tells. */
  static Optional<InetAddress> address(Channel channel) {
    InetAddress forwarded = channel.attr(CLIENT).get();
    if (forwarded != null) {
      return Optional.of(forwarded);
    }
    return channel.remoteAddress() instanceof InetSocketAddress peer
        ? Optional.ofNullable(peer.getAddress())
        : Optional.empty();
  }

  /** Refusals of wrong passwords are delayed as long as not too many clients wait. */
  void refuse(Throwable failure, Consumer<MqttConnectReturnCode> answer) {
    MqttConnectReturnCode code = request.refusal(failure);
    boolean waits = ConnectRequest.isSlowed(failure) && dispatcher.delayed().tryAcquire();
    if (!waits) {
      answer.accept(code);
      return;
    }
    var _ =
        channel
            .executor()
            .schedule(
                () -> {
                  dispatcher.delayed().release();
                  answer.accept(code);
                },
                ClientLimits.DELAY_SECONDS,
                TimeUnit.SECONDS);
  }
}
