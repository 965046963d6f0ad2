package io.glebe.api.http.fastpath;

import io.glebe.api.http.body.TransferWatch;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.FileRegion;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;

/**
 * Closes a connection whose client reads too slowly what waits for its socket, whoever has written
 * it: a tile of the cache, a file, events, frames. What waits for the window of an HTTP/2 stream
 * has not come this far. One per connection, on its event loop.
 */
public final class OutboundRate extends ChannelOutboundHandlerAdapter {
  private final Context loop = Vertx.currentContext();
  private final Channel channel;
  private final TransferWatch watch;
  private boolean watching;

  /** Bytes passed to the socket. */
  private long written;

  private OutboundRate(Channel channel, TransferWatch.Bounds pace) {
    this.channel = channel;
    this.watch = new TransferWatch(pace, this::sent, () -> waiting() > 0, this::abort);
  }

  /** Watches a new connection; on its event loop. */
  public static void watch(HttpConnection connection, TransferWatch.Bounds pace) {
    if (connection instanceof HttpServerConnection server) {
      Channel channel = server.channelHandlerContext().channel();
      OutboundRate rate = new OutboundRate(channel, pace);
      channel.pipeline().addFirst(rate);
      channel.closeFuture().addListener(closed -> rate.watch.stop());
    }
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    written += bytes(message);
    var _ = context.write(message, promise);
  }

  @Override
  public void flush(ChannelHandlerContext wire) {
    wire.flush();
    if (!watching && waiting() > 0) {
      watching = true; // until the connection ends: most clients never make anything wait
      loop.runOnContext(turn -> watch.start()); // nothing if it has been stopped before
    }
  }

  /** Bytes that the socket has taken. */
  long sent() {
    return written - waiting();
  }

  private long waiting() {
    ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
    if (buffer == null || buffer.isEmpty()) {
      return 0;
    }
    Waiting sum = new Waiting();
    try {
      buffer.forEachFlushedMessage(sum);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return sum.bytes;
  }

  private static final class Waiting implements ChannelOutboundBuffer.MessageProcessor {
    private long bytes;

    @Override
    public boolean processMessage(Object message) {
      bytes += bytes(message);
      return true;
    }
  }

  private static long bytes(Object message) {
    return switch (message) {
      case ByteBuf buffer -> buffer.readableBytes();
      case FileRegion region -> region.count() - region.transferred();
      default -> 0;
    };
  }

  /** Closes the socket without sending what waits, also below TLS. */
  private void abort() {
    ChannelHandlerContext here = channel.pipeline().context(this);
    if (here != null) {
      var _ = here.close();
    }
  }
}
