package io.glebe.api.http.guard;

import io.glebe.core.config.AddressRanges;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.listen.ListenHosts;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The host names that clients may use for the platform. They protect against pages of other sites
 * that reach the platform under their own name (DNS rebinding) and against links with an invented
 * host. Allowed are the host of GLEBE_BASE_URL, the hosts of GLEBE_HTTP_NAMES, the host on which
 * the server listens, and the numeric local address of the connection. Names of the loopback
 * interface are allowed in development, and in production for clients on this machine. Ports are
 * not compared. Immutable; thread-safe.
 */
public final class AllowedHosts {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1");

  private final Set<String> names;
  private final boolean development;

  public AllowedHosts(Settings settings) {
    Set<String> known = new HashSet<>();
    settings
        .get(HttpSettings.BASE_URL)
        .map(URI::getHost)
        .map(AllowedHosts::name)
        .ifPresent(known::add);
    settings.get(HttpSettings.HTTP_NAMES).forEach(text -> known.add(name(text)));
    settings.get(HttpSettings.HTTP_HOST).ifPresent(text -> known.add(name(text)));
    names = Set.copyOf(known);
    development = settings.development();
  }

  /**
   * Refuses a request that does not name exactly one allowed host.
   *
   * @param forwarding the headers of a trusted proxy; then the host of its client is checked
   * @throws Problem 400 or 421
   */
  public void check(HttpServerRequest request, Optional<Forwarding> forwarding) {
    List<String> hosts = request.headers().getAll("Host");
    HostAndPort named = request.authority();
    HostAndPort authority = authority(request);
    boolean isHttp2 = request.version() == HttpVersion.HTTP_2;
    boolean isNameless = named == null && !(hosts.isEmpty() && isOld(request));
    if (hosts.size() > 1 || isNameless || isAbsolute(request) && authority == null) {
      throw Problem.malformed("a request names its host once, as a name with or without a port");
    }
    if (isHttp2 && !hosts.isEmpty() && !same(hosts.getFirst(), named)) {
      throw Problem.malformed("the header Host and the pseudo-header :authority differ");
    }
    if (isHttp2 && named != null && !same(named.host(), authority)) {
      throw Problem.malformed("the pseudo-headers :path and :authority name different hosts");
    }
    if (host(request, forwarding).isEmpty()) {
      throw Problem.of(
          ProblemType.MISDIRECTED_REQUEST,
          "the platform is not called by this host name; "
              + HttpSettings.BASE_URL.name()
              + " and "
              + HttpSettings.HTTP_NAMES.name()
              + " say how it is");
    }
  }

  /**
   * The host that a request is for: that of a target in absolute form, which RFC 9112 puts above
   * the header, or else that of the header Host or of {@code :authority}; null without one.
   */
  static @Nullable HostAndPort authority(HttpServerRequest request) {
    if (!isAbsolute(request)) {
      return request.authority();
    }
    String uri = request.uri();
    int from = uri.indexOf("://") + "://".length();
    int end = from;
    while (end < uri.length() && "/?#".indexOf(uri.charAt(end)) < 0) {
      end++;
    }
    return from == end ? null : HostAndPort.parseAuthority(uri.substring(from, end), -1);
  }

  private static boolean isAbsolute(HttpServerRequest request) {
    String uri = request.uri();
    return uri != null && !uri.startsWith("/") && uri.contains("://");
  }

  private static boolean isOld(HttpServerRequest request) {
    return request.version() == HttpVersion.HTTP_1_0;
  }

  private static boolean same(String header, @Nullable HostAndPort authority) {
    return authority != null && name(header).equals(name(authority.host()));
  }

  /**
   * Host and port as the client used them; empty where they are not allowed.
   *
   * @param forwarding the headers of a trusted proxy
   */
  public Optional<String> host(HttpServerRequest request, Optional<Forwarding> forwarding) {
    HostAndPort authority = authority(request);
    String own = authority == null ? "localhost" : authority.toString();
    String used = forwarding.flatMap(Forwarding::host).orElse(own);
    boolean ours =
        authority == null && forwarding.isEmpty()
            || isOwn(name(used), request.connection().localAddress(), request.remoteAddress());
    return ours ? Optional.of(used) : Optional.empty();
  }

  /**
   * Whether a host is allowed.
   *
   * @param text the header Host
   * @param local local address of the connection
   * @param remote remote address of the connection
   */
  public boolean isOwn(String text, @Nullable SocketAddress local, @Nullable SocketAddress remote) {
    String name = name(text);
    if (names.contains(name)) {
      return true;
    }
    if (LOOPBACK.contains(name)) {
      return development
          || remote != null
              && remote.hostAddress() != null
              && ListenHosts.isLoopback(remote.hostAddress());
    }
    return local != null && isAddress(name, local);
  }

  private static boolean isAddress(String name, SocketAddress local) {
    Optional<InetAddress> written = AddressRanges.literal(name);
    return written.isPresent()
        && local.hostAddress() != null
        && AddressRanges.literal(withoutZone(local.hostAddress())).equals(written);
  }

  private static String withoutZone(String address) {
    int percent = address.indexOf('%');
    return percent < 0 ? address : address.substring(0, percent);
  }

  /** The host name in lower case, without port, brackets and the dot at the end. */
  private static String name(String host) {
    String name = host.strip();
    int bracket = name.indexOf(']');
    if (name.startsWith("[") && bracket > 0) {
      return name.substring(1, bracket).toLowerCase(Locale.ROOT);
    }
    int colon = name.indexOf(':');
    if (colon >= 0 && colon == name.lastIndexOf(':')) {
      name = name.substring(0, colon);
    }
    if (name.endsWith(".")) {
      name = name.substring(0, name.length() - 1);
    }
    return name.toLowerCase(Locale.ROOT);
  }
}
