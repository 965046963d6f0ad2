package io.glebe.mqtt.packet;

import io.glebe.api.fuzz.FuzzTarget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of an MQTT connection, with a WebSocket around them or without. The first byte says
 * which, and how many bytes arrive at a time: however they arrive, the packets are the same.
 */
public final class PacketTarget implements FuzzTarget {
  private static final int MAX_PACKET = 64 * 1024;
  private static final int WEB_SOCKET = 0x80;
  private static final int PART = 0x7F;

  @Override
  public boolean accepts(byte[] input) {
    if (input.length < 2) {
      return false;
    }
    boolean webSocket = (input[0] & WEB_SOCKET) != 0;
    List<String> whole = packets(input, input.length, webSocket);
    List<String> parts = packets(input, 1 + (input[0] & PART), webSocket);
    if (!whole.equals(parts)) {
      throw new IllegalStateException(whole + " and in parts " + parts);
    }
    return !whole.isEmpty() && !whole.contains("invalid");
  }

  private static List<String> packets(byte[] input, int part, boolean webSocket) {
    List<String> packets = new ArrayList<>();
    EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
    ChannelHandlerContext last = channel.pipeline().firstContext();
    if (webSocket) {
      WebSocketBytes.open(last, 0);
    }
    channel
        .pipeline()
        .addBefore(
            last.name(), "decoder", new MqttDecoder(MAX_PACKET, ConnectRequest.MAX_CLIENT_ID));
    channel.pipeline().addBefore(last.name(), "packets", noting(packets));
    for (int from = 1; from < input.length && channel.isOpen(); from += part) {
      ByteBuf bytes = Unpooled.copiedBuffer(input, from, Math.min(part, input.length - from));
      channel.writeInbound(bytes);
    }
    channel.finishAndReleaseAll();
    return packets;
  }

  private static ChannelHandler noting(List<String> packets) {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext context, Object message) {
        MqttMessage packet = (MqttMessage) message;
        if (packet.decoderResult().isFailure()) {
          packets.add("invalid");
        } else {
          packets.add(packet.fixedHeader().toString());
          if (packet instanceof MqttConnectMessage connect
              && !ConnectRequest.isMalformed(connect)) {
            packets.add(connect(connect));
          }
        }
        ReferenceCountUtil.release(message);
      }

      private String connect(MqttConnectMessage message) {
        ConnectRequest request = ConnectRequest.of(message);
        return request.version() + " " + request.will().isPresent() + request.expirySeconds();
      }
    };
  }
}
