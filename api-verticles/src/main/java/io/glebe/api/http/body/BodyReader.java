package io.glebe.api.http.body;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.access.Caller;
import io.glebe.core.admission.ByteRates;
import io.glebe.core.json.Json;
import io.glebe.core.memory.JsonMemory;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Checks and reads the body of one request as the operation's {@link Body} declares. */
public final class BodyReader {
  /** JSON up to this size is parsed on the event loop (about half a millisecond). */
  private static final int INLINE_BYTES = 32 * 1024;

  /** The chunks of a body, and all its bytes in one array. */
  private static final long COPIES = 2;

  private final HttpServerRequest request;
  private final Body body;
  private final long limit;
  private final BodyBounds bounds;
  private final MemoryBudget.Lease memory;
  private final Supplier<List<ByteRates.Bucket>> rates;
  private @Nullable BodyStream stream;
  private boolean discards;

  BodyReader(
      HttpServerRequest request,
      Body body,
      long limit,
      BodyBounds bounds,
      MemoryBudget.Lease memory,
      Supplier<List<ByteRates.Bucket>> rates) {
    this.request = request;
    this.body = body;
    this.limit = limit;
    this.bounds = bounds;
    this.memory = memory;
    this.rates = rates;
  }

  /**
   * Refuses wrong media types (415) and announced lengths beyond the limit (413) before anything is
   * read.
   */
  public void check() {
    if (body.kind() == Body.Kind.NONE) {
      return;
    }
    header("Content-Encoding")
        .filter(e -> !e.equalsIgnoreCase("identity"))
        .ifPresent(BodyReader::refuseEncoding);
    checkType();
    if (length() > limit) {
      throw Problem.tooLarge(limit);
    }
  }

  private Optional<String> header(String name) {
    return Optional.ofNullable(request.getHeader(name));
  }

  private static void refuseEncoding(String encoding) {
    throw Problem.of(
            ProblemType.UNSUPPORTED_MEDIA_TYPE,
            "bodies are taken without Content-Encoding, not as " + encoding)
        .with("Accept-Encoding", "identity");
  }

  private void checkType() {
    String type =
        header("Content-Type").orElse("").split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    boolean isEmpty = type.isEmpty() && length() == 0;
    if (body.mediaTypes().isEmpty()
        || isEmpty
        || body.mediaTypes().stream().anyMatch(t -> covers(t, type))) {
      return;
    }
    String accepted = String.join(", ", body.mediaTypes());
    String header = request.method().equals(HttpMethod.PATCH) ? "Accept-Patch" : "Accept";
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

  private long length() {
    boolean chunked = header("Transfer-Encoding").isPresent();
    return header("Content-Length").map(BodyReader::parseLength).orElse(chunked ? -1L : 0L);
  }

  private static long parseLength(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw Problem.malformed("Content-Length is not a number");
    }
  }

  /** Reads the body as {@link #read()}, after the right to a large one has been checked. */
  public Future<RequestBody> read(Optional<Caller> caller, Map<String, String> pathParameters) {
    return mayBeLarge() && caller.isPresent() && body.right().isPresent()
        ? body.right().get().require(caller.get(), pathParameters).compose(may -> read())
        : read();
  }

  private boolean mayBeLarge() {
    boolean isUnknown = header("Content-Length").isEmpty() && !request.isEnded();
    return isUnknown || length() > INLINE_BYTES;
  }

  /** Reads the body, unless the endpoint does that itself. */
  public Future<RequestBody> read() {
    return switch (body.kind()) {
      case NONE -> {
        discards = true;
        bounds.discard().rest(request, () -> request.connection().close());
        yield Future.succeededFuture(RequestBody.NONE);
      }
      case STREAM, DEFERRED_JSON -> Future.succeededFuture(RequestBody.NONE);
      case BYTES -> whole().compose(BodyReader::received);
      case JSON -> whole().compose(this::parse);
    };
  }

  /**
   * Reads a JSON body whose endpoint decides when. The result parses it on the calling thread.
   * Event loop only.
   */
  public Future<RequestBody> readDeferred() {
    return whole().map(this::deferred);
  }

  /** The body as a stream with back-pressure, for an endpoint that reads it itself. */
  public BodyStream stream() {
    BodyStream opened = BodyStream.of(request, limit, bounds, rates.get());
    stream = opened;
    return opened;
  }

  /**
   * Ends the reading when the request has been answered. Event loop only.
   *
   * @return whether the rest of the body has to be discarded; false where that has begun
   */
  public boolean end() {
    if (stream != null) {
      stream.close();
    }
    return !discards;
  }

  /** Gives back the memory of the body; call when its handler is done. */
  public void release() {
    memory.close();
  }

  private Future<RequestBody> parse(BodyChunks chunks) {
    if (chunks.length() == 0) {
      return Future.succeededFuture(RequestBody.NONE);
    }
    return atLength(chunks, () -> parsed(chunks));
  }

  private static Future<RequestBody> received(BodyChunks chunks) {
    return atLength(chunks, () -> RequestBody.ofBytes(chunks.buffer()));
  }

  /** Runs the work here if the body is short, otherwise on a virtual thread. */
  private static Future<RequestBody> atLength(BodyChunks chunks, Supplier<RequestBody> work) {
    return chunks.length() > INLINE_BYTES
        ? OffLoop.run(work::get)
        : Future.succeededFuture(chunks).map(all -> work.get());
  }

  private RequestBody deferred(BodyChunks chunks) {
    return chunks.length() == 0
        ? RequestBody.NONE
        : RequestBody.ofJson(() -> parsed(chunks).json());
  }

  /** Parses a text, after the memory of its values has been admitted if it may be large. */
  private RequestBody parsed(BodyChunks chunks) {
    byte[] text = chunks.bytes();
    body.list().ifPresent(list -> list.check(text));
    if (text.length > INLINE_BYTES) {
      memory.grow(JsonMemory.ofTree(text));
    }
    Optional<JsonNode> value =
        Optional.of(body.lastMembers() ? Json.parseLastMembers(text) : Json.parse(text));
    return RequestBody.ofJson(() -> value);
  }

  private Future<BodyChunks> whole() {
    Promise<BodyChunks> promise = Promise.promise();
    BodyStream stream = stream();
    BodyChunks chunks = new BodyChunks();
    stream.exceptionHandler(promise::tryFail);
    stream.handler(
        chunk -> {
          memory.grow(COPIES * chunk.length());
          chunks.add(chunk);
        });
    stream.endHandler(end -> promise.tryComplete(chunks));
    stream.resume();
    return promise.future();
  }
}
