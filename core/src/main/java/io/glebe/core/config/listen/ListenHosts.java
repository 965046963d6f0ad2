package io.glebe.core.config.listen;

import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Setting;
import io.glebe.core.config.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The network interfaces on which the servers listen. Without a setting, servers listen on the
 * loopback interface in the development profile, where anybody can sign in as anybody, and on all
 * interfaces in production.
 */
public final class ListenHosts {
  public static final String LOOPBACK = "127.0.0.1";
  private static final String LOOPBACK_V6 = "::1";
  private static final String ALL = "0.0.0.0";
  private static final String LOCALHOST = "localhost";

  private ListenHosts() {}

  /**
   * Returns the addresses of the HTTP server. The loopback interface includes both its IPv4 and
   * IPv6 addresses, if available, because browsers try ::1 first for {@code localhost}.
   */
  public static List<String> http(Settings settings) {
    String host = chosen(settings, HttpSettings.HTTP_HOST);
    return host.equals(LOCALHOST) ? loopback() : List.of(host);
  }

  /** Returns the address of the MQTT endpoint with TLS. */
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
   * Prevents the development profile from being exposed to other machines by accident.
   *
   * @throws InvalidSettings when a host is not on the loopback interface and the settings do not
   *     confirm this
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
    return "%s: %s would open the development profile, in which everybody can sign in as any user, to others; remove it, or set %s=true"
        .formatted(setting.name(), host, HttpSettings.DEV_EXPOSE.name());
  }

  /**
   * Returns whether only this machine can connect to that host. An unknown name returns true: the
   * server that listens on it reports the error.
   */
  public static boolean isLoopback(String host) {
    try {
      return Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException e) {
      return true;
    }
  }
}
