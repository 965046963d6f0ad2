package io.glebe.api.http.fastpath;

import io.glebe.api.http.EncodedReply;
import io.glebe.api.http.RequestTarget;
import io.glebe.api.http.RequestTargetCache;
import io.glebe.api.http.ResponseHead;
import io.glebe.api.http.Route;
import io.glebe.api.http.Surface;
import io.glebe.api.http.guard.AllowedHosts;
import io.glebe.api.http.guard.Authenticator;
import io.glebe.api.http.guard.RateLimits;
import io.glebe.api.http.guard.Tls;
import io.glebe.api.http.header.HttpDate;
import io.glebe.api.http.log.RequestId;
import io.glebe.api.http.log.RequestLog;
import io.glebe.api.http.log.ServerTiming;
import io.glebe.core.access.Caller;
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
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers plain GET requests for what stands ({@link CachedResponse}) to callers whom this
 * connection knows, before the HTTP library makes a request of them: the head lies ready but for
 * three lines, and the bytes are sent from where they lie. All else passes on as if nobody stood
 * here; so does what comes while an answer of the library is under way, or while the client does
 * not take what it was sent. One for each connection, on its event loop. What is written here
 * passes by the watch over idle connections, which so runs from the last byte that was read.
 */
public final class CachedResponseHandler extends ChannelDuplexHandler {
  private static final AsciiString SERVER_TIMING = AsciiString.cached("Server-Timing");

  /** By these a request says that it wants more than an address; the library looks after them. */
  private static final AsciiString[] WISHES = {
    HttpHeaderNames.ORIGIN,
    HttpHeaderNames.CONTENT_LENGTH,
    HttpHeaderNames.TRANSFER_ENCODING,
    HttpHeaderNames.EXPECT,
    HttpHeaderNames.UPGRADE
  };

  /** As the library calls the handler that writes heads. */
  private static final String ENCODER = "httpEncoder";

  private static final int HEAD_BYTES = 512;

  private final HttpConnection connection;
  private final AllowedHosts hosts;
  private final RequestTargetCache addresses;
  private final Authenticator authenticator;
  private final RateLimits limits;
  private final HttpDate date;
  private final RequestLog log;
  private final @Nullable AsciiString strict;

  /** What is written here is not encoded any more. */
  private ChannelHandlerContext wire;

  /** Requests that the library has not answered yet. */
  private int passedOn;

  /** The request that is being read has been answered here. */
  private boolean answered;

  private boolean unflushed;

  /** The connection is about to be closed; the library says when. */
  private boolean closing;

  /** The host that was found to be ours on this connection. */
  private String ours = "";

  /** Whose bucket is at hand, in which area. */
  private @Nullable Caller counted;

  private @Nullable Surface area;
  private RateLimits.@Nullable Bucket bucket;

  /** For parts of an answer of which only the last one tells how it went. */
  private ChannelPromise untold;

  public CachedResponseHandler(
      HttpConnection connection,
      AllowedHosts hosts,
      RequestTargetCache addresses,
      Authenticator authenticator,
      RateLimits limits,
      HttpDate date,
      RequestLog log,
      AsciiString strict) {
    this.connection = connection;
    this.hosts = hosts;
    this.addresses = addresses;
    this.authenticator = authenticator;
    this.limits = limits;
    this.date = date;
    this.log = log;
    this.strict = connection.isSsl() ? strict : null;
  }

  /** Takes its place before the library; a connection of HTTP/2 has no such lane. */
  public void open() {
    if (connection instanceof HttpServerConnection server) {
      ChannelHandlerContext library = server.channelHandlerContext();
      ChannelPipeline pipeline = library.pipeline();
      if (pipeline.context(ENCODER) != null) {
        pipeline.addBefore(library.name(), "standing", this);
      }
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    wire = context.pipeline().context(ENCODER);
    untold = new VoidChannelPromise(context.channel(), false);
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
    return passedOn == 0 && !closing && context.channel().isWritable();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (unflushed) {
      unflushed = false;
      wire.flush();
    }
    context.fireChannelReadComplete();
  }

  /** What the library answers goes by here. */
  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof VertxHttpObject part && part.isEnded()) {
      passedOn--;
    }
    var _ = context.write(message, promise);
  }

  private boolean answers(HttpRequest request) {
    RequestTarget known = isPlain(request) ? addresses.find(request.uri()) : null;
    if (known == null || !(known.cached().orElse(null) instanceof CachedResponse standing)) {
      return false;
    }
    ServerTiming timing = new ServerTiming();
    HttpHeaders headers = request.headers();
    Route route = known.route();
    Optional<Caller> caller =
        authenticator.remembered(
            connection,
            headers.get(HttpHeaderNames.AUTHORIZATION),
            route.operation().guard().audience());
    if (caller.isPresent() && limits.isOn() && !hasRoom(route, caller.get())) {
      return false; // the library's way says so
    }
    Optional<EncodedReply> reply =
        caller.isEmpty()
            ? Optional.empty()
            : standing.answer(
                caller.get(), Optional.ofNullable(headers.get(HttpHeaderNames.IF_NONE_MATCH)));
    reply.ifPresent(ready -> send(ready, RequestId.of(headers), route, timing));
    return reply.isPresent();
  }

  private boolean isPlain(HttpRequest request) {
    if (!request.method().equals(HttpMethod.GET)
        || !request.protocolVersion().equals(HttpVersion.HTTP_1_1)
        || !request.decoderResult().isSuccess()) {
      return false;
    }
    HttpHeaders headers = request.headers();
    for (AsciiString wish : WISHES) {
      if (headers.contains(wish)) {
        return false;
      }
    }
    return hasOurHost(headers)
        && isOnce(headers, HttpHeaderNames.AUTHORIZATION)
        && (!headers.contains(HttpHeaderNames.CONNECTION) || HttpUtil.isKeepAlive(request));
  }

  private static boolean isOnce(HttpHeaders headers, AsciiString name) {
    Iterator<String> told = headers.valueStringIterator(name);
    if (told.hasNext()) {
      told.next();
    }
    return !told.hasNext();
  }

  /** One host, and a name of ours; what else there is, the whole way refuses. */
  private boolean hasOurHost(HttpHeaders headers) {
    Iterator<String> told = headers.valueStringIterator(HttpHeaderNames.HOST);
    if (!told.hasNext()) {
      return false;
    }
    String host = told.next();
    if (told.hasNext()) {
      return false;
    }
    if (!host.equals(ours)) {
      if (!hosts.isOurs(host, connection.localAddress(), connection.remoteAddress())) {
        return false;
      }
      ours = host;
    }
    return true;
  }

  /** The bucket of the caller before is at hand: a connection mostly has one caller. */
  @SuppressWarnings("ReferenceEquality") // an equal one only costs a look-up more
  private boolean hasRoom(Route route, Caller caller) {
    if (caller != counted || !route.surface().equals(area)) {
      bucket = limits.of(route.limitedArea(), caller);
      counted = caller;
      area = route.surface();
    }
    return bucket == null || bucket.hasRoom();
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
      var _ = wire.write(head, untold);
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
    if (strict != null) {
      ResponseHead.line(head, Tls.STRICT, strict);
    }
    ResponseHead.end(head);
    return head;
  }
}
