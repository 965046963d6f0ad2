package io.glebe.api.http;

import io.glebe.api.http.guard.AllowedHosts;
import io.glebe.api.http.guard.Forwarding;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.infrastructure.PublicAddress;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Builds absolute URLs as the client sees the platform. {@link #base()} is GLEBE_BASE_URL where it
 * is set, else the values of a trusted proxy in {@code Forwarded} or {@code X-Forwarded-*}, else
 * the Host header, which {@link AllowedHosts} has checked.
 */
public final class LinkBuilder {
  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9._-]+(:\\d{1,5})?|\\[[0-9a-fA-F:.]+](:\\d{1,5})?");
  private static final Pattern PREFIX = Pattern.compile("(/[A-Za-z0-9._~-]+)*");

  private final String base;
  private final PublicAddress address;

  private LinkBuilder(String base, PublicAddress address) {
    this.base = base;
    this.address = address;
  }

  /**
   * The links of a request.
   *
   * @param secure whether the connection is encrypted
   * @param host as the client used it, with its port; an allowed host
   * @param address the own address of the platform
   * @param forwarding the headers of a trusted proxy
   */
  static LinkBuilder of(
      boolean secure,
      String host,
      Settings settings,
      PublicAddress address,
      Optional<Forwarding> forwarding) {
    Optional<URI> fixed = settings.get(HttpSettings.BASE_URL);
    if (fixed.isPresent()) {
      return new LinkBuilder(withoutSlash(fixed.get().toString()), address);
    }
    String scheme = forwarding.flatMap(Forwarding::scheme).orElse(secure ? "https" : "http");
    String prefix =
        forwarding
            .flatMap(Forwarding::prefix)
            .map(LinkBuilder::withoutSlash)
            .filter(p -> PREFIX.matcher(p).matches())
            .orElse("");
    return new LinkBuilder(
        scheme + "://" + (HOST.matcher(host).matches() ? host : "localhost") + prefix, address);
  }

  private static String withoutSlash(String text) {
    return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
  }

  /** Scheme, host and prefix without a trailing slash. */
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

  /**
   * Base of the problem types, the same for every request: clients compare types, so they do not
   * follow the name by which a client calls the platform.
   */
  public String problems() {
    return address.base() + "/problems/v1/";
  }

  /**
   * Namespace of the terms of linked data, the same for every request: it names the terms, and two
   * names would be two terms.
   */
  public String namespace() {
    return address.base() + "/ns/v1#";
  }
}
