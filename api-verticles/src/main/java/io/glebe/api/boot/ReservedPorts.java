package io.glebe.api.boot;

import io.glebe.api.mqtt.MqttVerticle;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Setting;
import io.glebe.core.config.Settings;
import io.glebe.core.config.listen.ListenHosts;
import io.glebe.core.infrastructure.MqttPorts;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ports of the process, reserved before the database starts. Addresses are therefore values
 * before any service is opened. Each reservation is closed just before its server listens.
 *
 * @param http of the HTTP servers
 * @param mqtt of the MQTT endpoint without encryption
 * @param mqtts of the MQTT endpoint with TLS
 */
record ReservedPorts(
    Ports.Reserved http, Optional<Ports.Reserved> mqtt, Optional<Ports.Reserved> mqtts)
    implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReservedPorts.class);

  /**
   * Reserves the ports that the settings name.
   *
   * @throws IOException with a message for people, when one is taken
   */
  static ReservedPorts of(Settings settings, AreaSelection areas) throws IOException {
    Ports.Reserved http = http(settings);
    Optional<Ports.Reserved> mqtts = Optional.empty();
    boolean builtIn = settings.get(SensorSettings.MQTT_BROKER).isEmpty();
    if (!builtIn || !areas.includes(MqttVerticle.NAME)) {
      return new ReservedPorts(http, Optional.empty(), Optional.empty());
    }
    try {
      mqtts = Optional.of(mqtt(settings, ListenHosts.mqtt(settings), SensorSettings.MQTTS_PORT));
      return new ReservedPorts(http, plainMqtt(settings), mqtts);
    } catch (IOException e) {
      http.close();
      mqtts.ifPresent(Ports.Reserved::close);
      throw e;
    }
  }

  /** Reserves the port of the HTTP server on all its hosts. */
  static Ports.Reserved http(Settings settings) throws IOException {
    return Ports.reserve(
        ListenHosts.http(settings), settings.get(HttpSettings.HTTP_PORT), GatewayServers.CHOICE);
  }

  private static Ports.Reserved mqtt(Settings settings, String host, Setting<Integer> setting)
      throws IOException {
    return Ports.reserve(
        List.of(host),
        port(settings, setting),
        new Ports.Choice(SensorSettings.MQTT_HOST.name(), setting.name()));
  }

  /** A broker that already runs at the usual port does not stop the start. */
  private static Optional<Ports.Reserved> plainMqtt(Settings settings) throws IOException {
    if (!settings.development()) {
      return Optional.empty();
    }
    Setting<Integer> setting = SensorSettings.MQTT_PORT;
    int port = port(settings, setting);
    boolean isChosen = settings.origin(setting) != Settings.Origin.DEFAULT;
    if (port > 0 && !isChosen && !Ports.isFree(ListenHosts.LOOPBACK, port)) {
      LOG.warn("port {} is taken: MQTT is served with TLS only", port);
      return Optional.empty();
    }
    return Optional.of(mqtt(settings, ListenHosts.LOOPBACK, setting));
  }

  /** With HTTP port 0, all ports are free ports, except those that the settings name. */
  private static int port(Settings settings, Setting<Integer> setting) {
    boolean free =
        settings.get(HttpSettings.HTTP_PORT) == 0
            && settings.origin(setting) == Settings.Origin.DEFAULT;
    return free ? 0 : settings.get(setting);
  }

  /** The ports of the built-in MQTT endpoint as values. */
  MqttPorts mqttPorts() {
    return new MqttPorts(number(mqtt), number(mqtts));
  }

  private static OptionalInt number(Optional<Ports.Reserved> reserved) {
    return reserved.isPresent() ? OptionalInt.of(reserved.get().port()) : OptionalInt.empty();
  }

  /** Lets the MQTT endpoint listen. */
  void releaseMqtt() {
    mqtt.ifPresent(Ports.Reserved::close);
    mqtts.ifPresent(Ports.Reserved::close);
  }

  @Override
  public void close() {
    releaseMqtt();
    http.close();
  }
}
