package io.glebe.api.http;

import java.util.Locale;
import java.util.Map;

/**
 * What a browser may do with a page of ours: it is shown in no frame, runs nothing, loads nothing
 * of another host and tells nobody where its reader comes from. Every reply in HTML gets what it
 * does not say itself; pages that need scripts bring a policy of their own.
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

  /** Adds what is missing, where the reply is a page. */
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
