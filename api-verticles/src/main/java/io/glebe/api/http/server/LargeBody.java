package io.glebe.api.http.server;

import io.glebe.api.http.body.TransferWatch;
import io.glebe.api.http.fastpath.ConnectionAbort;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/**
 * Sends a large body in pieces, each when the one before has left for the socket and in another
 * turn of the event loop: a socket takes megabytes at once, and the other connections would wait.
 * Aborts a response whose client reads too slowly. Event loop only.
 */
final class LargeBody {
  /** Larger bodies are sent in pieces of this many bytes. */
  static final int MIN_BYTES = 64 * 1024;

  private final Context context;
  private final HttpServerResponse response;
  private final Buffer body;
  private final Promise<Void> sent = Promise.promise();
  private final TransferWatch watch;
  private int position;

  LargeBody(Context context, HttpServerRequest request, Buffer body, TransferWatch.Bounds pace) {
    this.context = context;
    this.response = request.response();
    this.body = body;
    this.watch =
        new TransferWatch(pace, () -> position, () -> true, () -> ConnectionAbort.abort(request));
  }

  /** Completes when the last piece has left, fails when the connection ends before. */
  Future<Void> send() {
    watch.start();
    next();
    return sent.future().onComplete(done -> watch.stop());
  }

  private void next() {
    int from = position;
    int to = Math.min(from + MIN_BYTES, body.length());
    Buffer piece = body.slice(from, to);
    boolean isLast = to == body.length();
    (isLast ? response.end(piece) : response.write(piece))
        .onSuccess(
            left -> {
              position = to;
              if (isLast) {
                sent.tryComplete();
              } else {
                context.runOnContext(turn -> next());
              }
            })
        .onFailure(sent::tryFail);
  }
}
