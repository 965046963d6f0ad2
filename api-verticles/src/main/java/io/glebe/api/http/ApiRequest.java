package io.glebe.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.body.BodyInput;
import io.glebe.api.http.body.BodyReader;
import io.glebe.api.http.body.Multipart;
import io.glebe.api.http.body.RequestBody;
import io.glebe.api.http.header.Accept;
import io.glebe.api.http.header.Compression;
import io.glebe.api.http.header.Conditional;
import io.glebe.api.http.log.ServerTiming;
import io.glebe.core.access.Caller;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.streams.ReadStream;
import java.io.InputStream;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A request as an {@link Endpoint} receives it. Methods run on the event loop of the connection
 * unless their comment says otherwise.
 */
public final class ApiRequest {
  private static final Pattern CANONICAL = Pattern.compile("0|[1-9]\\d{0,9}");
  private final Exchange exchange;
  private final HttpServerRequest raw;
  private final RequestTarget target;
  private final RequestTargetCache targets;
  private final Route route;
  private final RequestBody body;
  private final BodyReader reader;

  /**
   * @param exchange has the caller where the operation needs one
   * @param targets cache for the values that the endpoint caches for the target
   * @param reader for an endpoint that reads the body itself
   */
  public ApiRequest(
      Exchange exchange,
      RequestTarget target,
      RequestTargetCache targets,
      RequestBody body,
      BodyReader reader) {
    this.exchange = exchange;
    this.raw = exchange.request();
    this.target = target;
    this.targets = targets;
    this.route = target.route();
    this.body = body;
    this.reader = reader;
  }

  /** The request id, also shown to the client. */
  public String id() {
    return exchange.id();
  }

  public Route route() {
    return route;
  }

  public Surface surface() {
    return route.surface();
  }

  public Operation operation() {
    return route.operation();
  }

  public boolean isHead() {
    return raw.method().equals(io.vertx.core.http.HttpMethod.HEAD);
  }

  /** A path parameter, decoded. */
  public String path(String name) {
    route.declared().readPath(name);
    String value = target.pathParameters().get(name);
    if (value == null) {
      throw new IllegalArgumentException(route.template() + " has no parameter " + name);
    }
    return value;
  }

  /** A path parameter that must be a UUID in lower case, else 400. */
  public UUID pathUuid(String name) {
    return Params.parseUuid(name, path(name));
  }

  /**
   * A path parameter that must be a whole number within bounds, else 400. One number has one path,
   * so it has no sign and no zeros in front.
   */
  public int pathInteger(String name, int min, int max) {
    return Params.parseInteger(
        name, CANONICAL.matcher(path(name)).matches() ? path(name) : "", min, max);
  }

  /** The query parameters. */
  public Params params() {
    return target.params();
  }

  /**
   * The value that the endpoint cached for this request target, for any caller. The endpoint checks
   * whether the value is still valid and whether this caller has access.
   */
  public <T> Optional<T> cachedForTarget(Class<T> type) {
    return target.cached().filter(type::isInstance).map(type::cast);
  }

  /**
   * Caches a small value for the next request with the same target. The value must not depend on
   * headers or on the caller.
   */
  public void cacheForTarget(Object value) {
    targets.put(raw, target.caching(value));
  }

  /** A header that the operation declares, or one of HTTP itself. */
  public Optional<String> header(String name) {
    route.declared().readHeader(name);
    return Optional.ofNullable(raw.getHeader(name));
  }

  /**
   * The caller with the rights at the time when the whole body had arrived or, for a body that the
   * endpoint reads itself, when the request head had arrived. Only operations whose guard needs a
   * token have a caller.
   */
  public Caller caller() {
    return exchange
        .caller()
        .orElseThrow(
            () -> new IllegalStateException(route.template() + " is public and has no caller"));
  }

  /**
   * The caller with the current rights, for long responses, see {@link Caller#now}. Can be called
   * on any thread.
   */
  public Future<Caller> callerNow() {
    return caller().now();
  }

  /** The body of an operation with {@link Body.Kind#BYTES}. */
  public Buffer body() {
    return body.bytes();
  }

  /** The body as a JSON object; anything else is a 400 problem. */
  public ObjectNode json() {
    return object(body);
  }

  private static ObjectNode object(RequestBody body) {
    if (tree(body) instanceof ObjectNode object) {
      return object;
    }
    throw Problem.malformed("the body must be a JSON object");
  }

  /** The body as any JSON value. */
  public JsonNode jsonTree() {
    return tree(body);
  }

  private static JsonNode tree(RequestBody body) {
    return body.json().orElseThrow(() -> Problem.malformed("a JSON body is needed"));
  }

  /**
   * Reads the body of an operation with {@link Body.Kind#DEFERRED_JSON}. The result parses it on
   * any thread as {@link #json} does. The rights of the caller may change until the body has
   * arrived: what they allow is decided by {@link #callerNow} after that.
   */
  public Future<Supplier<ObjectNode>> deferredJson() {
    return reader.readDeferred().map(read -> () -> object(read));
  }

  /**
   * The body of an operation with {@link Body.Kind#STREAM}: paused, with back-pressure, 413 beyond
   * the limit, 408 when it arrives too slowly. Call once, before any asynchronous step.
   */
  public ReadStream<Buffer> stream() {
    return reader.stream();
  }

  /** The same body for a reader on a virtual thread. Must be called on the event loop. */
  public InputStream input() {
    return new BodyInput(stream(), exchange.context());
  }

  /**
   * The parts of a form, of which the endpoint reads those that the operation declares; 400 without
   * a boundary.
   *
   * @param body of {@link #input()}
   */
  public Multipart form(InputStream body, int mostParts) {
    String type = header("Content-Type").orElse("");
    return Multipart.of(body, type, mostParts, route.declared()::readPart);
  }

  /**
   * Who pays for what it uses: the subject, or the client address of a request without a caller.
   */
  public Object owner() {
    return exchange.owner();
  }

  /**
   * The memory of the result and of its response. An endpoint with a large result grows it before
   * it reads each part; the gateway closes it when the response has been sent.
   */
  public MemoryBudget.Lease memory() {
    return exchange.responseMemory();
  }

  /** Builds absolute URLs as the client sees them. */
  public LinkBuilder links() {
    return exchange.links();
  }

  /** The address of the client; behind a trusted proxy, of the client of the proxy. */
  public InetAddress clientAddress() {
    return exchange.clientAddress();
  }

  /** Stages for Server-Timing; thread-safe. */
  public ServerTiming timing() {
    return exchange.timing();
  }

  /** Whether the client already has this version, to answer 304 before reading or rendering. */
  public boolean has(String etag) {
    String held = raw.getHeader(HttpHeaders.IF_NONE_MATCH);
    return held != null && Conditional.noneMatchNames(Optional.of(held), etag);
  }

  /** Whether the client accepts gzip. */
  public boolean acceptsGzip() {
    return Compression.accepts(raw.getHeader(HttpHeaders.ACCEPT_ENCODING));
  }

  /**
   * 304 where the client has the version in either form, plain or compressed, with the validator of
   * the form that it has.
   *
   * @param etag of the plain form
   * @param gzip whether it would get the compressed form
   */
  public Optional<Reply> unchanged(String etag, boolean gzip) {
    String now = Conditional.etag(etag, gzip);
    if (has(now)) {
      return Optional.of(notModified(now));
    }
    String other = Conditional.etag(etag, !gzip);
    return has(other) ? Optional.of(notModified(other)) : Optional.empty();
  }

  /** If-Match; names the plain forms also where the client has compressed ones. */
  public Optional<String> ifMatch() {
    return header("If-Match").map(Conditional::ofPlainForms);
  }

  /** 304 with the validator. */
  public Reply notModified(String etag) {
    return Reply.empty(304).etag(etag);
  }

  /** The offered media type that the client prefers; 406 when it accepts none. */
  public String negotiate(String... offers) {
    List<String> list = List.of(offers);
    return Accept.choose(raw.getHeader("Accept"), list)
        .orElseThrow(
            () ->
                Problem.of(
                    ProblemType.NOT_ACCEPTABLE,
                    "this resource is available as " + String.join(", ", list)));
  }

  /** The problem document of a failure, for responses in parts; server faults are logged. */
  public Problem problem(Throwable failure) {
    return ProblemHandler.problem(failure, id(), route.template());
  }

  /** The Vert.x request, for access that the methods here do not offer (multipart). */
  public HttpServerRequest raw() {
    return raw;
  }
}
