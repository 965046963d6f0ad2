package io.glebe.api.console;

import io.glebe.api.http.Reply;

/** What a browser may do with the console's pages: nothing of another host, nothing inline. */
final class ConsolePageHeaders {
  /**
   * Pictures as data: and blob: are what the map library draws its controls and tiles from; its
   * worker is a file of ours.
   */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self';"
          + " img-src 'self' data: blob:; font-src 'self'; connect-src 'self';"
          + " manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  private ConsolePageHeaders() {}

  /** The reply with them. */
  static Reply on(Reply reply) {
    return reply
        .header("Content-Security-Policy", POLICY)
        .header("Cross-Origin-Opener-Policy", "same-origin")
        .header("Permissions-Policy", "camera=(), microphone=(), payment=(), usb=()")
        .header("X-Frame-Options", "DENY")
        .header("Referrer-Policy", "no-referrer");
  }
}
