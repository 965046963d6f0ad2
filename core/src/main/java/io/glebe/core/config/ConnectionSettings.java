package io.glebe.core.config;

import java.util.List;

/** Settings of connections: how many there may be, and what one of them may do. */
public final class ConnectionSettings {
  private static final SettingList LIST = new SettingList();

  public static final Setting<Integer> HTTP_CONNECTIONS =
      LIST.add(
          Setting.integer(
              "GLEBE_HTTP_CONNECTIONS",
              10_000,
              1,
              1_000_000,
              "open HTTP connections of a process; more are closed when they are accepted"));

  public static final Setting<Integer> HTTP_CONNECTIONS_PER_ADDRESS =
      LIST.add(
          Setting.integer(
              "GLEBE_HTTP_CONNECTIONS_PER_ADDRESS",
              4_000,
              1,
              1_000_000,
              "of these, connections of one IPv4 address or IPv6 network (/64); the proxies of"
                  + " GLEBE_TRUST_FORWARDED have no limit of their own"));

  public static final Setting<Integer> MQTT_CONNECTIONS =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTT_CONNECTIONS",
              20_000,
              1,
              1_000_000,
              "open MQTT connections of a process; more are closed when they are accepted"));

  public static final Setting<Integer> MQTT_CONNECTIONS_PER_ADDRESS =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTT_CONNECTIONS_PER_ADDRESS",
              10_000,
              1,
              1_000_000,
              "of these, connections of one IPv4 address or IPv6 network (/64), with the same"
                  + " exception"));

  private ConnectionSettings() {}

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
