package io.glebe.api.http.server;

import io.glebe.api.http.Exchange;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/**
 * Sends a body in pieces, each when the one before has left for the socket and in another turn of
 * the event loop: a socket takes megabytes at once, and the other connections would wait. Over
 * HTTP/2 it resets a stream whose client reads too slowly. Event loop only.
 */
final class LargeBody {
  /** Larger bodies are sent in pieces of this many bytes. */
  static final int MIN_BYTES = 64 * 1024;

  private final HttpServerResponse response;
  private final Buffer body;
  private final Exchange exchange;
  private final Promise<Void> sent = Promise.promise();
  private int position;
  private int left;

  LargeBody(Exchange exchange, Buffer body) {
    this.exchange = exchange;
    this.response = exchange.request().response();
    this.body = body;
  }

  /** Completes when the last piece has left, fails when the connection ends before. */
  Future<Void> send() {
    next();
    StreamWatch.begin(exchange, () -> left, () -> true, sent.future());
    return sent.future();
  }

  private void next() {
    int from = position;
    position = Math.min(from + MIN_BYTES, body.length());
    boolean isLast = position == body.length();
    try {
      write(body.slice(from, position), isLast)
          .onSuccess(
              gone -> {
                if (isLast) {
                  sent.tryComplete();
                } else {
                  exchange.context().runOnContext(turn -> next());
                }
              })
          .onFailure(sent::tryFail);
    } catch (RuntimeException e) {
      sent.tryFail(e);
    }
  }

  private Future<Void> write(Buffer piece, boolean isLast) {
    if (StreamWatch.isStream(exchange)) {
      return FramedWrite.write(response, piece, isLast, bytes -> left += bytes);
    }
    return isLast ? response.end(piece) : response.write(piece);
  }
}
