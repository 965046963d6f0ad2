package io.glebe.api.http.fastpath;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Iterator;

/**
 * Keeps the headers Host of an HTTP/2 request that has several and no {@code :authority}, so that
 * the gateway refuses it as in HTTP/1.1. Vert.x makes the first one the authority and removes all
 * of them; with an authority it removes none, so the first one becomes the authority here.
 */
final class RepeatedHosts extends Http2FrameListenerDecorator {
  private RepeatedHosts(Http2FrameListener vertx) {
    super(vertx);
  }

  /** Has the requests of a connection pass through here; once Vert.x has read its settings. */
  static void keep(Http2ConnectionDecoder decoder) {
    decoder.frameListener(new RepeatedHosts(decoder.frameListener()));
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context, int stream, Http2Headers headers, int padding, boolean end)
      throws Http2Exception {
    name(headers);
    super.onHeadersRead(context, stream, headers, padding, end);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context,
      int stream,
      Http2Headers headers,
      int dependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean end)
      throws Http2Exception {
    name(headers);
    super.onHeadersRead(context, stream, headers, dependency, weight, exclusive, padding, end);
  }

  private static void name(Http2Headers headers) {
    if (headers.authority() != null || headers.method() == null) { // trailers have no host
      return;
    }
    Iterator<CharSequence> hosts = headers.valueIterator(HttpHeaderNames.HOST);
    if (hosts.hasNext()) {
      CharSequence first = hosts.next();
      if (hosts.hasNext()) {
        headers.authority(first);
      }
    }
  }
}
