package io.glebe.mqtt.packet;

import io.glebe.mqtt.limit.ByteBudget;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Counts the bytes of a client that has not signed in, as they arrive, in the share of its address.
 * A client for which there are none left is disconnected. Used on the event loop of the channel.
 */
public final class SignInBytes extends ChannelInboundHandlerAdapter {
  private final ByteBudget.Share share;
  private long held;
  private boolean refused;

  /**
   * @param share is closed when this handler is removed, at the latest with its channel
   */
  public SignInBytes(ByteBudget.Share share) {
    this.share = share;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!(message instanceof ByteBuf bytes)) {
      context.fireChannelRead(message);
      return;
    }
    int arrived = bytes.readableBytes();
    refused = refused || !share.tryTake(arrived);
    if (refused) {
      bytes.release();
      var _ = context.close();
      return;
    }
    held += arrived;
    context.fireChannelRead(bytes);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    share.giveBack(held);
    share.close();
  }
}
