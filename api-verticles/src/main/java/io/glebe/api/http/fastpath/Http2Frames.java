package io.glebe.api.http.fastpath;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.Iterator;

/**
 * Sees the frames of an HTTP/2 connection before Vert.x. Tells {@link Http2Slices} which are
 * requests, bodies and neither. Keeps the headers Host of a request that has several and no {@code
 * :authority}, so that the gateway refuses it as in HTTP/1.1: Vert.x makes the first one the
 * authority and removes all of them; with an authority it removes none, so the first one becomes
 * the authority here.
 */
final class Http2Frames extends Http2FrameListenerDecorator {
  private final Http2Slices slices;

  private Http2Frames(Http2FrameListener vertx, Http2Slices slices) {
    super(vertx);
    this.slices = slices;
  }

  /** Has the frames of a connection pass through here; once Vert.x has read its settings. */
  static void watch(Http2ConnectionDecoder decoder, Http2Slices slices) {
    decoder.frameListener(new Http2Frames(decoder.frameListener(), slices));
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext context, int stream, ByteBuf data, int padding, boolean end)
      throws Http2Exception {
    slices.body(data.readableBytes());
    return super.onDataRead(context, stream, data, padding, end);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context, int stream, Http2Headers headers, int padding, boolean end)
      throws Http2Exception {
    slices.request();
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
    slices.request();
    name(headers);
    super.onHeadersRead(context, stream, headers, dependency, weight, exclusive, padding, end);
  }

  @Override
  public void onPriorityRead(
      ChannelHandlerContext context, int stream, int dependency, short weight, boolean exclusive)
      throws Http2Exception {
    slices.control();
    super.onPriorityRead(context, stream, dependency, weight, exclusive);
  }

  @Override
  public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings)
      throws Http2Exception {
    slices.control();
    super.onSettingsRead(context, settings);
  }

  @Override
  public void onSettingsAckRead(ChannelHandlerContext context) throws Http2Exception {
    slices.control();
    super.onSettingsAckRead(context);
  }

  @Override
  public void onPingRead(ChannelHandlerContext context, long data) throws Http2Exception {
    slices.control();
    super.onPingRead(context, data);
  }

  @Override
  public void onPingAckRead(ChannelHandlerContext context, long data) throws Http2Exception {
    slices.control();
    super.onPingAckRead(context, data);
  }

  @Override
  public void onGoAwayRead(
      ChannelHandlerContext context, int lastStream, long errorCode, ByteBuf debugData)
      throws Http2Exception {
    slices.control();
    super.onGoAwayRead(context, lastStream, errorCode, debugData);
  }

  @Override
  public void onWindowUpdateRead(ChannelHandlerContext context, int stream, int increment)
      throws Http2Exception {
    slices.control();
    super.onWindowUpdateRead(context, stream, increment);
  }

  @Override
  public void onUnknownFrame(
      ChannelHandlerContext context, byte type, int stream, Http2Flags flags, ByteBuf payload)
      throws Http2Exception {
    slices.control();
    super.onUnknownFrame(context, type, stream, flags, payload);
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
