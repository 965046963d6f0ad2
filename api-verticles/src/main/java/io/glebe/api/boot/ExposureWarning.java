package io.glebe.api.boot;

import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.listen.ListenHosts;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns once, at the start, about unprotected ports that others can reach. */
final class ExposureWarning {
  private static final Logger LOG = LoggerFactory.getLogger(ExposureWarning.class);

  private ExposureWarning() {}

  /**
   * Logs the warning, if there is anything to warn about.
   *
   * @param port of the HTTP server
   * @param mqtts port of the MQTT endpoint with TLS
   */
  static void log(Settings settings, int port, OptionalInt mqtts) {
    if (!settings.development()) {
      warnOfPlainHttp(settings);
      return;
    }
    List<String> ports = new ArrayList<>();
    for (String host : ListenHosts.http(settings)) {
      add(ports, "HTTP", host, port);
    }
    if (mqtts.isPresent()) {
      add(ports, "MQTT", ListenHosts.mqtt(settings), mqtts.getAsInt());
    }
    if (!ports.isEmpty()) {
      LOG.warn(
          "the development profile is open to others ({}): everybody who can connect can sign in as any user, the"
              + " administrator too",
          String.join(", ", ports));
    }
  }

  private static void warnOfPlainHttp(Settings settings) {
    boolean open = ListenHosts.http(settings).stream().anyMatch(h -> !ListenHosts.isLoopback(h));
    if (open
        && settings.get(HttpSettings.HTTP_CERTIFICATE).isEmpty()
        && settings.get(HttpSettings.TRUST_FORWARDED).isEmpty()) {
      LOG.warn(
          "HTTP is open to others without encryption: set {} and {}, or name the proxy that"
              + " encrypts in {}",
          HttpSettings.HTTP_CERTIFICATE.name(),
          HttpSettings.HTTP_KEY.name(),
          HttpSettings.TRUST_FORWARDED.name());
    }
  }

  private static void add(List<String> ports, String protocol, String host, int port) {
    if (!ListenHosts.isLoopback(host)) {
      ports.add(protocol + " at " + host + " port " + port);
    }
  }
}
