package io.glebe.api.http.fastpath;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Passes what is read of an HTTP/2 connection on in slices of {@value #SLICE} bytes, one in a turn
 * of the event loop and in its {@link LoopShare}: 64 KiB hold hundreds of requests, and the other
 * connections would wait for all of them. Nothing more is read until the last slice has been passed
 * on.
 */
final class Http2Slices extends ChannelInboundHandlerAdapter {
  static final int SLICE = 2 * 1024;

  /** In the order of their arrival; one read gives several where it is decrypted. */
  private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>();

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!(message instanceof ByteBuf bytes)
        || waiting.isEmpty() && bytes.readableBytes() <= SLICE) {
      context.fireChannelRead(message);
      return;
    }
    waiting.add(bytes);
    if (waiting.size() == 1) {
      context.channel().config().setAutoRead(false);
      next(context);
    }
  }

  /** Passes a slice on when it is its time, and has the next one follow. */
  private void next(ChannelHandlerContext context) {
    if (waiting.isEmpty()) {
      return;
    }
    LoopShare share = LoopShare.ofThisLoop();
    long from = System.nanoTime();
    long delay = share.delay(from);
    if (delay > 0) {
      var _ = context.executor().schedule(() -> next(context), delay, TimeUnit.NANOSECONDS);
      return;
    }
    long computed = LoopShare.computed();
    passOn(context);
    share.used(from, LoopShare.computed() - computed);
    if (waiting.isEmpty()) {
      context.channel().config().setAutoRead(true);
    } else {
      context.executor().execute(() -> next(context));
    }
  }

  private void passOn(ChannelHandlerContext context) {
    ByteBuf first = waiting.element();
    boolean isWhole = first.readableBytes() <= SLICE;
    context.fireChannelRead(isWhole ? waiting.remove() : first.readRetainedSlice(SLICE));
    context.fireChannelReadComplete();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    release();
    context.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    release();
  }

  private void release() {
    waiting.forEach(ByteBuf::release);
    waiting.clear();
  }
}
