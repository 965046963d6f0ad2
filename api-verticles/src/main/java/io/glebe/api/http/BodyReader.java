package io.glebe.api.http;

import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;

/** Checks and reads request bodies as the operation's {@link Body} says. */
final class BodyReader {
  /** JSON up to this size is parsed on the event loop (about half a millisecond). */
  private static final int PARSE_INLINE_BYTES = 32 * 1024;

  private BodyReader() {}

  /**
   * Refuses wrong media types (415) and announced lengths beyond the limit (413) before anything is
   * read.
   */
  static void check(ApiRequest request) {
    Body body = request.operation().body();
    if (body.kind() == Body.Kind.NONE) {
      return;
    }
    request
        .header("Content-Encoding")
        .filter(e -> !e.equalsIgnoreCase("identity"))
        .ifPresent(BodyReader::refuseEncoding);
    checkType(request, body);
    long length = length(request);
    if (length > request.bodyLimit()) {
      throw Problem.tooLarge(request.bodyLimit());
    }
  }

  private static void refuseEncoding(String encoding) {
    throw Problem.of(
            ProblemType.UNSUPPORTED_MEDIA_TYPE,
            "bodies are taken without Content-Encoding, not as " + encoding)
        .with("Accept-Encoding", "identity");
  }

  private static void checkType(ApiRequest request, Body body) {
    String type =
        request.header("Content-Type").orElse("").split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    boolean nothingSent = type.isEmpty() && length(request) == 0;
    if (body.mediaTypes().isEmpty()
        || nothingSent
        || body.mediaTypes().stream().anyMatch(t -> covers(t, type))) {
      return;
    }
    String accepted = String.join(", ", body.mediaTypes());
    String header = request.raw().method().equals(HttpMethod.PATCH) ? "Accept-Patch" : "Accept";
    throw Problem.of(
            ProblemType.UNSUPPORTED_MEDIA_TYPE,
            (type.isEmpty() ? "the body needs a Content-Type" : type + " is not taken here")
                + "; send "
                + accepted)
        .with(header, accepted);
  }

  private static boolean covers(String accepted, String type) {
    return accepted.endsWith("/*")
        ? type.startsWith(accepted.substring(0, accepted.length() - 1))
        : accepted.equals(type);
  }

  private static long length(ApiRequest request) {
    boolean chunked = request.header("Transfer-Encoding").isPresent();
    return request.header("Content-Length").map(BodyReader::parseLength).orElse(chunked ? -1L : 0L);
  }

  private static long parseLength(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw Problem.malformed("Content-Length is no number");
    }
  }

  /** Reads what the handler expects to find. */
  static Future<Void> read(ApiRequest request) {
    return switch (request.operation().body().kind()) {
      case NONE -> {
        BodyDiscard.rest(request.raw());
        yield Future.succeededFuture();
      }
      case STREAM -> Future.succeededFuture();
      case BYTES -> whole(request).map(bytes -> keep(request, bytes));
      case JSON -> whole(request).compose(bytes -> parse(request, bytes));
    };
  }

  private static Void keep(ApiRequest request, Buffer bytes) {
    request.body(bytes);
    return null;
  }

  private static Future<Void> parse(ApiRequest request, Buffer bytes) {
    keep(request, bytes);
    if (bytes.length() == 0) {
      return Future.succeededFuture();
    }
    if (bytes.length() <= PARSE_INLINE_BYTES) {
      request.json(Json.parse(bytes.getBytes()));
      return Future.succeededFuture();
    }
    return OffLoop.run(() -> Json.parse(bytes.getBytes()))
        .map(
            tree -> {
              request.json(tree);
              return null;
            });
  }

  private static Future<Buffer> whole(ApiRequest request) {
    Promise<Buffer> promise = Promise.promise();
    HttpServerRequest raw = request.raw();
    var stream = request.stream();
    Buffer bytes = Buffer.buffer();
    stream.exceptionHandler(promise::tryFail);
    stream.handler(bytes::appendBuffer);
    stream.endHandler(end -> promise.tryComplete(bytes));
    raw.resume();
    return promise.future();
  }
}
