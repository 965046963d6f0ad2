package io.glebe.api.http.fastpath;

import io.glebe.api.http.body.TransferWatch;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Whether a stream of HTTP/2 waits for its client: the client has given no credit for the stream
 * (RFC 9113, 5.2), or none for the connection while it takes little of all its streams. A stream
 * that waits for its turn among others on a slow line is not to blame. Ask once in each window of
 * the watch. Event loop only.
 */
public final class StreamCredit implements BooleanSupplier {
  private final Http2ConnectionHandler http2;
  private final OutboundRate connection;
  private final int stream;
  private final long windowBytes;
  private long sentBefore;

  private StreamCredit(
      Http2ConnectionHandler http2, OutboundRate connection, int stream, long windowBytes) {
    this.http2 = http2;
    this.connection = connection;
    this.stream = stream;
    this.windowBytes = windowBytes;
    this.sentBefore = connection.sent();
  }

  /** That of the stream of a request of HTTP/2; empty when its connection has ended. */
  public static Optional<StreamCredit> of(HttpServerRequest request, TransferWatch.Bounds pace) {
    if (request.connection() instanceof HttpServerConnection server) {
      ChannelPipeline pipeline = server.channelHandlerContext().pipeline();
      ChannelHandlerContext http2 = pipeline.context(Http2ConnectionHandler.class);
      OutboundRate connection = pipeline.get(OutboundRate.class);
      if (http2 != null && connection != null) {
        return Optional.of(
            new StreamCredit(
                (Http2ConnectionHandler) http2.handler(),
                connection,
                request.streamId(),
                pace.windowBytes()));
      }
    }
    return Optional.empty();
  }

  @Override
  public boolean getAsBoolean() {
    long sent = connection.sent();
    boolean takesLittle = sent - sentBefore < windowBytes;
    sentBefore = sent;
    Http2RemoteFlowController flow = http2.encoder().flowController();
    Http2Stream own = http2.connection().stream(stream);
    return own != null
        && (flow.windowSize(own) <= 0
            || takesLittle && flow.windowSize(http2.connection().connectionStream()) <= 0);
  }
}
