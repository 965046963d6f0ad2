package io.glebe.core.config;

import java.util.List;

/** Settings of what MQTT clients share: by address before the sign-in, and then by account. */
public final class MqttShareSettings {
  private static final SettingList LIST = new SettingList();

  public static final Setting<Long> MQTT_CONNECT_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_MQTT_CONNECT_BYTES",
              "32k",
              "1k",
              "1M",
              "largest CONNECT packet of an MQTT client, with its will and password; after a larger"
                  + " one the client is disconnected"));

  public static final Setting<Long> MQTT_SIGN_IN_BYTES =
      LIST.add(
          Setting.heapShare(
              "GLEBE_MQTT_SIGN_IN_BYTES",
              "1%",
              "bytes that have arrived from all MQTT clients that have not signed in yet; a client"
                  + " beyond it is disconnected; a trusted proxy (GLEBE_TRUST_FORWARDED) may have"
                  + " half of it"));

  public static final Setting<Long> MQTT_SIGN_IN_BYTES_PER_ADDRESS =
      LIST.add(
          Setting.bytes(
              "GLEBE_MQTT_SIGN_IN_BYTES_PER_ADDRESS", "512k", "of these, bytes of one address"));

  public static final Setting<Integer> MQTT_ACCOUNT_SHARE =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTT_ACCOUNT_SHARE",
              50,
              1,
              100,
              "per cent of GLEBE_MQTT_MESSAGE_BYTES that the MQTT clients of one account may have;"
                  + " beyond it they are not read, or disconnected as subscribers"));

  private MqttShareSettings() {}

  /** The settings that contradict each other, one line each. */
  static List<String> contradictions(Settings settings) {
    return SensorSettings.contradictions(
        settings, MQTT_CONNECT_BYTES, List.of(MQTT_SIGN_IN_BYTES_PER_ADDRESS, MQTT_SIGN_IN_BYTES));
  }

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
