package io.glebe.api.http.server;

import io.glebe.api.http.Exchange;
import io.glebe.api.http.Reply;
import io.vertx.core.Future;
import io.vertx.core.file.AsyncFile;
import io.vertx.core.file.OpenOptions;
import io.vertx.core.http.HttpServerResponse;

/**
 * Sends a part of a file: over HTTP/1.1 the operating system does, over HTTP/2 it is read in
 * pieces, whose stream is reset if the client reads too slowly. Event loop only.
 */
final class FileBody {
  private final Exchange exchange;
  private final HttpServerResponse response;
  private final Reply.Payload.FilePart part;

  FileBody(Exchange exchange, Reply.Payload.FilePart part) {
    this.exchange = exchange;
    this.response = exchange.request().response();
    this.part = part;
  }

  /** Takes the memory that sending needs; refused with a problem where there is none. */
  void takeMemory() {
    if (isInPieces()) {
      exchange.responseMemory().hold(FilePieces.MOST_BYTES);
    }
  }

  private boolean isInPieces() {
    return StreamWatch.isStream(exchange);
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
    Future<Void> sent = pieces.send();
    StreamWatch.begin(exchange, pieces::sent, () -> true, sent);
    return sent.eventually(file::close);
  }
}
