package io.glebe.api.http.guard;

import io.glebe.core.config.AddressRanges;
import io.vertx.core.MultiMap;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The forwarding headers that a trusted proxy has written: {@code Forwarded} (RFC 7239) or {@code
 * X-Forwarded-*}. Each proxy appends to these lists, so they are read from the end: the first
 * address that is not a trusted proxy is the client. Entries before it come from the client and are
 * ignored. Unreadable lists are ignored.
 *
 * @param client the last address that is not a trusted proxy; empty if it is missing or unknown
 * @param scheme http or https, as the client used it
 * @param host host, with port if there is one, as the client used it; not checked
 * @param prefix path before ours, as the client used it; not checked
 */
public record Forwarding(
    Optional<InetAddress> client,
    Optional<String> scheme,
    Optional<String> host,
    Optional<String> prefix) {
  private static final String STANDARD = "Forwarded";
  private static final String FOR = "X-Forwarded-For";
  private static final Pattern PORT = Pattern.compile(":(\\d{1,5}|_[A-Za-z0-9._-]+)");
  private static final int MAX_STATIONS = 32;

  private static final Forwarding NOTHING =
      new Forwarding(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** Headers that proxies add, in lower case. */
  public static final Set<String> SIGNS =
      Set.of(
          "via",
          "forwarded",
          "x-forwarded-for",
          "x-forwarded-host",
          "x-forwarded-proto",
          "cdn-loop",
          "x-real-ip",
          "x-client-ip",
          "client-ip",
          "true-client-ip",
          "fastly-client-ip",
          "cf-connecting-ip",
          "cf-ray",
          "x-cluster-client-ip",
          "x-appengine-user-ip",
          "x-azure-clientip",
          "x-azure-ref",
          "x-amzn-trace-id",
          "x-amz-cf-id",
          "x-cloud-trace-context",
          "x-scheme",
          "x-host",
          "x-proxyuser-ip",
          "proxy-client-ip",
          "wl-proxy-client-ip",
          "x-request-start",
          "x-remote-addr",
          "x-remote-ip");

  /** Beginnings of the names of such headers. */
  private static final List<String> BEGINNINGS =
      List.of("forwarded", "x-forwarded", "x-original-", "x-envoy-", "x-b3-", "x-nginx-");

  /**
   * Whether the headers show that the request has passed a proxy. No list of these headers is
   * complete, and a proxy may add none: an open decision must not depend on this alone.
   */
  public static boolean isIn(MultiMap headers) {
    for (String name : headers.names()) {
      String lower = name.toLowerCase(Locale.ROOT);
      if (SIGNS.contains(lower) || BEGINNINGS.stream().anyMatch(lower::startsWith)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The values of the headers; empty without any of them. If both forms have different clients, one
   * of them does not come from the proxy, and the client is unknown.
   */
  public static Optional<Forwarding> of(MultiMap headers, AddressRanges proxies) {
    boolean standard = headers.contains(STANDARD);
    boolean usual = headers.contains(FOR);
    if (standard && usual) {
      Forwarding one = standard(headers, proxies);
      return Optional.of(one.client.equals(usual(headers, proxies).client) ? one : NOTHING);
    }
    if (standard) {
      return Optional.of(standard(headers, proxies));
    }
    return usual || isIn(headers) || headers.contains("X-Forwarded-Prefix")
        ? Optional.of(usual(headers, proxies))
        : Optional.empty();
  }

  private static Forwarding standard(MultiMap headers, AddressRanges proxies) {
    List<String> elements = parts(headers, STANDARD, ',');
    List<Optional<InetAddress>> stations = new ArrayList<>();
    for (String element : elements) {
      stations.add(member(element, "for").flatMap(Forwarding::address));
    }
    int client = client(stations, proxies);
    if (client < 0) {
      return NOTHING;
    }
    String element = elements.get(client);
    return new Forwarding(
        stations.get(client),
        scheme(member(element, "proto")),
        member(element, "host"),
        prefix(headers));
  }

  private static Forwarding usual(MultiMap headers, AddressRanges proxies) {
    List<Optional<InetAddress>> stations =
        parts(headers, FOR, ',').stream().map(Forwarding::address).toList();
    int client = client(stations, proxies);
    if (!stations.isEmpty() && client < 0) {
      return NOTHING;
    }
    int fromEnd = stations.isEmpty() ? 1 : stations.size() - client;
    return new Forwarding(
        stations.isEmpty() ? Optional.empty() : stations.get(client),
        scheme(same(parts(headers, "X-Forwarded-Proto", ','), fromEnd)),
        same(parts(headers, "X-Forwarded-Host", ','), fromEnd).map(h -> withPort(h, headers)),
        prefix(headers));
  }

  private static Optional<String> prefix(MultiMap headers) {
    return same(parts(headers, "X-Forwarded-Prefix", ','), 1);
  }

  /**
   * The value of the same proxy; in a header that does not list all addresses, it is the last
   * value.
   */
  private static Optional<String> same(List<String> values, int fromEnd) {
    if (values.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        values.size() >= fromEnd ? values.get(values.size() - fromEnd) : values.getLast());
  }

  private static String withPort(String host, MultiMap headers) {
    String port = headers.get("X-Forwarded-Port");
    boolean adds =
        port != null
            && port.matches("\\d{1,5}")
            && !port.equals("80")
            && !port.equals("443")
            && (host.endsWith("]") || host.indexOf(':') < 0);
    return adds ? host + ":" + port : host;
  }

  /**
   * The index of the last address that is not a trusted proxy, or of the first address if all are
   * trusted; -1 if an unreadable address comes before such an address is found.
   */
  private static int client(List<Optional<InetAddress>> stations, AddressRanges proxies) {
    for (int i = stations.size() - 1; i >= 0; i--) {
      if (stations.get(i).isEmpty()) {
        return -1;
      }
      if (i == 0 || !proxies.contains(stations.get(i).get())) {
        return i;
      }
    }
    return -1;
  }

  private static Optional<String> scheme(Optional<String> text) {
    return text.map(t -> t.toLowerCase(Locale.ROOT))
        .filter(t -> t.equals("http") || t.equals("https"));
  }

  /**
   * An address with or without brackets and port; empty for {@code unknown} and obfuscated names.
   */
  private static Optional<InetAddress> address(String node) {
    String text = node;
    int bracket = node.indexOf(']');
    if (node.startsWith("[") && bracket > 0) {
      text = node.substring(1, bracket);
      String rest = node.substring(bracket + 1);
      return rest.isEmpty() || PORT.matcher(rest).matches()
          ? AddressRanges.literal(text)
          : Optional.empty();
    }
    int colon = node.indexOf(':');
    if (colon >= 0 && colon == node.lastIndexOf(':')) {
      text = PORT.matcher(node.substring(colon)).matches() ? node.substring(0, colon) : "";
    }
    return AddressRanges.literal(text);
  }

  /** A member of an element of a Forwarded header. */
  private static Optional<String> member(String element, String name) {
    for (String pair : split(element, ';')) {
      int equals = pair.indexOf('=');
      if (equals > 0 && pair.substring(0, equals).strip().equalsIgnoreCase(name)) {
        String value = pair.substring(equals + 1).strip();
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return Optional.of(quoted ? value.substring(1, value.length() - 1) : value);
      }
    }
    return Optional.empty();
  }

  /**
   * The combined list of all lines of a header; one empty, unreadable entry if the list is longer
   * than {@value #MAX_STATIONS}.
   */
  private static List<String> parts(MultiMap headers, String name, char separator) {
    String whole = String.join(",", headers.getAll(name));
    List<String> parts = whole.isBlank() ? List.of() : split(whole, separator);
    return parts.size() > MAX_STATIONS ? Collections.nCopies(1, "") : parts;
  }

  /** Splits at separators that are not quoted. */
  private static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    boolean quoted = false;
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      quoted ^= c == '"';
      if (c == separator && !quoted) {
        parts.add(text.substring(from, i).strip());
        from = i + 1;
      }
    }
    parts.add(text.substring(from).strip());
    return parts;
  }
}
