package io.glebe.api.boot;

import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.ListenHosts;
import io.glebe.core.config.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once, at the start, what others can reach that nobody protects. */
final class ExposureWarning {
  private static final Logger LOG = LoggerFactory.getLogger(ExposureWarning.class);

  private ExposureWarning() {}

  /**
   * Looks at the doors that have been opened.
   *
   * @param port of the HTTP server
   * @param mqtts port of the MQTT endpoint with TLS
   */
  static void tell(Settings settings, int port, OptionalInt mqtts) {
    if (!settings.development()) {
      plain(settings);
      return;
    }
    List<String> doors = new ArrayList<>();
    for (String host : ListenHosts.http(settings)) {
      add(doors, "HTTP", host, port);
    }
    if (mqtts.isPresent()) {
      add(doors, "MQTT", ListenHosts.mqtt(settings), mqtts.getAsInt());
    }
    if (!doors.isEmpty()) {
      LOG.warn(
          "the development profile is open to others ({}): whoever reaches it can be anybody, the"
              + " administrator too",
          String.join(", ", doors));
    }
  }

  private static void plain(Settings settings) {
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

  private static void add(List<String> doors, String what, String host, int port) {
    if (!ListenHosts.isLoopback(host)) {
      doors.add(what + " at " + host + " port " + port);
    }
  }
}
