package io.glebe.mqtt.limit;

import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import java.time.Duration;

/**
 * The limits of the built-in server that are settings.
 *
 * @param clientBytes bytes of one client's messages under way above which it is not read
 * @param messageBytes the same for all clients together
 * @param queueBytes bytes that may wait for one subscriber
 * @param stall time within which a client must read or send {@link StallDeadline#MIN_BYTES} of what
 *     it has begun
 * @param handshake time for the TLS handshake
 * @param connections clients that are signed in at the same time
 * @param connectsPerMinute sign-ins from one address; 0 for no limit
 */
public record MqttLimits(
    long clientBytes,
    long messageBytes,
    long queueBytes,
    Duration stall,
    Duration handshake,
    int connections,
    int connectsPerMinute) {

  public static MqttLimits of(Settings settings) {
    return new MqttLimits(
        settings.get(SensorSettings.MQTT_CLIENT_BYTES),
        settings.get(SensorSettings.MQTT_MESSAGE_BYTES),
        settings.get(SensorSettings.MQTT_QUEUE_BYTES),
        settings.get(SensorSettings.MQTT_STALL),
        settings.get(ConnectionSettings.TLS_HANDSHAKE_TIMEOUT),
        settings.get(ConnectionSettings.MQTT_CONNECTIONS),
        settings.get(SensorSettings.MQTT_CONNECTS));
  }
}
