package io.glebe.api.http.server;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Exchange;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Params;
import io.glebe.api.http.ProblemHandler;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RequestConditions;
import io.glebe.api.http.RequestTarget;
import io.glebe.api.http.RequestTargetCache;
import io.glebe.api.http.Route;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.SocketUpgrade;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.body.BodyReader;
import io.glebe.api.http.fastpath.CachedResponseHandler;
import io.glebe.api.http.fastpath.ConnectionAbort;
import io.glebe.api.http.fastpath.ConnectionReading;
import io.glebe.api.http.fastpath.OutboundRate;
import io.glebe.api.http.guard.AllowedHosts;
import io.glebe.api.http.guard.Authenticator;
import io.glebe.api.http.guard.BearerAuthenticator;
import io.glebe.api.http.guard.ClientAddress;
import io.glebe.api.http.guard.Tls;
import io.glebe.api.http.header.HttpDate;
import io.glebe.api.http.log.RequestId;
import io.glebe.api.http.log.RequestLog;
import io.glebe.api.http.path.PathNode;
import io.glebe.api.http.path.PathSegments;
import io.glebe.core.access.Caller;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.infrastructure.PublicAddress;
import io.glebe.core.memory.DirectMemory;
import io.glebe.core.metrics.MeterNames;
import io.glebe.core.metrics.PlatformMeters;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Handles every request that the fast path does not serve ({@link CachedResponseHandler}): id,
 * CORS, route, caller, body, handler, reply. Shared by all event loops; holds no state of requests.
 */
public final class Gateway {
  private final RouteTable table;
  private final Authenticator authenticator;
  private final Settings settings;
  private final Exchange.Dependencies dependencies;
  private final AllowedHosts hosts;
  private final Cors cors;
  private final RequestLog log;
  private final RequestTargetCache targets;
  private final RequestCounts counts;
  private final ReadAdmission reads;
  private final ViewerAccess viewers;
  private final Refusals refusals;
  private final WebSocketUpgrades webSockets = new WebSocketUpgrades();
  private final HttpDate date = new HttpDate(InstantSource.system());

  /**
   * @param address the own address of the platform
   */
  public Gateway(
      RouteTable table,
      Authenticator authenticator,
      Settings settings,
      PublicAddress address,
      RequestLog log) {
    this.table = table;
    this.authenticator = authenticator;
    this.settings = settings;
    this.dependencies = Exchange.Dependencies.of(settings, address);
    this.hosts = dependencies.hosts();
    this.cors = new Cors(settings);
    this.log = log;
    this.targets = new RequestTargetCache(settings.get(HttpSettings.KNOWN_ADDRESSES));
    this.counts = RequestCounts.of(settings);
    this.reads = new ReadAdmission(settings);
    this.viewers = new ViewerAccess(authenticator, settings);
    this.refusals = Refusals.of(table);
  }

  /** Publishes the memory that bodies and responses hold. */
  public Gateway register(MeterRegistry registry) {
    new PlatformMeters(registry)
        .memory("bodies", dependencies.bodies().memory())
        .memory("responses", dependencies.responses())
        .gauge(MeterNames.DIRECT_USED, DirectMemory::used, "bytes", "buffers of Netty off the heap")
        .gauge(
            MeterNames.DIRECT_LIMIT,
            DirectMemory::limit,
            "bytes",
            "most buffers of Netty off the heap");
    return this;
  }

  /** Adds an address where connections become WebSockets. */
  public Gateway upgrade(SocketUpgrade upgrade) {
    webSockets.add(upgrade, new ClientAddress(settings));
    return this;
  }

  /** Accepts a connection on its event loop. */
  void open(HttpConnection connection) {
    connection.exceptionHandler(ConnectionFaults::log);
    if (settings.get(HttpSettings.FASTPATH)) {
      new CachedResponseHandler(
              connection,
              hosts,
              targets,
              authenticator,
              counts.limits(),
              counts.byteRates(),
              date,
              log,
              Tls.strict(settings))
          .open();
    }
    ConnectionReading.inTurns(connection, settings);
    OutboundRate.watch(connection, dependencies.bodies().pace());
  }

  /** Handles a request on its event loop. */
  void handle(HttpServerRequest request) {
    request.pause();
    HttpServerResponse response = request.response();
    if (response.writeQueueFull()) { // the client has not read the responses before
      response.drainHandler(read -> answerNow(request));
    } else {
      answerNow(request);
    }
  }

  private void answerNow(HttpServerRequest request) {
    Context context = Vertx.currentContext();
    Exchange exchange = new Exchange(request, context, RequestId.of(request), dependencies);
    if (!RequestHeads.admit(exchange, this::refuseInvalid) || webSockets.take(exchange)) {
      exchange.releaseMemory();
      return;
    }
    exchange.mark(date);
    cors.mark(request);
    exchange.started(log);
    answer(exchange)
        .recover(failure -> refuse(exchange, failure))
        .onComplete(done -> finish(exchange, done.succeeded()));
  }

  private Future<Void> answer(Exchange exchange) {
    try {
      return reply(exchange)
          .compose(
              reply -> {
                counts.ofAddress(exchange); // what needs no caller
                return ReplyWriter.write(exchange, reply);
              });
    } catch (RuntimeException | StackOverflowError e) {
      return Future.failedFuture(e);
    }
  }

  private Future<Reply> reply(Exchange exchange) {
    HttpServerRequest request = exchange.request();
    exchange.checkHost();
    webSockets.check(request);
    BearerAuthenticator.requireOneCredential(request);
    if (Cors.isPreflight(request)) {
      return Future.succeededFuture(cors.preflight(request));
    }
    if (StartPage.isWanted(request)) {
      return Future.succeededFuture(StartPage.reply());
    }
    RequestTarget known = targets.find(request);
    if (known != null) {
      exchange.route(known.route());
      return admitted(exchange, known);
    }
    List<String> segments = PathSegments.of(request.path() == null ? "/" : request.path());
    HttpMethod method =
        request.method().equals(HttpMethod.HEAD) ? HttpMethod.GET : request.method();
    PathNode.Match<Route> match = table.match(method, segments).orElse(null);
    if (match == null) {
      return Future.succeededFuture(noRoute(exchange, segments));
    }
    exchange.route(match.value());
    return admitted(
        exchange,
        new RequestTarget(
            match.value(),
            match.parameters(),
            Params.of(request, match.value()),
            Optional.empty()));
  }

  private Future<Reply> admitted(Exchange exchange, RequestTarget target) {
    return admit(exchange, target).compose(admitted -> handle(exchange, target));
  }

  private Reply noRoute(Exchange exchange, List<String> segments) {
    HttpServerRequest request = exchange.request();
    Set<String> methods = table.methods(segments);
    if (methods.isEmpty()) {
      throw Problem.notFound("there is no resource at this address");
    }
    String allow = String.join(", ", methods);
    table
        .match(HttpMethod.valueOf(methods.iterator().next()), segments)
        .ifPresent(other -> exchange.limitNames(other.value().limitNames()));
    if (request.method().equals(HttpMethod.OPTIONS)) {
      return Reply.noContent().header("Allow", allow);
    }
    throw Problem.of(
            ProblemType.METHOD_NOT_ALLOWED,
            request.method() + " does not work here, but " + allow + " do")
        .with("Allow", allow);
  }

  private Future<Void> admit(Exchange exchange, RequestTarget target) {
    Route route = target.route();
    Guard guard = route.operation().guard();
    if (guard != Guard.OPERATIONS) {
      DirectMemory.require(0);
    }
    if (guard.needsToken()) {
      long from = System.nanoTime();
      return viewers
          .caller(exchange, target)
          .map(
              caller -> {
                counts.of(exchange, caller);
                take(exchange, route.operation(), caller);
                exchange.timing().ended("auth", System.nanoTime() - from);
                return null;
              });
    }
    counts.ofAddress(exchange);
    if (guard == Guard.OPERATIONS && !exchange.isLocal() && !settings.get(HttpSettings.OPEN_OPS)) {
      throw Problem.forbidden("this address is available on the loopback interface only");
    }
    return Future.succeededFuture();
  }

  private static Void take(Exchange exchange, Operation operation, Caller caller) {
    exchange.caller(caller);
    EarlyRefusal.check(caller, operation);
    return null;
  }

  private Future<Reply> handle(Exchange exchange, RequestTarget target) {
    ViewerAccess.refuseElsewhere(target);
    target.refuseUndeclared();
    Operation operation = target.route().operation();
    RequestConditions.check(exchange.request(), target.route());
    long limit = bodyLimit(operation.body());
    BodyReader reader = exchange.bodyReader(operation.body(), limit);
    reader.check();
    return reader
        .read(exchange.caller(), target.pathParameters())
        .compose(
            body -> {
              ApiRequest request = new ApiRequest(exchange, target, targets, body, reader);
              return reads
                  .during(exchange, operation.guard(), () -> handle(exchange, operation, request))
                  .map(reply -> viewers.marked(request, reply));
            })
        .onComplete(done -> reader.release());
  }

  private static Future<Reply> handle(Exchange exchange, Operation operation, ApiRequest request) {
    return recheckCaller(exchange, operation)
        .compose(checked -> exchange.traced(() -> operation.endpoint().handle(request)));
  }

  /** The caller may lose access while the body arrives, and while the request waits. */
  private static Future<Void> recheckCaller(Exchange exchange, Operation operation) {
    Caller caller = exchange.caller().orElse(null);
    return caller == null || caller.isCurrent()
        ? Future.succeededFuture()
        : caller.now().map(now -> take(exchange, operation, now));
  }

  private long bodyLimit(Body body) {
    if (body.limit() > 0) {
      return body.limit();
    }
    return settings.get(
        body.kind() == Body.Kind.STREAM
            ? HttpSettings.MAX_UPLOAD_BYTES
            : HttpSettings.MAX_BODY_BYTES);
  }

  /** A file that fails has ended its response for Vert.x, which then resets nothing. */
  private static Future<Void> cutOff(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    if (!response.closed() && response.ended()) {
      ConnectionAbort.abort(request);
    }
    return response.closed() || response.ended()
        ? Future.succeededFuture()
        : response.reset(Http2Error.INTERNAL_ERROR.code());
  }

  private Future<Void> refuse(Exchange exchange, Throwable failure) {
    HttpServerRequest request = exchange.request();
    if (request.response().headWritten() || request.response().closed()) {
      // too late for a problem document: the client must see that the response is incomplete
      return cutOff(request);
    }
    Problem problem =
        counts.refused(
            exchange,
            exchange.challenged(
                ProblemHandler.problem(failure, exchange.id(), exchange.template())));
    boolean awaitsContinue = request.headers().contains("Expect") && !request.isEnded();
    request
        .response()
        .headers()
        .remove("Content-Encoding")
        .remove("Content-Length")
        .remove("Content-Type")
        .remove("ETag")
        .remove("Cache-Control");
    return ReplyWriter.write(exchange, refusals.reply(exchange, problem))
        .andThen(
            sent -> {
              // the client does not send the body that it announced, or too slowly
              if (awaitsContinue || problem.type() == ProblemType.REQUEST_TIMEOUT) {
                request.connection().close();
              }
            });
  }

  /** Answers a request that cannot be parsed, and closes the connection. */
  void refuseInvalid(HttpServerRequest request, Problem problem) {
    Exchange exchange =
        new Exchange(request, Vertx.currentContext(), RequestId.made(), dependencies);
    exchange.mark(date);
    exchange.announceEnd();
    request.connection().exceptionHandler(fault -> {}); // Vert.x tells it again: it is refused
    exchange.started(log);
    Problem refusal = counts.refused(exchange, problem);
    ReplyWriter.write(
            exchange, ProblemHandler.reply(refusal, exchange.links(), exchange.id(), Surface.ROOT))
        .onComplete(
            sent -> {
              exchange.releaseMemory();
              logFinished(exchange, sent.succeeded());
              request.connection().close();
            });
  }

  private void logFinished(Exchange exchange, boolean sent) {
    HttpServerResponse response = exchange.request().response();
    log.finished(
        new RequestLog.Answered(
            exchange.request().method().name(),
            exchange.template(),
            response.headWritten() ? response.getStatusCode() : RequestLog.CUT,
            response.bytesWritten(),
            exchange.id(),
            sent && response.headWritten()),
        exchange.timing());
  }

  private void finish(Exchange exchange, boolean sent) {
    exchange.releaseMemory();
    exchange.chargeResponse();
    logFinished(exchange, sent);
    RestOfBody.discard(exchange, dependencies.bodies().discard());
  }
}
