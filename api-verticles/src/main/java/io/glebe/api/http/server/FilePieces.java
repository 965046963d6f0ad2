package io.glebe.api.http.server;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.AsyncFile;
import io.vertx.core.http.HttpServerResponse;
import java.io.EOFException;

/**
 * Sends a part of a file in pieces: the next one is read while the one before waits for the client,
 * and no more, whatever the queue of Vert.x would take. Event loop only.
 */
final class FilePieces {
  private static final int PIECE = 64 * 1024;

  /** One piece that waits for the client, and one that is read. */
  static final int MOST_BYTES = 2 * PIECE;

  private final AsyncFile file;
  private final HttpServerResponse response;
  private final long end;
  private final long length;
  private final Promise<Void> done = Promise.promise();
  private long position;
  private long sent;

  FilePieces(AsyncFile file, long offset, long length, HttpServerResponse response) {
    this.file = file;
    this.response = response;
    this.position = offset;
    this.length = length;
    this.end = offset + length;
  }

  /** Completes when the last piece has left, fails when the file or the connection ends before. */
  Future<Void> send() {
    if (length == 0) {
      return response.end();
    }
    read().onSuccess(this::write).onFailure(done::tryFail);
    return done.future();
  }

  /** Bytes that have left. */
  long sent() {
    return sent;
  }

  private Future<Buffer> read() {
    int bytes = (int) Math.min(PIECE, end - position);
    Future<Buffer> piece =
        file.read(Buffer.buffer(bytes), 0, position, bytes)
            .compose(
                read ->
                    read.length() == bytes
                        ? Future.succeededFuture(read)
                        : Future.failedFuture(new EOFException("the file has become shorter")));
    position += bytes;
    return piece;
  }

  private void write(Buffer piece) {
    boolean isLast = position == end;
    Future<Void> left;
    try {
      left = FramedWrite.write(response, piece, isLast, bytes -> sent += bytes);
    } catch (RuntimeException e) {
      done.tryFail(e);
      return;
    }
    Future<Buffer> next = isLast ? Future.succeededFuture(piece) : read();
    left.compose(gone -> next)
        .onSuccess(
            read -> {
              if (isLast) {
                done.tryComplete();
              } else {
                write(read);
              }
            })
        .onFailure(done::tryFail);
  }
}
