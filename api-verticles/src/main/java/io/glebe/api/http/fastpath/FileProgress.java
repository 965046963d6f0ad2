package io.glebe.api.http.fastpath;

import io.netty.channel.FileRegion;
import io.netty.handler.stream.ChunkedInput;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.function.LongSupplier;

/**
 * How much of the files of an HTTP/1.1 connection has been sent: Vert.x counts a file as sent when
 * it begins. Event loop only.
 */
public final class FileProgress {
  /** Bytes of the pieces before the current one. */
  private long sent;

  private LongSupplier current = () -> 0;

  FileProgress() {}

  /** Bytes of files that the connection of a request has sent until now. */
  public static LongSupplier of(HttpServerRequest request) {
    if (request.connection() instanceof HttpServerConnection server) {
      Http1Responses responses =
          server.channelHandlerContext().pipeline().get(Http1Responses.class);
      if (responses != null) {
        return responses.files()::bytes;
      }
    }
    throw new IllegalStateException("files are sent through the handlers of HTTP/1.1");
  }

  /** Notes what is written next; Vert.x writes a file in pieces, one after the other. */
  void written(Object message) {
    switch (message) {
      case FileRegion region -> follow(region::transferred);
      case ChunkedInput<?> encrypted -> follow(encrypted::progress);
      default -> {}
    }
  }

  private void follow(LongSupplier next) {
    sent = bytes();
    current = next;
  }

  private long bytes() {
    return sent + current.getAsLong();
  }
}
