package io.glebe.api.http.server;

import io.glebe.api.http.Exchange;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The response as a stream to write on a virtual thread: collects {@value #CHUNK} bytes, writes
 * them on the event loop and waits while the client is slow. A response whose client reads too
 * slowly is aborted, and the write fails.
 */
final class ReplyOutput extends OutputStream {
  private static final int CHUNK = 32 * 1024;

  /** Bytes of a response that wait at most: a chunk, and the one before it. */
  static final int MOST_BYTES = 2 * CHUNK;

  private final HttpServerResponse response;
  private final Context context;
  private final boolean isStream;
  private final Promise<Void> sent = Promise.promise();
  private final byte[] chunk = new byte[CHUNK];
  private int filled;

  /** Bytes that have left for the socket. Event loop only. */
  private long left;

  /** The write that the client has to make room for. Event loop only. */
  private Future<Void> current = Future.succeededFuture();

  /** Made on the event loop of the exchange. */
  ReplyOutput(Exchange exchange) {
    this.response = exchange.request().response();
    this.context = exchange.context();
    this.isStream = StreamWatch.isStream(exchange);
    StreamWatch.begin(exchange, () -> left, () -> !current.isComplete(), sent.future());
  }

  /** Ends the response; on the event loop, when all is written. */
  Future<Void> end() {
    current = response.end();
    return current;
  }

  /** The response has ended or failed. */
  void stopWatching() {
    sent.tryComplete();
  }

  @Override
  public void write(int b) throws IOException {
    if (filled == CHUNK) {
      send();
    }
    chunk[filled++] = (byte) b;
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, source.length);
    int from = offset;
    int rest = length;
    while (rest > 0) {
      if (filled == CHUNK) {
        send();
      }
      int n = Math.min(rest, CHUNK - filled);
      System.arraycopy(source, from, chunk, filled, n);
      filled += n;
      from += n;
      rest -= n;
    }
  }

  @Override
  public void flush() throws IOException {
    if (filled > 0) {
      send();
    }
  }

  private void send() throws IOException {
    Buffer full = Buffer.buffer().appendBytes(chunk, 0, filled);
    filled = 0;
    CompletableFuture<Void> writable = new CompletableFuture<>();
    context.runOnContext(ignored -> write(full, writable));
    try {
      writable.join();
    } catch (CompletionException e) {
      throw new IOException("the client has gone", e.getCause());
    }
  }

  private void write(Buffer full, CompletableFuture<Void> writable) {
    if (response.closed()) {
      writable.completeExceptionally(new IOException("the connection is closed"));
      return;
    }
    // the write completes when the bytes have left for the socket, which is the back-pressure
    current =
        isStream
            ? FramedWrite.write(response, full, false, bytes -> left += bytes)
            : response.write(full);
    current.onComplete(
        done -> {
          if (done.succeeded()) {
            writable.complete(null);
          } else {
            writable.completeExceptionally(done.cause());
          }
        });
  }
}
