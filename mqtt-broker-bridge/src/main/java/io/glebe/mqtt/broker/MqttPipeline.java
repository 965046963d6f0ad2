package io.glebe.mqtt.broker;

import io.glebe.mqtt.limit.MqttLimits;
import io.glebe.mqtt.packet.ConnectAdmission;
import io.glebe.mqtt.packet.ConnectRequest;
import io.glebe.mqtt.packet.SignInBytes;
import io.glebe.mqtt.packet.WebSocketBytes;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import java.net.InetAddress;

/** The handlers of one connection, whatever carries its bytes. */
final class MqttPipeline {
  private MqttPipeline() {}

  /** Adds the handlers before this one, which gets nothing any more. */
  static void open(ChannelHandlerContext last, SubscriptionDispatcher dispatcher) {
    countBytes(last, dispatcher);
    addPackets(last, dispatcher);
  }

  /** The same for a WebSocket whose handshake is done. */
  static void openWebSocket(
      ChannelHandlerContext last, InetAddress client, SubscriptionDispatcher dispatcher) {
    last.channel().attr(ClientSignIn.CLIENT).set(client);
    countBytes(last, dispatcher);
    WebSocketBytes.open(last, dispatcher.dependencies().limits().client().frameBytes());
    addPackets(last, dispatcher);
  }

  /** Counts what arrives, before the frames of a WebSocket are taken apart. */
  private static void countBytes(ChannelHandlerContext last, SubscriptionDispatcher dispatcher) {
    SignInBytes bytes =
        new SignInBytes(dispatcher.budgets().signIn(ClientSignIn.address(last.channel())));
    last.pipeline().addBefore(last.name(), "mqttSignIn", bytes);
  }

  private static void addPackets(ChannelHandlerContext last, SubscriptionDispatcher dispatcher) {
    last.channel()
        .config()
        .setWriteBufferWaterMark(
            new WriteBufferWaterMark(ClientLimits.LOW_WATER_BYTES, ClientLimits.HIGH_WATER_BYTES));
    ChannelPipeline pipeline = last.pipeline();
    MqttLimits.Client limits = dispatcher.dependencies().limits().client();
    ConnectAdmission connect =
        new ConnectAdmission(Math.min(limits.connectBytes(), limits.packetBytes()));
    pipeline.addBefore(last.name(), "mqttConnect", connect);
    pipeline.addBefore(last.name(), "mqttEncoder", MqttEncoder.INSTANCE);
    pipeline.addBefore(
        last.name(),
        "mqttDecoder",
        new MqttDecoder(limits.packetBytes(), ConnectRequest.MAX_CLIENT_ID));
    pipeline.addBefore(last.name(), "mqtt", new ClientConnection(dispatcher, connect));
  }
}
