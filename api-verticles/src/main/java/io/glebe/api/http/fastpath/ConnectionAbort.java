package io.glebe.api.http.fastpath;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerConnection;

/**
 * Ends a response at once. Vert.x closes a connection behind the bytes that wait to be sent, which
 * is never for a client that does not read.
 */
public final class ConnectionAbort {
  private ConnectionAbort() {}

  /** Resets the stream of HTTP/2 (CANCEL), or closes the connection without sending what waits. */
  public static void abort(HttpServerRequest request) {
    boolean isHttp2 = request.version() == HttpVersion.HTTP_2;
    if (isHttp2 && !request.response().ended()) {
      var _ = request.response().reset(Http2Error.CANCEL.code());
    } else if (request.connection() instanceof HttpServerConnection server) {
      ChannelHandlerContext connection = server.channelHandlerContext();
      if (isHttp2) {
        reset(connection.pipeline(), request.streamId());
      } else {
        var _ = connection.close();
      }
    }
  }

  /** Ends a body that goes on after its answer; the other streams of HTTP/2 go on. */
  public static void endRest(HttpServerRequest request) {
    if (request.version() == HttpVersion.HTTP_2) {
      abort(request);
    } else {
      request.connection().close();
    }
  }

  /** Vert.x takes a stream as done when Netty has its last bytes, which may wait for the client. */
  private static void reset(ChannelPipeline pipeline, int stream) {
    ChannelHandlerContext http2 = pipeline.context(Http2ConnectionHandler.class);
    if (http2 != null) {
      var _ =
          ((Http2ConnectionHandler) http2.handler())
              .resetStream(http2, stream, Http2Error.CANCEL.code(), http2.newPromise());
      http2.flush();
    }
  }
}
