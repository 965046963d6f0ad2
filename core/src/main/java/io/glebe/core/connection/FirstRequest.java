package io.glebe.core.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2CodecUtil;
import java.time.Duration;

/**
 * Passes the beginning of a connection without encryption on to Vert.x, which adds the handlers of
 * its protocol, and with them its limits, only when the head of the first request is there. Until
 * then long reads are passed on in slices, and a connection is closed when the head takes too long
 * or too much {@link HeadMemory}. Stands first in the pipeline until the protocol is known.
 */
final class FirstRequest extends ChannelInboundHandlerAdapter {
  /** Bytes that are decoded beyond the head, at most. */
  private static final int SLICE = 2 * 1024;

  /** Name of the handler of Vert.x that waits for the head of a request of HTTP/1.1. */
  private static final String UPGRADE = "h2c";

  /** Bytes by which Vert.x knows HTTP/2. */
  private static final int PREFACE = Http2CodecUtil.connectionPrefaceBuf().readableBytes();

  private final UnfinishedHead head;
  private int seen;
  private boolean isHttp1;

  /**
   * @param headTime from the first byte to the end of the head
   */
  FirstRequest(Duration headTime) {
    this.head = new UnfinishedHead(headTime);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!(message instanceof ByteBuf bytes)) {
      context.fireChannelRead(message);
      return;
    }
    head.begin(context);
    boolean isKnown = false;
    while (bytes.isReadable() && !isKnown && context.channel().isActive()) {
      isKnown = pass(context, bytes);
    }
    if (isKnown) {
      context.pipeline().remove(this);
    }
    if (bytes.isReadable() && context.channel().isActive()) {
      context.fireChannelRead(bytes);
    } else {
      bytes.release();
    }
  }

  /**
   * Passes one byte after the other on until Vert.x tells HTTP/1.1 from HTTP/2, then slices.
   *
   * @return whether the handlers of the protocol are there
   */
  private boolean pass(ChannelHandlerContext context, ByteBuf bytes) {
    ChannelPipeline pipeline = context.pipeline();
    int length = isHttp1 ? Math.min(SLICE, bytes.readableBytes()) : 1;
    seen += length;
    ByteBuf part = bytes.slice(bytes.readerIndex(), length);
    if (isHttp1 && !head.take(context, HeadMemory.cost(part))) {
      return false;
    }
    context.fireChannelRead(bytes.readRetainedSlice(length));
    boolean isWaiting = pipeline.get(UPGRADE) != null;
    if (isWaiting && !isHttp1) {
      isHttp1 = true;
      pipeline.addBefore(UPGRADE, null, new UpgradeRequest());
    }
    return isHttp1 ? !isWaiting : seen == PREFACE;
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    head.end();
    context.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    head.end();
  }
}
