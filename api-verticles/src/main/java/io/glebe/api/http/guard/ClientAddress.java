package io.glebe.api.http.guard;

import io.glebe.core.config.AddressRanges;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Determines the client address of a request. {@code Forwarded} and {@code X-Forwarded-For} are
 * used only as far as trusted proxies (GLEBE_TRUST_FORWARDED) have written them; other entries are
 * ignored. Immutable; thread-safe.
 */
public final class ClientAddress {
  private static final InetAddress UNKNOWN = InetAddress.ofLiteral("0.0.0.0");

  private final AddressRanges proxies;

  public ClientAddress(Settings settings) {
    this.proxies = settings.get(HttpSettings.TRUST_FORWARDED);
  }

  /**
   * The address of the client: the last address in the list that is not a trusted proxy. The peer
   * of the connection if the headers are missing or unreadable; 0.0.0.0 if the connection is
   * closed.
   */
  public InetAddress of(HttpServerRequest request) {
    InetAddress peer = peer(request);
    return proxies.contains(peer)
        ? Forwarding.of(request.headers(), proxies).flatMap(Forwarding::client).orElse(peer)
        : peer;
  }

  /** Whether the connection is of a trusted proxy. */
  public boolean isProxy(HttpServerRequest request) {
    return !proxies.isEmpty() && proxies.contains(peer(request));
  }

  /** The forwarding headers of a trusted proxy; empty without such a proxy or headers. */
  public Optional<Forwarding> forwarding(HttpServerRequest request) {
    return isProxy(request) ? Forwarding.of(request.headers(), proxies) : Optional.empty();
  }

  /**
   * Whether a request comes from this machine: over the loopback interface, and either without a
   * proxy or through a trusted proxy that reports a client on this machine. A proxy shows itself by
   * its headers, by a host name that is not of the loopback interface, or by HTTP/1.0, which
   * proxies use and clients do not.
   */
  public boolean isLocal(HttpServerRequest request) {
    InetAddress peer = peer(request);
    if (!peer.isLoopbackAddress()) {
      return false;
    }
    boolean proxied =
        Forwarding.isIn(request.headers())
            || request.version() == HttpVersion.HTTP_1_0
            || !isLoopbackHost(request);
    return !proxied
        || proxies.contains(peer)
            && Forwarding.of(request.headers(), proxies)
                .flatMap(Forwarding::client)
                .filter(InetAddress::isLoopbackAddress)
                .isPresent();
  }

  private static boolean isLoopbackHost(HttpServerRequest request) {
    HostAndPort authority = AllowedHosts.authority(request);
    return authority != null && SameOriginAuthenticator.isLoopback(authority.host());
  }

  /** The remote address of the connection. */
  public static InetAddress peer(HttpServerRequest request) {
    return peer(request.remoteAddress());
  }

  /** The address of a remote end of a connection. */
  public static InetAddress peer(@Nullable SocketAddress remote) {
    if (remote == null || !remote.isInetSocket()) {
      return UNKNOWN;
    }
    InetAddress address = new InetSocketAddress(remote.hostAddress(), 0).getAddress();
    return address == null ? UNKNOWN : address;
  }
}
