package io.glebe.api.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Whether a request comes from this machine itself and not through a proxy on it. */
final class Loopback {
  private Loopback() {}

  static boolean isLocal(HttpServerRequest request) {
    boolean proxied =
        request.headers().contains("X-Forwarded-For") || request.headers().contains("Forwarded");
    SocketAddress remote = request.remoteAddress();
    if (proxied || remote == null || !remote.isInetSocket()) {
      return false;
    }
    InetAddress address = new InetSocketAddress(remote.hostAddress(), 0).getAddress();
    return address != null && address.isLoopbackAddress();
  }
}
