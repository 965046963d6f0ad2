package io.glebe.core.host;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks the form of an address to which something is sent. Providers compare redirect URIs letter
 * by letter, so an address must have one spelling only.
 */
public final class WebAddress {
  /** Longest address. */
  public static final int MAX_CHARS = 500;

  /** Hosts of this machine, for which http is accepted. */
  static final Set<String> LOOPBACK = Set.of("127.0.0.1", "[::1]", "localhost");

  /** Characters of a URI (RFC 3986); no wildcard, no backslash, nothing beyond ASCII. */
  private static final Pattern CHARACTERS =
      Pattern.compile("(?:[A-Za-z0-9._~:/?\\[\\]@!$&'(),;=+-]|%[0-9A-Fa-f]{2})+");

  /** Line ends and other control characters. */
  private static final Pattern ENCODED_CONTROLS = Pattern.compile("%(?:[01][0-9A-Fa-f]|7[Ff])");

  private static final Pattern LEADING_ZERO = Pattern.compile(".*:0[0-9]*");
  private static final Pattern DOTS = Pattern.compile("(?i)(?:.*/)?(?:\\.|%2e){1,2}(?:/.*)?");
  private static final Pattern HOST =
      Pattern.compile("(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?");

  /** Numbers that some resolvers read as an address. */
  private static final Pattern NUMBER = Pattern.compile("(?:0x[0-9a-f]*|[0-9]+)");

  private static final Pattern IPV4 =
      Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\.(?!$)|$)){4}");

  private WebAddress() {}

  /** The fault of an address; empty if it is accepted. */
  public static Optional<String> fault(String text, boolean httpOnLoopback) {
    if (text.isEmpty() || text.length() > MAX_CHARS) {
      return Optional.of("must have 1 to " + MAX_CHARS + " characters");
    }
    if (text.contains("*")) {
      return Optional.of("must not contain a wildcard");
    }
    if (text.contains("#")) {
      return Optional.of("must not have a fragment");
    }
    if (!CHARACTERS.matcher(text).matches() || ENCODED_CONTROLS.matcher(text).find()) {
      return Optional.of("contains a character that no address contains");
    }
    try {
      return fault(new URI(text), httpOnLoopback);
    } catch (URISyntaxException e) {
      return Optional.of("is no valid address");
    }
  }

  private static Optional<String> fault(URI uri, boolean httpOnLoopback) {
    String scheme = String.valueOf(uri.getScheme());
    String host = String.valueOf(uri.getHost());
    boolean loopback = httpOnLoopback && LOOPBACK.contains(host);
    if (!scheme.equals("https") && !(scheme.equals("http") && loopback)) {
      return Optional.of(
          httpOnLoopback
              ? "must begin with https://, or with http:// for a loopback address"
              : "must begin with https://");
    }
    if (uri.getRawAuthority() == null || uri.getHost() == null || !isHost(host)) {
      return Optional.of("must have a host name in lower case or a usual IP address");
    }
    if (uri.getRawUserInfo() != null || uri.getRawAuthority().contains("@")) {
      return Optional.of("must not contain a user name or password");
    }
    if (uri.getPort() == 0
        || uri.getPort() > 65_535
        || uri.getRawAuthority().endsWith(":")
        || LEADING_ZERO.matcher(uri.getRawAuthority()).matches()) {
      return Optional.of("must not have an empty or invalid port");
    }
    return DOTS.matcher(uri.getRawPath()).matches()
        ? Optional.of("must not have a path with . or ..")
        : Optional.empty();
  }

  private static boolean isHost(String host) {
    if (host.startsWith("[")) {
      return !host.contains("%");
    }
    String last = host.substring(host.lastIndexOf('.') + 1);
    return NUMBER.matcher(last).matches()
        ? IPV4.matcher(host).matches()
        : HOST.matcher(host).matches();
  }
}
