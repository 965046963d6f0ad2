package io.glebe.core.config;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The interfaces on which doors are opened: those that the settings name, else the loopback
 * interface in the development profile, in which anybody can be anybody, and all interfaces in
 * production.
 */
public final class ListenHosts {
  public static final String LOOPBACK = "127.0.0.1";
  private static final String LOOPBACK_V6 = "::1";
  private static final String ALL = "0.0.0.0";
  private static final String LOCALHOST = "localhost";

  private ListenHosts() {}

  /**
   * Addresses of the HTTP server. The loopback interface is both of its addresses, where this
   * machine has both, because browsers ask {@code localhost} at ::1 first.
   */
  public static List<String> http(Settings settings) {
    String host = chosen(settings, HttpSettings.HTTP_HOST);
    return host.equals(LOCALHOST) ? loopback() : List.of(host);
  }

  /** Address of the MQTT endpoint with TLS. */
  public static String mqtt(Settings settings) {
    String host = chosen(settings, SensorSettings.MQTT_HOST);
    return host.equals(LOCALHOST) ? LOOPBACK : host;
  }

  private static String chosen(Settings settings, Setting<Optional<String>> setting) {
    boolean closed = settings.development() && !settings.get(HttpSettings.DEV_EXPOSE);
    return settings.get(setting).orElse(closed ? LOCALHOST : ALL);
  }

  private static List<String> loopback() {
    try (ServerSocket _ = new ServerSocket(0, 1, InetAddress.ofLiteral(LOOPBACK_V6))) {
      return List.of(LOOPBACK, LOOPBACK_V6);
    } catch (IOException e) {
      return List.of(LOOPBACK); // a machine without IPv6
    }
  }

  /**
   * Refuses to open the development profile to others by the way.
   *
   * @throws InvalidSettings when a host is not of the loopback interface and nobody said that this
   *     is meant
   */
  public static void check(Settings settings) {
    if (!settings.development() || settings.get(HttpSettings.DEV_EXPOSE)) {
      return;
    }
    List<String> faults = new ArrayList<>();
    for (Setting<Optional<String>> setting :
        List.of(HttpSettings.HTTP_HOST, SensorSettings.MQTT_HOST)) {
      settings
          .get(setting)
          .filter(host -> !isLoopback(host))
          .ifPresent(host -> faults.add(refusal(setting, host)));
    }
    if (!faults.isEmpty()) {
      throw new InvalidSettings(faults);
    }
  }

  private static String refusal(Setting<?> setting, String host) {
    return "%s: %s would open the development profile, which signs in anybody as anybody, to others; leave it out, or set %s=true"
        .formatted(setting.name(), host, HttpSettings.DEV_EXPOSE.name());
  }

  /** Whether only this machine reaches that host; unknown names are left to who listens there. */
  public static boolean isLoopback(String host) {
    try {
      return Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException e) {
      return true;
    }
  }
}
