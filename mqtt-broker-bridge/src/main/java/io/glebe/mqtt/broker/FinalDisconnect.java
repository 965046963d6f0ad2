package io.glebe.mqtt.broker;

import io.glebe.mqtt.packet.Packets;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import java.util.concurrent.TimeUnit;

/** The DISCONNECT that the server sends before it closes a connection. */
final class FinalDisconnect {
  private FinalDisconnect() {}

  /** Sends it, and closes when it has left or its time is over. */
  static void send(ChannelHandlerContext channel, int reason) {
    var sent = channel.writeAndFlush(Packets.disconnect(reason));
    var _ = sent.addListener(ChannelFutureListener.CLOSE);
    var _ =
        channel
            .executor()
            .schedule(() -> close(channel), ClientLimits.CLOSE_SECONDS, TimeUnit.SECONDS);
  }

  private static void close(ChannelHandlerContext channel) {
    var _ = channel.close();
  }
}
