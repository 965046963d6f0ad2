package io.glebe.core.database;

import io.netty.channel.ChannelFutureListener;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.internal.SqlConnectionInternal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open connections to a server. A connection whose server has vanished with its machine neither
 * answers nor ends until the operating system gives up, after a quarter of an hour; to close it
 * waits for its statement. Here its socket is closed, so that its statements fail at once.
 * Thread-safe.
 */
final class OpenConnections {
  private final Set<NetSocketInternal> sockets = ConcurrentHashMap.newKeySet();

  /** Adds a connection, until it ends. */
  void add(SqlConnection connection) {
    NetSocketInternal socket = socket(connection);
    sockets.add(socket);
    socket
        .channelHandlerContext()
        .channel()
        .closeFuture()
        .addListener(ended -> sockets.remove(socket));
  }

  /** Ends all connections; their statements fail as those of lost connections. */
  void end() {
    sockets.forEach(OpenConnections::end);
  }

  /** Ends a connection; its statements fail as those of a lost connection. */
  static void end(SqlConnection connection) {
    end(socket(connection));
  }

  /** From the first handler: the later ones wait for the statement as well. */
  private static void end(NetSocketInternal socket) {
    socket
        .channelHandlerContext()
        .pipeline()
        .firstContext()
        .close()
        .addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
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
