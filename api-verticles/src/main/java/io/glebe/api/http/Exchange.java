package io.glebe.api.http;

import io.glebe.api.http.body.Body;
import io.glebe.api.http.body.BodyBounds;
import io.glebe.api.http.body.BodyReader;
import io.glebe.api.http.body.TransferWatch;
import io.glebe.api.http.guard.AllowedHosts;
import io.glebe.api.http.guard.ByteRateHeaders;
import io.glebe.api.http.guard.ClientAddress;
import io.glebe.api.http.guard.Forwarding;
import io.glebe.api.http.guard.RateLimits;
import io.glebe.api.http.guard.Tls;
import io.glebe.api.http.header.HttpDate;
import io.glebe.api.http.log.RequestId;
import io.glebe.api.http.log.RequestLog;
import io.glebe.api.http.log.ServerTiming;
import io.glebe.core.access.Caller;
import io.glebe.core.admission.ByteRates;
import io.glebe.core.config.MemorySettings;
import io.glebe.core.config.MemoryShares;
import io.glebe.core.config.Settings;
import io.glebe.core.connection.HeadMemory;
import io.glebe.core.infrastructure.PublicAddress;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.thread.Cause;
import io.netty.util.AsciiString;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The state of one request in the gateway, before and after its route is found. */
public final class Exchange {
  /** Services that all requests share. */
  public record Dependencies(
      Settings settings,
      PublicAddress address,
      ClientAddress clients,
      AllowedHosts hosts,
      BodyBounds bodies,
      MemoryBudget responses) {
    public static Dependencies of(Settings settings, PublicAddress address) {
      return new Dependencies(
          settings,
          address,
          new ClientAddress(settings),
          new AllowedHosts(settings),
          BodyBounds.of(settings),
          new MemoryBudget(
              "responses",
              MemoryShares.responses(settings),
              settings.get(MemorySettings.RESPONSE_MEMORY_OF_CALLER)));
    }
  }

  private final HttpServerRequest request;
  private final Context context;
  private final AsciiString id;
  private final Dependencies dependencies;
  private final ServerTiming timing = new ServerTiming();
  private Optional<Route> route = Optional.empty();
  private Optional<Caller> caller = Optional.empty();
  private @Nullable LinkBuilder links;
  private @Nullable List<String> limitNames;
  private boolean counted;
  private boolean pausesConnection;
  private ByteRates.@Nullable Bucket rate;
  private MemoryBudget.@Nullable Lease memory;
  private HeadMemory.@Nullable Lease head;
  private @Nullable BodyReader reader;

  public Exchange(
      HttpServerRequest request, Context context, AsciiString id, Dependencies dependencies) {
    this.request = request;
    this.context = context;
    this.id = id;
    this.dependencies = dependencies;
  }

  public HttpServerRequest request() {
    return request;
  }

  public Context context() {
    return context;
  }

  public String id() {
    return id.toString();
  }

  /** Counts the request, and starts its trace if it is traced. */
  public void started(RequestLog log) {
    log.started();
    if (log.traces()) {
      log.trace(timing, request::getHeader);
      timing.span().ifPresent(span -> Cause.attach(context, span));
    }
  }

  /** Runs work of the request as a part of its trace, whichever request's end has started it. */
  public <T> Future<T> traced(Supplier<Future<T>> work) {
    return Cause.during(timing.span(), work);
  }

  /** Adds the headers of every response. */
  public void mark(HttpDate date) {
    MultiMap headers = request.response().headers();
    headers.add(RequestId.NAME, id);
    headers.add(HttpDate.NAME, date.now());
    if (request.isSSL()) {
      headers.add(Tls.STRICT, Tls.strict(dependencies.settings));
    }
  }

  /** Says in the response that the connection is closed after it; HTTP/2 has no such header. */
  public void announceEnd() {
    if (request.version() != HttpVersion.HTTP_2) {
      request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
  }

  /** Created on first use, because most responses have no links. */
  public LinkBuilder links() {
    LinkBuilder known = links;
    if (known == null) {
      Optional<Forwarding> forwarding = dependencies.clients.forwarding(request);
      known =
          LinkBuilder.of(
              request.isSSL(),
              dependencies.hosts.host(request, forwarding).orElse("localhost"),
              dependencies.settings,
              dependencies.address,
              forwarding);
      links = known;
    }
    return known;
  }

  /** The client address of the request, see {@link ClientAddress}. */
  public InetAddress clientAddress() {
    return dependencies.clients.of(request);
  }

  /** Refuses a request whose host name is not allowed. */
  public void checkHost() {
    dependencies.hosts.check(request, dependencies.clients.forwarding(request));
  }

  public boolean isLocal() {
    return dependencies.clients.isLocal(request);
  }

  public ServerTiming timing() {
    return timing;
  }

  public void route(Route match) {
    route = Optional.of(match);
  }

  /** Sets the limits of a request whose address has routes for other methods only. */
  public void limitNames(List<String> names) {
    limitNames = names;
  }

  /** The names in GLEBE_RATE_LIMITS whose limit may apply to the request, most special first. */
  public List<String> limitNames() {
    if (route.isPresent()) {
      return route.get().limitNames();
    }
    String path = request.path();
    return limitNames == null
        ? List.of(Surface.ofPath(path == null ? "" : path).limitedArea())
        : limitNames;
  }

  /** Notes whether too many requests of the client's address were refused. */
  public void pausesConnection(boolean pauses) {
    pausesConnection = pauses;
  }

  /** Whether its connection, unless it is of a proxy, is not read for a moment. */
  public boolean pausesConnection() {
    return pausesConnection && !dependencies.clients.isProxy(request);
  }

  /** Notes that the request has been counted; whether it had been before. */
  public boolean count() {
    boolean before = counted;
    counted = true;
    return before;
  }

  public void caller(Caller match) {
    caller = Optional.of(match);
  }

  public Optional<Caller> caller() {
    return caller;
  }

  /**
   * Adds the challenge of RFC 6750 to a refusal when the scopes of the token, and not the rights of
   * its user, allow none of the permissions that the operation requires.
   */
  public Problem challenged(Problem problem) {
    boolean scopesLack =
        problem.type() == ProblemType.FORBIDDEN
            && caller.isPresent()
            && route.isPresent()
            && route.get().operation().permissions().areAllMissing(caller.get().scope()::allows);
    return scopesLack
        ? problem.with("WWW-Authenticate", "Bearer realm=\"glebe\", error=\"insufficient_scope\"")
        : problem;
  }

  /** Who pays for memory: the subject, or the client address of a request without a caller. */
  public Object owner() {
    return caller
        .filter(known -> !known.isAnonymous())
        .<Object>map(Caller::subjectId)
        .orElseGet(this::clientAddress);
  }

  /** The reader of the request's body. */
  public BodyReader bodyReader(Body body, long limit) {
    BodyReader opened = dependencies.bodies.reader(request, body, limit, owner(), rate);
    reader = opened;
    return opened;
  }

  /**
   * Ends the reading of the body when the request has been answered. Event loop only.
   *
   * @return whether its rest has to be discarded
   */
  public boolean endBody() {
    return reader == null || reader.end();
  }

  /**
   * Counts the bytes of the request and its response in a bucket, and refuses a request of a caller
   * who has transferred too many.
   */
  public void limitBytes(ByteRates.@Nullable Bucket bucket) {
    if (bucket == null) {
      return;
    }
    rate = bucket;
    MultiMap headers = request.response().headers();
    headers.add(RateLimits.POLICY, ByteRateHeaders.policy(bucket));
    headers.add(RateLimits.LIMIT, ByteRateHeaders.state(bucket));
    if (bucket.isOver()) {
      throw bucket.refusal();
    }
  }

  /** Counts the bytes of the response. */
  public void chargeResponse() {
    if (rate != null) {
      rate.charge(request.response().bytesWritten());
    }
  }

  /** How slowly the client may send and read. */
  public TransferWatch.Bounds pace() {
    return dependencies.bodies.pace();
  }

  /** The memory of a large result and of its response, until {@link #releaseMemory}. */
  public MemoryBudget.Lease responseMemory() {
    MemoryBudget.Lease held = memory;
    if (held == null) {
      held = dependencies.responses.lease(owner());
      memory = held;
    }
    return held;
  }

  /** Holds the memory of the request's head until {@link #releaseMemory}. */
  public void head(HeadMemory.Lease held) {
    head = held;
  }

  /** Gives all memory back: the client has read the response, or has left. */
  public void releaseMemory() {
    if (head != null) {
      head.close();
    }
    if (memory != null) {
      memory.close();
    }
  }

  /** The template, for metrics and logs; never the raw path. */
  public String template() {
    return route.map(Route::template).orElse("(none)");
  }

  /** That of its route, or of its address where there is none. */
  public Surface surface() {
    String path = request.path();
    return route.map(Route::surface).orElseGet(() -> Surface.ofPath(path == null ? "" : path));
  }

  /** Whether the response is for its caller only; a public picture is for everybody. */
  public boolean isProtected() {
    return caller.filter(Caller::isAnonymous).isEmpty()
        && route.map(r -> r.operation().guard().needsToken()).orElse(false);
  }
}
