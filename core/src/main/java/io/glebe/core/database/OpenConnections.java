package io.glebe.core.database;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.internal.VertxWrapper;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.internal.SqlConnectionInternal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The connections to a server, from the moment that its operating system has accepted them. A
 * connection whose server has vanished with its machine neither answers nor ends until the
 * operating system gives up, after a quarter of an hour, and one that waits for the server's first
 * answer never; to close it waits for its statement. Here its socket is closed, so that its
 * statements fail at once. The clients of this server are created with this form of Vert.x.
 * Thread-safe.
 */
final class OpenConnections extends VertxWrapper {
  /** Time in which a connection that was accepted has to be ready for statements. */
  private static final long READY_MILLIS = 10_000;

  private static final long NO_TIMER = -1;

  /** With the timer that ends those that are not ready. */
  private final Map<NetSocketInternal, Long> sockets = new ConcurrentHashMap<>();

  OpenConnections(Vertx vertx) {
    super((VertxInternal) vertx);
  }

  @Override
  public NetClient createNetClient(NetClientOptions options) {
    return new WatchedNetClient(super.createNetClient(options), this::accepted);
  }

  private void accepted(NetSocket accepted) {
    NetSocketInternal socket = (NetSocketInternal) accepted;
    sockets.put(socket, delegate.setTimer(READY_MILLIS, late -> end(socket)));
    socket
        .channelHandlerContext()
        .channel()
        .closeFuture()
        .addListener(ended -> cancel(sockets.remove(socket)));
  }

  private void cancel(long timer) {
    delegate.cancelTimer(timer);
  }

  /** A connection is ready for statements. */
  void ready(SqlConnection connection) {
    sockets.computeIfPresent(
        socket(connection),
        (socket, timer) -> {
          cancel(timer);
          return NO_TIMER;
        });
  }

  /** Number of those that are not ready yet. */
  int opening() {
    return (int) sockets.values().stream().filter(timer -> timer != NO_TIMER).count();
  }

  /** Ends all connections; their statements fail as those of lost connections. */
  void end() {
    sockets.keySet().forEach(OpenConnections::end);
  }

  /** Ends a connection; its statements fail as those of a lost connection. */
  static void end(SqlConnection connection) {
    end(socket(connection));
  }

  /** From the first handler: the later ones wait for the statement as well. */
  private static void end(NetSocketInternal socket) {
    ChannelHandlerContext first = socket.channelHandlerContext().pipeline().firstContext();
    if (first != null) { // null after its end
      first.close().addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
    }
  }

  /** The client of Vert.x closes a connection only after its statements. */
  private static NetSocketInternal socket(SqlConnection connection) {
    if (connection instanceof SqlConnectionInternal internal
        && internal.unwrap().unwrap() instanceof SocketConnectionBase base) {
      return base.socket();
    }
    throw new IllegalStateException("no connection of the client of Vert.x: " + connection);
  }
}
