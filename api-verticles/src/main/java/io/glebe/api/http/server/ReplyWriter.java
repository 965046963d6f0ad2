package io.glebe.api.http.server;

import io.glebe.api.http.EncodedReply;
import io.glebe.api.http.Exchange;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHead;
import io.glebe.api.http.header.Ascii;
import io.glebe.api.http.header.Compression;
import io.glebe.api.http.header.Conditional;
import io.glebe.core.memory.DirectMemory;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Optional;

/**
 * Sends a {@link Reply} through the Vert.x response: conditional requests, compression, HEAD and
 * streams. The fast path uses the same {@link ResponseHead} for the headers.
 */
final class ReplyWriter {
  /** Bodies up to this size, for example refusals, are sent in any case. */
  private static final int SMALL_BYTES = 4 * 1024;

  private ReplyWriter() {}

  /** Completes when the response has been passed to the connection. */
  static Future<Void> write(Exchange exchange, Reply original) {
    HttpServerRequest request = exchange.request();
    Reply reply =
        heldForm(request, original).map(etag -> notModified(original, etag)).orElse(original);
    HttpServerResponse response = request.response();
    response.setStatusCode(reply.status());
    if (!reply.isReady()) {
      ResponseHead.of(reply, exchange.isProtected()).addTo(response.headers());
    }
    boolean head = request.method().equals(HttpMethod.HEAD);
    return switch (reply.payload()) {
      case Reply.Payload.Bytes(Buffer body) when !head && body.length() > LargeBody.MIN_BYTES ->
          large(exchange, reply, body);
      case Reply.Payload.Bytes(Buffer body) -> bytes(exchange, reply, body, head);
      case Reply.Payload.SharedBytes(Buffer body) -> send(exchange, body, head);
      case Reply.Payload.ByWriter written -> head ? end(exchange) : written(exchange, written);
      case Reply.Payload.FilePart part -> file(exchange, part, head);
      case Reply.Payload.Ready(EncodedReply ready) -> ready(exchange, ready, head);
    };
  }

  private static Future<Void> ready(Exchange exchange, EncodedReply ready, boolean head) {
    try {
      HttpServerResponse response = exchange.request().response();
      ready.head().addTo(response.headers());
      finish(exchange);
      boolean bare = head || ready.body().length() == 0;
      return (bare ? response.end() : end(exchange, ready.body())).onComplete(ready.sent());
    } catch (RuntimeException | Error e) {
      ready.sent().complete(null, e);
      throw e;
    }
  }

  /** The validator of the form that the client has already, if it has one. */
  private static Optional<String> heldForm(HttpServerRequest request, Reply reply) {
    String sent = request.getHeader(HttpHeaders.IF_NONE_MATCH);
    boolean conditional = sent != null && isRead(request, reply);
    return conditional && reply.find("Cache-Control").filter("no-store"::equals).isEmpty()
        ? reply.find("ETag").flatMap(etag -> Conditional.heldForm(Optional.of(sent), etag))
        : Optional.empty();
  }

  private static boolean isRead(HttpServerRequest request, Reply reply) {
    boolean reading =
        request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
    return reading && reply.status() == 200;
  }

  private static Reply notModified(Reply reply, String etag) {
    Reply bare = Reply.empty(304).etag(etag);
    for (String name : List.of("Cache-Control", "Vary", "Last-Modified", "Content-Location")) {
      reply.find(name).ifPresent(value -> bare.header(name, value));
    }
    return bare;
  }

  /** Refused with a problem when too much waits for clients already. */
  private static Future<Void> large(Exchange exchange, Reply reply, Buffer body) {
    exchange.responseMemory().hold(body.length());
    return bytes(exchange, reply, body, false);
  }

  private static Future<Void> bytes(Exchange exchange, Reply reply, Buffer body, boolean head) {
    boolean compress =
        Compression.isWorthwhile(body)
            && !reply.has("Content-Encoding")
            && Compression.isCompressible(reply.find("Content-Type").orElse(""))
            && Compression.accepts(exchange.request().getHeader(HttpHeaders.ACCEPT_ENCODING));
    if (!compress) {
      return send(exchange, body, head);
    }
    return Compression.gzip(body)
        .compose(
            gzipped -> {
              HttpServerResponse response = exchange.request().response();
              put(response, "Content-Encoding", "gzip");
              if (isRead(exchange.request(), reply)) { // other answers name what they have made
                reply
                    .find("ETag")
                    .filter(etag -> !Conditional.isWeak(etag))
                    .ifPresent(etag -> put(response, "ETag", Conditional.etag(etag, true)));
              }
              return send(exchange, gzipped, head);
            });
  }

  private static Future<Void> send(Exchange exchange, Buffer body, boolean head) {
    HttpServerResponse response = exchange.request().response();
    int status = response.getStatusCode();
    if (!head && body.length() > SMALL_BYTES) { // the socket copies the bytes that wait
      DirectMemory.require(Math.min(body.length(), LargeBody.MIN_BYTES));
    }
    if (status != 204 && status != 304) {
      put(response, "Content-Length", Integer.toString(body.length()));
    }
    finish(exchange);
    return head || body.length() == 0 ? response.end() : end(exchange, body);
  }

  private static Future<Void> end(Exchange exchange, Buffer body) {
    HttpServerRequest request = exchange.request();
    return body.length() > LargeBody.MIN_BYTES || StreamWatch.isStream(exchange)
        ? new LargeBody(exchange, body).send()
        : request.response().end(body);
  }

  private static void put(HttpServerResponse response, String name, String value) {
    response.putHeader(Ascii.name(name), Ascii.value(value));
  }

  private static Future<Void> end(Exchange exchange) {
    finish(exchange);
    return exchange.request().response().end();
  }

  /** Refused with a problem when there is no memory for its buffers. */
  private static Future<Void> written(Exchange exchange, Reply.Payload.ByWriter written) {
    if (written.memory() > 0) { // the others have limits of their own
      exchange.responseMemory().grow(written.memory() + ReplyOutput.MOST_BYTES);
    }
    chunkedUnlessSized(exchange.request().response());
    finish(exchange);
    ReplyOutput output = new ReplyOutput(exchange);
    return OffLoop.run(
            () -> {
              written.writer().write(output);
              output.flush();
              return null;
            })
        .compose(done -> output.end())
        .onComplete(done -> output.stopWatching());
  }

  private static void chunkedUnlessSized(HttpServerResponse response) {
    if (!response.headers().contains("Content-Length")) {
      response.setChunked(true);
    }
  }

  private static Future<Void> file(Exchange exchange, Reply.Payload.FilePart part, boolean head) {
    HttpServerResponse response = exchange.request().response();
    boolean bare = head || part.length() == 0;
    FileBody body = new FileBody(exchange, part);
    if (!bare) {
      body.takeMemory();
    }
    response.putHeader("Content-Length", Long.toString(part.length()));
    finish(exchange);
    return bare ? response.end() : body.send();
  }

  private static void finish(Exchange exchange) {
    exchange
        .request()
        .response()
        .headers()
        .add(Ascii.name("Server-Timing"), exchange.timing().header());
  }
}
