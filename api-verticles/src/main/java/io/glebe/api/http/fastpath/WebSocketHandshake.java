package io.glebe.api.http.fastpath;

import io.glebe.api.http.SocketUpgrade;
import io.glebe.api.http.guard.ClientAddress;
import io.glebe.core.problem.Problem;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.websocketx.WebSocketVersion;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns a request of HTTP/1.1 into a WebSocket (RFC 6455). Runs on the event loop. */
public final class WebSocketHandshake {
  private static final String SALT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final int KEY_BYTES = 16;

  /** Handlers for HTTP that stay in the pipeline of a connection. */
  private static final List<String> OF_HTTP =
      List.of(
          CachedResponseHandler.NAME,
          Http1Responses.NAME,
          Http1Decoded.NAME,
          Http1Slices.NAME,
          "idle");

  private final SocketUpgrade upgrade;
  private final ClientAddress clients;

  public WebSocketHandshake(SocketUpgrade upgrade, ClientAddress clients) {
    this.upgrade = upgrade;
    this.clients = clients;
  }

  /** Returns whether the request is for this address, valid or not. */
  public boolean isFor(HttpServerRequest request) {
    return upgrade.path().equals(request.path());
  }

  /** Fails with 400 unless the request is a handshake for the subprotocol. */
  public void check(HttpServerRequest request) {
    boolean asks =
        request.method().equals(HttpMethod.GET)
            && request.version() == HttpVersion.HTTP_1_1
            && has(request, "Upgrade", "websocket")
            && has(request, "Connection", "upgrade");
    if (!asks) {
      throw Problem.malformed("this address is for WebSockets of HTTP/1.1");
    }
    String version = WebSocketVersion.V13.toHttpHeaderValue();
    if (!has(request, "Sec-WebSocket-Version", version)) {
      throw Problem.malformed("Sec-WebSocket-Version must be " + version)
          .with("Sec-WebSocket-Version", version);
    }
    if (!isKey(request.getHeader("Sec-WebSocket-Key"))) {
      throw Problem.malformed("Sec-WebSocket-Key must be 16 bytes in base 64");
    }
    if (!has(request, "Sec-WebSocket-Protocol", upgrade.protocol())) {
      throw Problem.malformed(
          "Sec-WebSocket-Protocol must offer the subprotocol " + upgrade.protocol());
    }
  }

  private static boolean has(HttpServerRequest request, String header, String value) {
    return request.headers().getAll(header).stream()
        .flatMap(line -> Arrays.stream(line.split(",")))
        .anyMatch(part -> part.strip().equalsIgnoreCase(value));
  }

  private static boolean isKey(@Nullable String key) {
    try {
      return key != null && Base64.getDecoder().decode(key.strip()).length == KEY_BYTES;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Answers a request that {@link #check} has accepted, and gives the connection away. */
  public void open(HttpServerRequest request) {
    request
        .response()
        .putHeader("Upgrade", "websocket")
        .putHeader("Connection", "Upgrade")
        .putHeader("Sec-WebSocket-Accept", accept(request.getHeader("Sec-WebSocket-Key").strip()))
        .putHeader("Sec-WebSocket-Protocol", upgrade.protocol());
    var client = clients.of(request);
    request
        .toNetSocket()
        .onSuccess(socket -> upgrade.open(freed(socket), client))
        .onFailure(failure -> request.connection().close());
  }

  /** Removes what is of HTTP; the protocol has its own times. */
  private static NetSocket freed(NetSocket socket) {
    ChannelPipeline pipeline = ((NetSocketInternal) socket).channelHandlerContext().pipeline();
    for (String name : OF_HTTP) {
      if (pipeline.get(name) != null) {
        pipeline.remove(name);
      }
    }
    pipeline.channel().config().setAutoRead(true); // the request was paused
    return socket;
  }

  private static String accept(String key) {
    try {
      // the handshake is defined with SHA-1; it protects nothing
      byte[] hash =
          MessageDigest.getInstance("SHA-1")
              .digest((key + SALT).getBytes(StandardCharsets.US_ASCII));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
