package io.glebe.core.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Settings;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;

/**
 * Has a first request handled as HTTP/1.1 although it asks for an upgrade to HTTP/2, unless it is
 * one that Vert.x can upgrade without harm (RFC 7540, 3.2; a server may ignore any):
 *
 * <ul>
 *   <li>It has no body: Vert.x would take one as frames of HTTP/2, before all limits of bodies.
 *   <li>It has one header Host: Vert.x makes the first one the authority and forgets the others, so
 *       nobody behind it could refuse the request.
 *   <li>Its settings are valid: Vert.x answers others with 400, keeps the connection open and
 *       releases nothing of what follows.
 * </ul>
 */
final class UpgradeRequest extends ChannelInboundHandlerAdapter {
  private static final String PROTOCOL = Http2CodecUtil.HTTP_UPGRADE_PROTOCOL_NAME.toString();
  private static final CharSequence SETTINGS = Http2CodecUtil.HTTP_UPGRADE_SETTINGS_HEADER;

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpRequest request) {
      HttpHeaders headers = request.headers();
      if (headers.containsValue(HttpHeaderNames.UPGRADE, PROTOCOL, true) && !isHarmless(request)) {
        headers.remove(HttpHeaderNames.UPGRADE);
      }
      context.pipeline().remove(this);
    }
    context.fireChannelRead(message);
  }

  private static boolean isHarmless(HttpMessage request) {
    HttpHeaders headers = request.headers();
    return headers.getAll(HttpHeaderNames.HOST).size() == 1
        && !headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
        && headers.getAll(HttpHeaderNames.CONTENT_LENGTH).stream().allMatch("0"::equals)
        && headers.getAll(HttpHeaderNames.CONNECTION).size() == 1
        && headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderNames.UPGRADE, true)
        && headers.containsValue(HttpHeaderNames.CONNECTION, SETTINGS, true)
        && areValid(headers.getAll(SETTINGS));
  }

  /** Whether these are the settings of one frame, six bytes each. */
  private static boolean areValid(List<String> settings) {
    if (settings.size() != 1) {
      return false;
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(settings.getFirst()));
      var _ = read(bytes);
      return !bytes.hasRemaining();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static Http2Settings read(ByteBuffer bytes) {
    Http2Settings settings = new Http2Settings();
    while (bytes.remaining() >= Http2CodecUtil.SETTING_ENTRY_LENGTH) {
      char name = bytes.getChar();
      settings.put(name, Long.valueOf(bytes.getInt() & 0xffffffffL));
    }
    return settings;
  }
}
