package io.glebe.mqtt.broker;

import io.glebe.mqtt.limit.MqttLimits;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;

/** The handlers of one connection, whatever carries its bytes. */
final class MqttPipeline {
  private MqttPipeline() {}

  /** Adds the handlers before this one, which gets nothing any more. */
  static void open(ChannelHandlerContext last, SubscriptionDispatcher dispatcher) {
    last.channel()
        .config()
        .setWriteBufferWaterMark(
            new WriteBufferWaterMark(ClientLimits.LOW_WATER_BYTES, ClientLimits.HIGH_WATER_BYTES));
    ChannelPipeline pipeline = last.pipeline();
    MqttLimits limits = dispatcher.dependencies().limits();
    PacketAdmission admission = new PacketAdmission(dispatcher.underWay(), limits);
    pipeline.addBefore(last.name(), "mqttAdmission", admission);
    pipeline.addBefore(last.name(), "mqttEncoder", MqttEncoder.INSTANCE);
    pipeline.addBefore(
        last.name(),
        "mqttDecoder",
        new MqttDecoder(limits.client().packetBytes(), ClientLimits.MAX_CLIENT_ID));
    pipeline.addBefore(last.name(), "mqtt", new ClientConnection(dispatcher, admission));
  }
}
