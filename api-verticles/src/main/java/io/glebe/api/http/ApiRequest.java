package io.glebe.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
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

/**
 * A request as an {@link Endpoint} sees it. Belongs to the event loop of its connection, but for
 * what says otherwise.
 */
public final class ApiRequest {
  private static final Buffer NOTHING = Buffer.buffer(0);

  private final Exchange exchange;
  private final HttpServerRequest raw;
  private final RequestTarget address;
  private final RequestTargetCache book;
  private final Route route;
  private final long bodyLimit;
  private Optional<Caller> caller = Optional.empty();
  private Buffer body = NOTHING;
  private Optional<JsonNode> json = Optional.empty();

  ApiRequest(Exchange exchange, RequestTarget address, RequestTargetCache book, long bodyLimit) {
    this.exchange = exchange;
    this.raw = exchange.request();
    this.address = address;
    this.book = book;
    this.route = address.match().route();
    this.bodyLimit = bodyLimit;
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
    String value = address.match().parameters().get(name);
    if (value == null) {
      throw new IllegalArgumentException(route.template() + " has no parameter " + name);
    }
    return value;
  }

  /** A path parameter that must be a UUID in lower case, else 400. */
  public UUID pathUuid(String name) {
    return Params.parseUuid(name, path(name));
  }

  /** A path parameter that must be a whole number within bounds, else 400. */
  public int pathInteger(String name, int min, int max) {
    return Params.parseInteger(name, path(name), min, max);
  }

  /** The query parameters. */
  public Params params() {
    return address.params();
  }

  /**
   * What the endpoint settled when this very address was last asked for, by whomever: it must ask
   * itself whether that still holds and whether this caller may have it.
   */
  public <T> Optional<T> settled(Class<T> type) {
    return address.settled().filter(type::isInstance).map(type::cast);
  }

  /**
   * Keeps something small with the address of this request for the next one to it; nothing that
   * depends on headers or on the caller.
   */
  public void settle(Object what) {
    book.keep(raw, address.settling(what));
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(raw.getHeader(name));
  }

  /**
   * The caller, with the rights of the moment at which the body was whole; of a body that the
   * handler takes itself, of the moment at which its head came. Only operations whose guard needs a
   * token have one.
   */
  public Caller caller() {
    return caller.orElseThrow(
        () -> new IllegalStateException(route.template() + " is public and has no caller"));
  }

  /**
   * The caller as of now, for an answer that goes on for long, see {@link Caller#now}. From any
   * thread.
   */
  public Future<Caller> callerNow() {
    return caller().now();
  }

  /** The body of an operation that takes {@link Body.Kind#BYTES} or {@link Body.Kind#JSON}. */
  public Buffer body() {
    return body;
  }

  /** The body as a JSON object; anything else is a 400 problem. */
  public ObjectNode json() {
    if (jsonTree() instanceof ObjectNode object) {
      return object;
    }
    throw Problem.malformed("the body must be a JSON object");
  }

  /** The body as JSON of any kind. */
  public JsonNode jsonTree() {
    return json.orElseThrow(() -> Problem.malformed("a JSON body is needed"));
  }

  /**
   * The body of an operation that takes {@link Body.Kind#STREAM}: paused, with back-pressure, 413
   * beyond the limit. Take it once, at once.
   */
  public ReadStream<Buffer> stream() {
    if (header("Expect").filter(e -> e.equalsIgnoreCase("100-continue")).isPresent()) {
      raw.response().writeContinue();
    }
    return new BodyStream(raw, bodyLimit);
  }

  /** The same body for a reader on a virtual thread. Call on the event loop, read elsewhere. */
  public InputStream input() {
    return new BodyInput(stream(), exchange.context());
  }

  /** Absolute addresses as the client sees them. */
  public LinkBuilder links() {
    return exchange.links();
  }

  /** Where the request comes from; a trusted proxy's client, not the proxy. */
  public InetAddress clientAddress() {
    return exchange.clientAddress();
  }

  /** Stages for Server-Timing; thread-safe. */
  public ServerTiming timing() {
    return exchange.timing();
  }

  /**
   * Whether the client already has this version, so that 304 can be answered before anything is
   * read or rendered.
   */
  public boolean has(String etag) {
    String held = raw.getHeader(HttpHeaders.IF_NONE_MATCH);
    return held != null && Conditional.noneMatchNames(Optional.of(held), etag);
  }

  /** 304 with the validator. */
  public Reply notModified(String etag) {
    return Reply.empty(304).etag(etag);
  }

  /** The offered media type that the client likes best; 406 when it accepts none. */
  public String negotiate(String... offers) {
    List<String> list = List.of(offers);
    return Accept.choose(raw.getHeader("Accept"), list)
        .orElseThrow(
            () ->
                Problem.of(
                    ProblemType.NOT_ACCEPTABLE,
                    "this resource can be had as " + String.join(", ", list)));
  }

  /** The problem that a failure comes to, for answers in parts; ours go to the log. */
  public Problem problem(Throwable failure) {
    return ProblemHandler.problem(failure, id(), route.template());
  }

  /** The Vert.x request, for what the methods here do not offer (multipart). */
  public HttpServerRequest raw() {
    return raw;
  }

  void caller(Caller found) {
    caller = Optional.of(found);
  }

  void body(Buffer read) {
    body = read;
  }

  void json(JsonNode tree) {
    json = Optional.of(tree);
  }

  long bodyLimit() {
    return bodyLimit;
  }
}
