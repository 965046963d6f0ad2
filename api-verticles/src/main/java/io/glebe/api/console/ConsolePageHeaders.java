package io.glebe.api.console;

import io.glebe.api.http.Reply;

/**
 * Security headers of the console's pages: browsers load nothing from other hosts and run no inline
 * scripts or styles.
 */
final class ConsolePageHeaders {
  /**
   * The map library uses images from data: and blob: URLs for its controls and tiles; its worker is
   * a file of the console.
   */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self';"
          + " img-src 'self' data: blob:; font-src 'self'; connect-src 'self';"
          + " manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  private ConsolePageHeaders() {}

  /** Adds the headers to the reply. */
  static Reply on(Reply reply) {
    return reply
        .header("Content-Security-Policy", POLICY)
        .header("Cross-Origin-Opener-Policy", "same-origin")
        .header("Permissions-Policy", "camera=(), microphone=(), payment=(), usb=()")
        .header("X-Frame-Options", "DENY")
        .header("Referrer-Policy", "no-referrer");
  }
}
