package io.glebe.api.http;

import java.util.Locale;
import java.util.Map;

/**
 * Security headers of HTML pages: no frames, no scripts, no content of other hosts, no referrer.
 * Every HTML reply gets the headers that it does not set itself; pages with scripts set their own
 * policy.
 */
final class PageHeaders {
  static final String POLICY = "Content-Security-Policy";
  private static final Map<String, String> ALL =
      Map.of(
          POLICY,
          "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none';"
              + " form-action 'none'; frame-ancestors 'none'",
          "X-Frame-Options",
          "DENY",
          "Referrer-Policy",
          "no-referrer",
          "Permissions-Policy",
          "camera=(), geolocation=(), microphone=(), payment=(), usb=()");

  private PageHeaders() {}

  /** Adds the missing headers to a reply in HTML. */
  static void complete(Reply reply) {
    if (!isPage(reply.find("Content-Type").orElse(""))) {
      return;
    }
    ALL.forEach(
        (name, value) -> {
          if (!reply.has(name)) {
            reply.header(name, value);
          }
        });
  }

  private static boolean isPage(String mediaType) {
    return mediaType.length() >= 9
        && mediaType.substring(0, 9).toLowerCase(Locale.ROOT).equals("text/html");
  }
}
