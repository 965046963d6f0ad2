package io.glebe.api.http.server;

import io.glebe.api.http.Exchange;
import io.glebe.api.http.Reply;
import io.glebe.api.http.body.TransferWatch;
import io.glebe.api.http.fastpath.ConnectionAbort;
import io.vertx.core.Future;
import io.vertx.core.file.AsyncFile;
import io.vertx.core.file.OpenOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;

/**
 * Sends a part of a file: over HTTP/1.1 the operating system does, over HTTP/2 it is read in
 * pieces, whose stream is reset if the client reads too slowly. Event loop only.
 */
final class FileBody {
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
      exchange.responseMemory().hold(FilePieces.MOST_BYTES);
    }
  }

  private boolean isInPieces() {
    return request.version() == HttpVersion.HTTP_2;
  }

  /** Completes when the last byte has left, fails when the connection ends before. */
  Future<Void> send() {
    return isInPieces()
        ? inPieces()
        : response.sendFile(part.path().toString(), part.offset(), part.length());
  }

  private Future<Void> inPieces() {
    OpenOptions reading = new OpenOptions().setCreate(false).setWrite(false);
    return exchange
        .context()
        .owner()
        .fileSystem()
        .open(part.path().toString(), reading)
        .compose(
            file -> watched(new FilePieces(file, part.offset(), part.length(), response), file));
  }

  private Future<Void> watched(FilePieces pieces, AsyncFile file) {
    TransferWatch watch =
        new TransferWatch(
            exchange.pace(), pieces::sent, () -> true, () -> ConnectionAbort.abort(request));
    watch.start();
    return pieces
        .send()
        .eventually(
            () -> {
              watch.stop();
              return file.close();
            });
  }
}
