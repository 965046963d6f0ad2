package io.glebe.api.http;

import io.glebe.core.config.AllSettings;
import io.glebe.core.config.Settings;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Absolute addresses as the client sees the platform. {@link #base()} is GLEBE_BASE_URL where it is
 * set, else what {@code Forwarded} or {@code X-Forwarded-*} say, else the Host header.
 */
public final class Links {
  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9._-]+(:\\d{1,5})?|\\[[0-9a-fA-F:.]+](:\\d{1,5})?");
  private static final Pattern PREFIX = Pattern.compile("(/[A-Za-z0-9._~-]+)*");

  private final String base;

  private Links(String base) {
    this.base = base;
  }

  static Links of(HttpServerRequest request, Settings settings) {
    Optional<URI> fixed = settings.get(AllSettings.BASE_URL);
    if (fixed.isPresent()) {
      return new Links(withoutSlash(fixed.get().toString()));
    }
    boolean forwarded = settings.get(AllSettings.TRUST_FORWARDED);
    String own = request.authority() == null ? "localhost" : request.authority().toString();
    Optional<String> standard =
        forwarded ? Optional.ofNullable(request.getHeader("Forwarded")) : Optional.empty();
    String scheme = request.isSSL() ? "https" : "http";
    if (forwarded) {
      scheme =
          standard
              .flatMap(f -> element(f, "proto"))
              .or(() -> first(request, "X-Forwarded-Proto"))
              .map(p -> p.toLowerCase(Locale.ROOT))
              .filter(Links::isWeb)
              .orElse(scheme);
      own =
          standard
              .flatMap(f -> element(f, "host"))
              .or(() -> forwardedHost(request))
              .filter(h -> HOST.matcher(h).matches())
              .orElse(own);
    }
    String host = HOST.matcher(own).matches() ? own : "localhost";
    return new Links(scheme + "://" + host + (forwarded ? prefix(request) : ""));
  }

  private static boolean isWeb(String scheme) {
    return scheme.equals("http") || scheme.equals("https");
  }

  private static Optional<String> forwardedHost(HttpServerRequest request) {
    Optional<String> host = first(request, "X-Forwarded-Host");
    Optional<String> port =
        first(request, "X-Forwarded-Port").filter(p -> !p.equals("80") && !p.equals("443"));
    return host.map(h -> h.indexOf(':') < 0 && port.isPresent() ? h + ":" + port.get() : h);
  }

  private static String prefix(HttpServerRequest request) {
    return first(request, "X-Forwarded-Prefix")
        .map(Links::withoutSlash)
        .filter(p -> PREFIX.matcher(p).matches())
        .orElse("");
  }

  private static Optional<String> first(HttpServerRequest request, String header) {
    return Optional.ofNullable(request.getHeader(header))
        .map(v -> v.split(",", 2)[0].strip())
        .filter(v -> !v.isEmpty());
  }

  /** A member of the first element of a Forwarded header (RFC 7239). */
  private static Optional<String> element(String forwarded, String name) {
    for (String pair : forwarded.split(",", 2)[0].split(";", -1)) {
      String[] parts = pair.split("=", 2);
      if (parts.length == 2 && parts[0].strip().equalsIgnoreCase(name)) {
        return Optional.of(parts[1].strip().replace("\"", ""));
      }
    }
    return Optional.empty();
  }

  private static String withoutSlash(String text) {
    return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
  }

  /** Scheme, host and prefix without a slash at the end. */
  public String base() {
    return base;
  }

  /** The absolute address of a path that starts with a slash. */
  public String to(String path) {
    return base + path;
  }

  /** The absolute address of a path on a surface. */
  public String to(Surface surface, String path) {
    return base + surface.prefix() + path;
  }

  /** Base of the problem types. */
  public String problems() {
    return base + "/problems/v1/";
  }
}
