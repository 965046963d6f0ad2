package io.glebe.core.config;

import java.util.ArrayList;
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

  public static final Setting<Long> MQTT_WILL_BYTES =
      LIST.add(
          Setting.heapShare(
              "GLEBE_MQTT_WILL_BYTES",
              "1%",
              "bytes of the wills of all connected MQTT clients, topics included; a client whose"
                  + " will does not fit is refused"));

  public static final Setting<Integer> MQTT_ACCOUNT_SHARE =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTT_ACCOUNT_SHARE",
              50,
              1,
              100,
              "per cent of GLEBE_MQTT_MESSAGE_BYTES and GLEBE_MQTT_WILL_BYTES that the MQTT clients"
                  + " of one account may have; beyond it they are not read, refused, or disconnected"
                  + " as subscribers"));

  private MqttShareSettings() {}

  /** The settings that contradict each other, one line each. */
  static List<String> contradictions(Settings settings) {
    List<String> found =
        new ArrayList<>(
            SensorSettings.contradictions(
                settings,
                MQTT_CONNECT_BYTES,
                List.of(MQTT_SIGN_IN_BYTES_PER_ADDRESS, MQTT_SIGN_IN_BYTES)));
    long packet = settings.get(SensorSettings.MQTT_PACKET_BYTES);
    if (packet > largest(settings)) {
      found.add(
          MQTT_ACCOUNT_SHARE.name()
              + ": three quarters of it are less than a packet of "
              + settings.shown(SensorSettings.MQTT_PACKET_BYTES));
    }
    return found;
  }

  /** The largest packet that an account may send: a quarter of its share is for small ones. */
  private static long largest(Settings settings) {
    return settings.get(SensorSettings.MQTT_MESSAGE_BYTES)
        / 100
        * settings.get(MQTT_ACCOUNT_SHARE)
        / 4
        * 3;
  }

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
