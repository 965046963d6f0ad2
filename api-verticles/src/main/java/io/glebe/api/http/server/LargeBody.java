package io.glebe.api.http.server;

import io.glebe.api.http.Exchange;
import io.glebe.api.http.body.TransferWatch;
import io.glebe.api.http.fastpath.ConnectionAbort;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;

/**
 * Sends a body in pieces, each when the one before has left for the socket and in another turn of
 * the event loop: a socket takes megabytes at once, and the other connections would wait. Over
 * HTTP/2 it resets a stream whose client reads too slowly. Event loop only.
 */
final class LargeBody {
  /** Larger bodies are sent in pieces of this many bytes. */
  static final int MIN_BYTES = 64 * 1024;

  private final Context context;
  private final HttpServerResponse response;
  private final Buffer body;
  private final boolean isHttp2;
  private final Promise<Void> sent = Promise.promise();
  private final TransferWatch watch;
  private int position;
  private int left;

  LargeBody(Exchange exchange, Buffer body) {
    HttpServerRequest request = exchange.request();
    this.context = exchange.context();
    this.response = request.response();
    this.body = body;
    this.isHttp2 = request.version() == HttpVersion.HTTP_2;
    this.watch =
        new TransferWatch(
            exchange.pace(), () -> left, () -> true, () -> ConnectionAbort.abort(request));
  }

  /** Completes when the last piece has left, fails when the connection ends before. */
  Future<Void> send() {
    next();
    if (isHttp2 && !sent.future().isComplete()) {
      watch.start();
    }
    return sent.future().onComplete(done -> watch.stop());
  }

  private void next() {
    int from = position;
    position = Math.min(from + MIN_BYTES, body.length());
    boolean isLast = position == body.length();
    write(body.slice(from, position), isLast)
        .onSuccess(
            gone -> {
              if (isLast) {
                sent.tryComplete();
              } else {
                context.runOnContext(turn -> next());
              }
            })
        .onFailure(sent::tryFail);
  }

  private Future<Void> write(Buffer piece, boolean isLast) {
    if (isHttp2) {
      return FramedWrite.write(response, piece, isLast, bytes -> left += bytes);
    }
    return isLast ? response.end(piece) : response.write(piece);
  }
}
