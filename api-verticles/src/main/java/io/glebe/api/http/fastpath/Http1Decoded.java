package io.glebe.api.http.fastpath;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;

/** Tells {@link Http1Slices} which parts of requests have been decoded. Follows the decoder. */
final class Http1Decoded extends ChannelInboundHandlerAdapter {
  /** Name of the handler in the pipeline. */
  static final String NAME = "decoded";

  private final Http1Slices slices;

  Http1Decoded(Http1Slices slices) {
    this.slices = slices;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpRequest request) {
      slices.head(length(request));
    }
    if (message instanceof HttpContent content) {
      slices.content(content.content().readableBytes());
    }
    if (message instanceof LastHttpContent) {
      slices.ended();
    }
    context.fireChannelRead(message);
  }

  /** Bytes of the body of a request; 0 for none, or where it is not announced. */
  static long length(HttpRequest request) {
    return request.decoderResult().isSuccess() && !HttpUtil.isTransferEncodingChunked(request)
        ? Math.max(0, HttpUtil.getContentLength(request, 0L))
        : 0;
  }
}
