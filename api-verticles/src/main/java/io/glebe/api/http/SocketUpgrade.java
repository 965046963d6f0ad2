package io.glebe.api.http;

import io.vertx.core.net.NetSocket;
import java.net.InetAddress;

/** An address where a connection of HTTP becomes a WebSocket. */
public interface SocketUpgrade {
  /** The path, which has no other resource. */
  String path();

  /** The subprotocol that clients must offer. */
  String protocol();

  /**
   * Takes the connection over after the handshake, on its event loop.
   *
   * @param client address of the client, behind trusted proxies as well
   */
  void open(NetSocket socket, InetAddress client);
}
