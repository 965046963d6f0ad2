package io.glebe.api.http.fastpath;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerConnection;

/**
 * Ends a response at once. Vert.x closes a connection behind the bytes that wait to be sent, which
 * is never for a client that does not read.
 */
public final class ConnectionAbort {
  private ConnectionAbort() {}

  /** Resets the stream of HTTP/2, or closes the connection without sending what waits. */
  public static void abort(HttpServerRequest request) {
    if (request.version() != HttpVersion.HTTP_2
        && request.connection() instanceof HttpServerConnection server) {
      var _ = server.channelHandlerContext().close();
    } else {
      var _ = request.response().reset();
    }
  }
}
