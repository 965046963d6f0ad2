package io.glebe.core.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http2.Http2CodecUtil;

/**
 * Has a first request with several headers Host, or none, handled as HTTP/1.1 although it asks for
 * an upgrade to HTTP/2: Vert.x makes the first one the authority and forgets the others, so nobody
 * behind it could refuse the request. Stands first in the pipeline of a connection without
 * encryption, until its protocol is known.
 */
final class UpgradeRequests extends ChannelInboundHandlerAdapter {
  /** Name of the handler of Vert.x that answers the upgrade. */
  private static final String UPGRADE = "h2c";

  /** Bytes by which Vert.x knows HTTP/2. */
  private static final int PREFACE = Http2CodecUtil.connectionPrefaceBuf().readableBytes();

  private int seen;

  /** Passes one byte after the other on until Vert.x has the handlers of the protocol. */
  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!(message instanceof ByteBuf bytes)) {
      context.fireChannelRead(message);
      return;
    }
    ChannelPipeline pipeline = context.pipeline();
    while (bytes.isReadable() && seen < PREFACE && pipeline.get(UPGRADE) == null) {
      seen++;
      context.fireChannelRead(bytes.readRetainedSlice(1));
    }
    if (pipeline.get(UPGRADE) != null) {
      pipeline.addBefore(UPGRADE, null, new Hosts());
      pipeline.remove(this);
    } else if (seen == PREFACE) {
      pipeline.remove(this);
    }
    if (bytes.isReadable()) {
      context.fireChannelRead(bytes);
    } else {
      bytes.release();
    }
  }

  /** Sees the first request before Vert.x does. */
  private static final class Hosts extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof HttpRequest request) {
        HttpHeaders headers = request.headers();
        if (headers.getAll(HttpHeaderNames.HOST).size() != 1) {
          headers.remove(HttpHeaderNames.UPGRADE);
        }
        context.pipeline().remove(this);
      }
      context.fireChannelRead(message);
    }
  }
}
