package io.glebe.api.http.fastpath;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.http.impl.VertxHttpObject;

/**
 * Tells {@link Http1Slices} which requests Vert.x handles and which it has answered, and gives
 * Vert.x bodies in memory of the heap. Stands directly before the handler of Vert.x, which answers
 * a request in its version: that of a request line that cannot be read would be 1.0.
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
    if (message instanceof HttpRequest request) {
      if (request.decoderResult().isFailure()) {
        request.setProtocolVersion(HttpVersion.HTTP_1_1);
      }
      slices.handled(Http1Decoded.length(request));
    }
    context.fireChannelRead(message instanceof HttpContent content ? onHeap(content) : message);
  }

  /**
   * The same content in memory that nobody has to release. Vert.x copies a content when it handles
   * it, and does not release what still waits for a paused request when the connection ends.
   */
  private static HttpContent onHeap(HttpContent content) {
    if (!content.content().isReadable()) {
      return content;
    }
    HttpContent copy = content.replace(Unpooled.copiedBuffer(content.content()));
    copy.setDecoderResult(content.decoderResult());
    content.release();
    return copy;
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (endsResponse(message)) {
      ChannelPromise sent = promise.unvoid();
      slices.waitsToBeSent();
      sent.addListener(done -> slices.sent());
      var _ = context.write(message, sent);
      slices.answered();
    } else {
      var _ = context.write(message, promise);
    }
  }

  /** Vert.x ends a file with an object of Netty; 100 (Continue) is complete, but no response. */
  private static boolean endsResponse(Object message) {
    return message instanceof VertxHttpObject part
        ? part.isEnded()
        : message instanceof LastHttpContent
            && !(message instanceof HttpResponse response
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL);
  }
}
