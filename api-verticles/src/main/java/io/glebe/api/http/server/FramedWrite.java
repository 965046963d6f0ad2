package io.glebe.api.http.server;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.function.IntConsumer;

/**
 * Writes a piece of a body in frames of HTTP/2, each of which reports when it has left: a slow
 * client takes a frame long before a whole piece. Event loop only.
 */
final class FramedWrite {
  /** Largest frame that every client takes (RFC 9113, 4.2). */
  static final int FRAME_BYTES = 16 * 1024;

  private FramedWrite() {}

  /**
   * Completes when the last byte has left.
   *
   * @param isLast whether the body ends with this piece
   * @param sent gets the bytes of each frame that has left
   */
  static Future<Void> write(
      HttpServerResponse response, Buffer piece, boolean isLast, IntConsumer sent) {
    int from = 0;
    for (; piece.length() - from > FRAME_BYTES; from += FRAME_BYTES) {
      response
          .write(piece.slice(from, from + FRAME_BYTES))
          .onSuccess(left -> sent.accept(FRAME_BYTES));
    }
    Buffer rest = piece.slice(from, piece.length());
    return (isLast ? response.end(rest) : response.write(rest))
        .onSuccess(left -> sent.accept(rest.length()));
  }
}
