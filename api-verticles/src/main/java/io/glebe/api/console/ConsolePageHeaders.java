package io.glebe.api.console;

import io.glebe.api.http.Reply;
import java.util.Optional;

/**
 * Security headers of the console's pages: browsers run no inline scripts or styles, and load
 * nothing from other hosts except the configured base map.
 */
final class ConsolePageHeaders {
  /**
   * Hashes of the two styles with which Chromium marks the fault of a broken XML file, such as KML,
   * in the document that it parses; without them it logs two errors. No other style is allowed.
   */
  private static final String FAULT_STYLES =
      "'unsafe-hashes' 'sha256-ICa0DhwZQJsOd/Rn0N8H6FdQ71GfNL+op2zhAQ+Y4mM='"
          + " 'sha256-ZD0chCyBaNHl+4UwQHJIHGoYhKwMeyCXGgJTKW5/67E='";

  private final String policy;

  /**
   * @param basemap origin of a base map at another host
   */
  ConsolePageHeaders(Optional<String> basemap) {
    String other = basemap.map(origin -> " " + origin).orElse("");
    // The map library uses images from data: and blob: URLs for its controls and tiles; its worker
    // is a file of the console.
    policy =
        "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' "
            + FAULT_STYLES
            + "; img-src 'self' data: blob:"
            + other
            + "; font-src 'self'; connect-src 'self'"
            + other
            + "; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
  }

  String policy() {
    return policy;
  }

  /** Adds the headers to the reply. */
  Reply on(Reply reply) {
    return reply
        .header("Content-Security-Policy", policy)
        .header("Cross-Origin-Opener-Policy", "same-origin")
        .header("Permissions-Policy", "camera=(), microphone=(), payment=(), usb=()")
        .header("X-Frame-Options", "DENY")
        .header("Referrer-Policy", "no-referrer");
  }
}
