package io.glebe.mqtt.broker;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The part of an MQTT listener that runs on one event loop. */
final class LoopListener extends VerticleBase {
  private final SubscriptionDispatcher dispatcher;
  private final MqttBroker.MqttListener listener;
  private final Optional<PemKeyCertOptions> certificate;
  private NetServer server;

  LoopListener(
      SubscriptionDispatcher dispatcher,
      MqttBroker.MqttListener listener,
      Optional<PemKeyCertOptions> certificate) {
    this.dispatcher = dispatcher;
    this.listener = listener;
    this.certificate = certificate;
  }

  @Override
  public Future<?> start() {
    NetServerOptions options =
        new NetServerOptions()
            .setTcpNoDelay(true)
            .setTcpKeepAlive(true)
            .setSslHandshakeTimeout(dispatcher.dependencies().limits().handshake().toMillis())
            .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
    certificate.ifPresent(pem -> options.setSsl(true).setKeyCertOptions(pem));
    server = vertx.createNetServer(options);
    return server.connectHandler(this::connected).listen(listener.port(), listener.host());
  }

  private void connected(NetSocket socket) {
    MqttPipeline.open(((NetSocketInternal) socket).channelHandlerContext(), dispatcher);
  }

  /** Serves a client over a WebSocket whose handshake is done. */
  static void open(NetSocket socket, InetAddress client, SubscriptionDispatcher dispatcher) {
    MqttPipeline.openWebSocket(
        ((NetSocketInternal) socket).channelHandlerContext(), client, dispatcher);
  }

  /** Uses another certificate for new connections; existing ones continue. */
  Future<?> renew(PemKeyCertOptions pem) {
    return server.updateSSLOptions(new ServerSSLOptions().setKeyCertOptions(pem));
  }

  int port() {
    return server.actualPort();
  }
}
