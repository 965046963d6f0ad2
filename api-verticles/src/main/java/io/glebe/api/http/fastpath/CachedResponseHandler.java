package io.glebe.api.http.fastpath;

import io.glebe.api.http.EncodedReply;
import io.glebe.api.http.Operation;
import io.glebe.api.http.RequestTarget;
import io.glebe.api.http.RequestTargetCache;
import io.glebe.api.http.ResponseHead;
import io.glebe.api.http.Route;
import io.glebe.api.http.guard.AllowedHosts;
import io.glebe.api.http.guard.Authenticator;
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
import io.glebe.core.access.ViewerScope;
import io.glebe.core.admission.ByteRates;
import io.glebe.core.memory.DirectMemory;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.VoidChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.http.impl.VertxHttpObject;
import io.vertx.core.internal.buffer.BufferInternal;
import io.vertx.core.net.impl.ShutdownEvent;
import java.net.InetAddress;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Netty handler that serves cached GET responses ({@link CachedResponse}) to already authenticated
 * connections without creating a Vert.x request. It writes the encoded head, a few lines of the
 * request and the shared body. All other requests pass on unchanged; so do requests that arrive
 * while Vert.x still answers, or while the client does not read. One per connection, on its event
 * loop. Its writes bypass the idle handler, so the idle timeout counts from the last byte read.
 */
public final class CachedResponseHandler extends ChannelDuplexHandler {
  private static final AsciiString SERVER_TIMING = AsciiString.cached("Server-Timing");

  /** Requests with these headers are left to Vert.x. */
  private static final AsciiString[] UNSUPPORTED = {
    HttpHeaderNames.ORIGIN,
    HttpHeaderNames.CONTENT_LENGTH,
    HttpHeaderNames.TRANSFER_ENCODING,
    HttpHeaderNames.EXPECT,
    HttpHeaderNames.UPGRADE
  };

  /** Name of the handler in the pipeline of Vert.x that encodes heads. */
  static final String ENCODER = "httpEncoder";

  /** Name of this handler in the pipeline. */
  static final String NAME = "cachedResponses";

  private static final int HEAD_BYTES = 512;

  private final HttpConnection connection;
  private final AllowedHosts hosts;
  private final RequestTargetCache targets;
  private final Authenticator authenticator;
  private final RateLimits limits;
  private final ByteRates byteRates;
  private final HttpDate date;
  private final RequestLog log;
  private final @Nullable AsciiString strict;

  /** Writes below the encoder of Vert.x. */
  private ChannelHandlerContext wire;

  /** Requests that Vert.x has not answered yet. */
  private int passedOn;

  /** Whether the request that is being read was answered here. */
  private boolean answered;

  private boolean unflushed;

  /** Whether Vert.x is about to close the connection. */
  private boolean closing;

  /** The last allowed host of this connection. */
  private String allowedHost = "";

  /** Caller and limits of the current bucket. */
  private @Nullable Caller bucketCaller;

  private List<String> bucketNames = List.of();
  private RateLimits.@Nullable Bucket bucket;
  private ByteRates.@Nullable Bucket byteBucket;

  /** For writes whose result is not needed because the last write reports it. */
  private ChannelPromise ignored;

  public CachedResponseHandler(
      HttpConnection connection,
      AllowedHosts hosts,
      RequestTargetCache targets,
      Authenticator authenticator,
      RateLimits limits,
      ByteRates byteRates,
      HttpDate date,
      RequestLog log,
      AsciiString strict) {
    this.connection = connection;
    this.hosts = hosts;
    this.targets = targets;
    this.authenticator = authenticator;
    this.limits = limits;
    this.byteRates = byteRates;
    this.date = date;
    this.log = log;
    this.strict = connection.isSsl() ? strict : null;
  }

  /** Adds the handler before that of Vert.x; HTTP/2 connections are left alone. */
  public void open() {
    if (connection instanceof HttpServerConnection server) {
      ChannelHandlerContext vertx = server.channelHandlerContext();
      ChannelPipeline pipeline = vertx.pipeline();
      if (pipeline.context(ENCODER) != null) {
        pipeline.addBefore(vertx.name(), NAME, this);
      }
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    wire = context.pipeline().context(ENCODER);
    ignored = new VoidChannelPromise(context.channel(), false);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    closing |= event instanceof ShutdownEvent;
    context.fireUserEventTriggered(event);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpRequest request) {
      answered = isFree(context) && answers(request);
      if (!answered) {
        passedOn++;
        closing |= !HttpUtil.isKeepAlive(request);
      }
    }
    if (answered) {
      ReferenceCountUtil.release(message);
    } else {
      context.fireChannelRead(message);
    }
  }

  private boolean isFree(ChannelHandlerContext context) {
    return passedOn == 0
        && !closing
        && context.channel().isWritable()
        && DirectMemory.fits(HEAD_BYTES);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (unflushed) {
      unflushed = false;
      wire.flush();
    }
    context.fireChannelReadComplete();
  }

  /** Counts the responses of Vert.x. */
  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof VertxHttpObject part && part.isEnded()) {
      passedOn--;
    }
    var _ = context.write(message, promise);
  }

  private boolean answers(HttpRequest request) {
    RequestTarget target = isPlain(request) ? targets.find(request.uri()) : null;
    if (target == null || !(target.cached().orElse(null) instanceof CachedResponse cached)) {
      return false;
    }
    ServerTiming timing = new ServerTiming();
    HttpHeaders headers = request.headers();
    Route route = target.route();
    Optional<Caller> caller = caller(target, headers);
    if (caller.isPresent()
        && (limits.isOn() || byteRates.isOn())
        && !isUnderLimit(route, caller.get())) {
      return false; // Vert.x answers with the refusal
    }
    Optional<EncodedReply> reply =
        caller.isEmpty() || caller.get().grants().isLimited() // the gateway refuses these
            ? Optional.empty()
            : cached.answer(
                caller.get(), Optional.ofNullable(headers.get(HttpHeaderNames.IF_NONE_MATCH)));
    if (reply.isPresent() && log.traces()) {
      log.trace(timing, headers::get);
    }
    reply.ifPresent(ready -> send(ready, RequestId.of(headers), route, timing));
    return reply.isPresent();
  }

  /** The caller that this connection knows, or nobody; empty where the gateway has to decide. */
  private Optional<Caller> caller(RequestTarget target, HttpHeaders headers) {
    String header = headers.get(HttpHeaderNames.AUTHORIZATION);
    Operation operation = target.route().operation();
    Optional<String> token =
        operation.ofViewers() ? target.params().credential() : Optional.empty();
    if (token.isPresent()) {
      return header == null
          ? authenticator.remembered(connection, token.get(), ViewerScope.AUDIENCE)
          : Optional.empty();
    }
    if (header != null || !operation.ofViewers()) {
      return authenticator.remembered(connection, header, operation.guard().audience());
    }
    boolean isNobody = !headers.contains(HttpHeaderNames.COOKIE) && !isForwarded(headers);
    return isNobody && !authenticator.isOutdated()
        ? Optional.of(Caller.anonymous())
        : Optional.empty();
  }

  /** Whether the client has another address than the connection. */
  private static boolean isForwarded(HttpHeaders headers) {
    for (String sign : Forwarding.SIGNS) {
      if (headers.contains(sign)) {
        return true;
      }
    }
    return false;
  }

  private boolean isPlain(HttpRequest request) {
    if (!request.method().equals(HttpMethod.GET)
        || !request.protocolVersion().equals(HttpVersion.HTTP_1_1)
        || !request.uri().startsWith("/") // the absolute form has a host of its own
        || !request.decoderResult().isSuccess()) {
      return false;
    }
    HttpHeaders headers = request.headers();
    for (AsciiString name : UNSUPPORTED) {
      if (headers.contains(name)) {
        return false;
      }
    }
    return hasAllowedHost(headers)
        && isOnce(headers, HttpHeaderNames.AUTHORIZATION)
        && (!headers.contains(HttpHeaderNames.CONNECTION) || HttpUtil.isKeepAlive(request));
  }

  private static boolean isOnce(HttpHeaders headers, AsciiString name) {
    Iterator<String> values = headers.valueStringIterator(name);
    if (values.hasNext()) {
      values.next();
    }
    return !values.hasNext();
  }

  /** Whether there is one allowed host; the gateway refuses all others. */
  private boolean hasAllowedHost(HttpHeaders headers) {
    Iterator<String> values = headers.valueStringIterator(HttpHeaderNames.HOST);
    if (!values.hasNext()) {
      return false;
    }
    String host = values.next();
    if (values.hasNext()) {
      return false;
    }
    if (!host.equals(allowedHost)) {
      if (!hosts.isOwn(host, connection.localAddress(), connection.remoteAddress())) {
        return false;
      }
      allowedHost = host;
    }
    return true;
  }

  /** Keeps the buckets of the previous caller, because a connection mostly has one. */
  @SuppressWarnings("ReferenceEquality") // an equal caller costs one more lookup
  private boolean isUnderLimit(Route route, Caller caller) {
    List<String> names = route.limitNames();
    if (caller != bucketCaller || !names.equals(bucketNames)) {
      boolean isNobody = caller.isAnonymous();
      bucket = isNobody ? limits.of(names, peer()) : limits.of(names, caller);
      byteBucket = byteRates.of(isNobody ? peer() : caller.subjectId());
      bucketCaller = caller;
      bucketNames = names;
    }
    return (bucket == null || bucket.isUnderLimit())
        && (byteBucket == null || !byteBucket.isOver());
  }

  private InetAddress peer() {
    return ClientAddress.peer(connection.remoteAddress());
  }

  private void send(EncodedReply ready, AsciiString id, Route route, ServerTiming timing) {
    ByteBuf head;
    try {
      head = head(ready, id, timing);
    } catch (RuntimeException | Error e) {
      ready.sent().complete(null, e);
      throw e;
    }
    log.started();
    int length = ready.body().length();
    ChannelPromise sent = wire.newPromise();
    sent.addListener(
        done -> {
          ready.sent().complete(null, done.cause());
          log.finished(
              new RequestLog.Answered(
                  "GET", route.template(), ready.head().status(), length, id, done.isSuccess()),
              timing);
        });
    if (length == 0) {
      var _ = wire.write(head, sent);
    } else {
      var _ = wire.write(head, ignored);
      var _ = wire.write(((BufferInternal) ready.body()).getByteBuf(), sent);
    }
    unflushed = true;
  }

  private ByteBuf head(EncodedReply ready, AsciiString id, ServerTiming timing) {
    ByteBuf head = wire.alloc().directBuffer(HEAD_BYTES);
    ready.head().writeTo(head);
    ResponseHead.line(head, RequestId.NAME, id);
    ResponseHead.line(head, HttpDate.NAME, date.now());
    ResponseHead.line(head, SERVER_TIMING, timing.header());
    RateLimits.Bucket taken = bucket;
    if (taken != null && taken.take()) {
      ResponseHead.line(head, RateLimits.POLICY, taken.policy());
      ResponseHead.line(head, RateLimits.LIMIT, taken.state());
    }
    ByteRates.Bucket charged = byteBucket;
    if (charged != null) {
      ResponseHead.line(head, RateLimits.POLICY, ByteRateHeaders.policy(charged));
      ResponseHead.line(head, RateLimits.LIMIT, ByteRateHeaders.state(charged));
      charged.charge(ready.body().length());
    }
    if (strict != null) {
      ResponseHead.line(head, Tls.STRICT, strict);
    }
    ResponseHead.end(head);
    return head;
  }
}
