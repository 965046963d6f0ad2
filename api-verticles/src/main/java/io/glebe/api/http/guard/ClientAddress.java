package io.glebe.api.http.guard;

import io.glebe.core.config.AddressRanges;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * Where a request comes from. Only what a trusted proxy (GLEBE_TRUST_FORWARDED) says of its client
 * is believed; whatever else stands in {@code Forwarded} or {@code X-Forwarded-For} is nobody's
 * word. Immutable; safe for threads.
 */
public final class ClientAddress {
  private static final InetAddress UNKNOWN = InetAddress.ofLiteral("0.0.0.0");

  private final AddressRanges proxies;

  public ClientAddress(Settings settings) {
    this.proxies = settings.get(HttpSettings.TRUST_FORWARDED);
  }

  /**
   * The address of the client: the last one on the way here that is no trusted proxy. The peer of
   * the connection where that is not told, or not in words that can be read; 0.0.0.0 where the
   * connection is gone.
   */
  public InetAddress of(HttpServerRequest request) {
    InetAddress peer = peer(request);
    return proxies.contains(peer)
        ? Forwarding.of(request.headers(), proxies).flatMap(Forwarding::client).orElse(peer)
        : peer;
  }

  /** The forwarding headers of a trusted proxy; empty without such a proxy or headers. */
  public Optional<Forwarding> forwarding(HttpServerRequest request) {
    return !proxies.isEmpty() && proxies.contains(peer(request))
        ? Forwarding.of(request.headers(), proxies)
        : Optional.empty();
  }

  /**
   * Whether a request comes from this machine itself: over the loopback interface, and not through
   * a proxy, unless a trusted one says that its client is on this machine.
   */
  public boolean isLocal(HttpServerRequest request) {
    InetAddress peer = peer(request);
    if (!peer.isLoopbackAddress()) {
      return false;
    }
    boolean proxied = Forwarding.isIn(request.headers());
    return !proxied
        || proxies.contains(peer)
            && Forwarding.of(request.headers(), proxies)
                .flatMap(Forwarding::client)
                .filter(InetAddress::isLoopbackAddress)
                .isPresent();
  }

  /** The other end of the connection. */
  public static InetAddress peer(HttpServerRequest request) {
    SocketAddress remote = request.remoteAddress();
    if (remote == null || !remote.isInetSocket()) {
      return UNKNOWN;
    }
    InetAddress address = new InetSocketAddress(remote.hostAddress(), 0).getAddress();
    return address == null ? UNKNOWN : address;
  }
}
