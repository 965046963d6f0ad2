package io.glebe.api.http.server;

import io.glebe.api.http.Exchange;
import io.glebe.api.http.fastpath.ConnectionReading;
import io.glebe.core.connection.HeadMemory;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.function.BiConsumer;

/**
 * Admits requests by the memory of their heads, which a request holds until it is answered: one of
 * HTTP/2 whose client reads nothing waits with 99 others of its connection.
 */
final class RequestHeads {
  /**
   * A head of HTTP/1.1 up to this size is not counted: a connection has one request at a time, and
   * the connections have a limit.
   */
  private static final int SMALL = 4 * 1024;

  /** Bytes of the objects of a request beside its headers. */
  private static final int REQUEST_BYTES = 1024;

  private RequestHeads() {}

  /** The size of a head. */
  private static final class Size {
    private int headers;
    private long bytes = REQUEST_BYTES;

    private void add(String name, String value) {
      headers++;
      bytes += HeadMemory.HEADER_BYTES + name.length() + value.length();
    }
  }

  /**
   * Takes the memory of a request's head.
   *
   * @param refuse answers a request with a problem, and closes its connection
   * @return false for a request that is refused: with too many headers, or when there is no memory;
   *     then its stream is reset as one that was not handled, or its connection is closed
   */
  static boolean admit(Exchange exchange, BiConsumer<HttpServerRequest, Problem> refuse) {
    HttpServerRequest request = exchange.request();
    HeadMemory memory = ConnectionReading.heads(request);
    Size size = new Size();
    request.headers().forEach(size::add);
    if (size.headers > memory.headers()) {
      request.headers().clear();
      refuse.accept(
          request,
          Problem.of(
              ProblemType.HEADERS_TOO_LARGE,
              "a request may have at most " + memory.headers() + " headers"));
      return false;
    }
    String target = request.uri();
    long bytes = size.bytes + (target == null ? 0 : target.length());
    if (bytes <= SMALL && request.version() != HttpVersion.HTTP_2) {
      return true;
    }
    HeadMemory.Lease lease = memory.lease(exchange.clientAddress());
    if (!lease.take(bytes)) {
      leave(request);
      return false;
    }
    exchange.head(lease);
    return true;
  }

  private static void leave(HttpServerRequest request) {
    request.headers().clear();
    if (request.version() == HttpVersion.HTTP_2) {
      request.response().reset(Http2Error.REFUSED_STREAM.code());
    } else {
      request.connection().close();
    }
  }
}
