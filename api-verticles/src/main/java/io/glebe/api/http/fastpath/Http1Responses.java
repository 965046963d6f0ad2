package io.glebe.api.http.fastpath;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.vertx.core.http.impl.VertxHttpObject;

/**
 * Tells {@link Http1Slices} which requests Vert.x handles and which it has answered. Stands
 * directly before the handler of Vert.x.
 */
final class Http1Responses extends ChannelDuplexHandler {
  /** Name of the handler in the pipeline. */
  static final String NAME = "responses";

  private final Http1Slices slices;

  Http1Responses(Http1Slices slices) {
    this.slices = slices;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpRequest) {
      slices.handled();
    }
    context.fireChannelRead(message);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    boolean isEnded = message instanceof VertxHttpObject part && part.isEnded();
    var _ = context.write(message, promise);
    if (isEnded) {
      slices.answered();
    }
  }
}
