package io.glebe.api.http.fastpath;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Passes what is read of an HTTP/2 connection on in slices of {@value #SLICE} bytes, one in a turn
 * of the event loop and in its {@link LoopShare}: 64 KiB hold hundreds of requests, and the other
 * connections would wait for all of them. Slices have {@value #BODY_SLICE} bytes once as many bytes
 * of bodies, in large frames, have come without a request between. Nothing more is read until the
 * last slice has been passed on.
 */
final class Http2Slices extends ChannelInboundHandlerAdapter {
  static final int SLICE = 2 * 1024;

  /** The largest frame that a client may send. */
  static final int BODY_SLICE = 16 * 1024;

  /** Bytes that a frame of a body has at least; with smaller ones, a slice would be many frames. */
  private static final int LARGE_FRAME = 1024;

  /** In the order of their arrival; one read gives several where it is decrypted. */
  private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>();

  /** Bytes of bodies since the last request. */
  private long bodyBytes;

  /** Notes that a request has been read. */
  void request() {
    bodyBytes = 0;
  }

  /** Notes that a frame of a body has been read. */
  void body(int bytes) {
    bodyBytes = bytes < LARGE_FRAME ? 0 : bodyBytes + bytes;
  }

  private int slice() {
    return bodyBytes < BODY_SLICE ? SLICE : BODY_SLICE;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!(message instanceof ByteBuf bytes)
        || waiting.isEmpty() && bytes.readableBytes() <= slice()) {
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
    int slice = slice();
    boolean isWhole = first.readableBytes() <= slice;
    context.fireChannelRead(isWhole ? waiting.remove() : first.readRetainedSlice(slice));
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
