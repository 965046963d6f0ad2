package io.glebe.api.http.server;

import io.glebe.api.http.Exchange;
import io.glebe.api.http.Reply;
import io.glebe.api.http.body.TransferWatch;
import io.glebe.api.http.fastpath.ConnectionAbort;
import io.glebe.api.http.fastpath.FileProgress;
import io.vertx.core.Future;
import io.vertx.core.file.OpenOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Sends a part of a file: over HTTP/1.1 the operating system does, over HTTP/2 it is read in
 * pieces. Aborts a response whose client reads too slowly. Event loop only.
 */
final class FileBody {
  /** How much of a file is read at once for HTTP/2. */
  private static final int PIECE = 64 * 1024;

  /** One piece is read while the one before waits for the client. */
  private static final int PIECES_AHEAD = 2;

  private final Exchange exchange;
  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final Reply.Payload.FilePart part;

  FileBody(Exchange exchange, Reply.Payload.FilePart part) {
    this.exchange = exchange;
    this.request = exchange.request();
    this.response = request.response();
    this.part = part;
  }

  /** Takes the memory that sending needs; refused with a problem where there is none. */
  void takeMemory() {
    if (isInPieces()) {
      exchange.responseMemory().hold(PIECES_AHEAD * PIECE);
    }
  }

  private boolean isInPieces() {
    return request.version() == HttpVersion.HTTP_2;
  }

  /** Completes when the last byte has left, fails when the connection ends before. */
  Future<Void> send() {
    return isInPieces()
        ? watched(inPieces(), response::bytesWritten, response::writeQueueFull)
        : watched(
            response.sendFile(part.path().toString(), part.offset(), part.length()),
            FileProgress.of(request),
            () -> true);
  }

  private Future<Void> watched(
      Future<Void> sending, LongSupplier sent, BooleanSupplier waitsForClient) {
    TransferWatch watch =
        new TransferWatch(
            exchange.pace(), sent, waitsForClient, () -> ConnectionAbort.abort(request));
    watch.start();
    return sending.onComplete(done -> watch.stop());
  }

  /** Vert.x itself would read 8 KiB at a time, each on another thread. */
  private Future<Void> inPieces() {
    OpenOptions reading = new OpenOptions().setCreate(false).setWrite(false);
    return exchange
        .context()
        .owner()
        .fileSystem()
        .open(part.path().toString(), reading)
        .compose(
            file ->
                file.setReadBufferSize(PIECE)
                    .setReadPos(part.offset())
                    .setReadLength(part.length())
                    .pipeTo(response)
                    .eventually(file::close));
  }
}
