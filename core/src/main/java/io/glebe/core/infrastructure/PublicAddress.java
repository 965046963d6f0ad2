package io.glebe.core.infrastructure;

import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.listen.CertificateFiles;

/**
 * The addresses of the platform, each without a slash at the end.
 *
 * @param base the address in tokens and links
 * @param local the address for clients on this machine
 */
public record PublicAddress(String base, String local) {
  /**
   * Derives the addresses from the settings and the port.
   *
   * @param port the port of the HTTP server
   */
  public static PublicAddress of(Settings settings, int port) {
    String scheme = CertificateFiles.http(settings).isPresent() ? "https" : "http";
    String local = scheme + "://localhost:" + port;
    String base =
        settings
            .get(HttpSettings.BASE_URL)
            .map(url -> url.toString().replaceAll("/+$", ""))
            .orElse(local);
    return new PublicAddress(base, local);
  }
}
