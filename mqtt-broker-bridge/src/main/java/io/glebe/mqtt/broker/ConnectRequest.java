package io.glebe.mqtt.broker;

import io.glebe.core.problem.Problem;
import io.glebe.mqtt.limit.MqttLimits;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttProperties.StringProperty;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.util.Optional;
import java.util.UUID;

/**
 * The content of a CONNECT packet, and the answers to it.
 *
 * @param version protocol level: 4 is 3.1.1, 5 is 5
 * @param keepAliveSeconds 0 for none
 * @param receiveMaximum maximum number of unacknowledged messages that the client accepts
 * @param assigned whether the server chose the client id
 */
record ConnectRequest(
    int version,
    String clientId,
    boolean assigned,
    int keepAliveSeconds,
    int receiveMaximum,
    Optional<Will> will) {
  private static final int MAX_RECEIVE = 65_535;
  private static final int BUSY = 503;
  private static final int SLOWED = 429;

  /** The message that is published when the connection ends without DISCONNECT. */
  record Will(String topic, byte[] payload, int qos) {}

  static ConnectRequest of(MqttConnectMessage message) {
    String id = message.payload().clientIdentifier();
    boolean assigned = id == null || id.isEmpty();
    MqttProperties properties = message.variableHeader().properties();
    var receive = properties.getProperty(MqttProperties.RECEIVE_MAXIMUM);
    return new ConnectRequest(
        message.variableHeader().version(),
        assigned ? "glebe-" + UUID.randomUUID() : id,
        assigned,
        message.variableHeader().keepAliveTimeSeconds(),
        receive == null ? MAX_RECEIVE : (Integer) receive.value(),
        will(message));
  }

  private static Optional<Will> will(MqttConnectMessage message) {
    if (!message.variableHeader().isWillFlag()) {
      return Optional.empty();
    }
    return Optional.of(
        new Will(
            message.payload().willTopic(),
            message.payload().willMessageInBytes(),
            message.variableHeader().willQos()));
  }

  boolean isVersion5() {
    return version >= MqttVersion.MQTT_5.protocolLevel();
  }

  /** Returns the limits that a version 5 client receives. */
  MqttProperties connackProperties(MqttLimits.Client limits) {
    if (!isVersion5()) {
      return MqttProperties.NO_PROPERTIES;
    }
    MqttProperties properties = new MqttProperties();
    number(properties, MqttProperties.RECEIVE_MAXIMUM, limits.messages());
    number(properties, MqttProperties.MAXIMUM_PACKET_SIZE, limits.packetBytes());
    number(properties, MqttProperties.SHARED_SUBSCRIPTION_AVAILABLE, 0);
    number(properties, MqttProperties.SUBSCRIPTION_IDENTIFIER_AVAILABLE, 0);
    if (assigned) {
      properties.add(new StringProperty(MqttProperties.ASSIGNED_CLIENT_IDENTIFIER, clientId));
    }
    return properties;
  }

  private static void number(MqttProperties properties, int id, int value) {
    properties.add(new IntegerProperty(id, value));
  }

  MqttConnectReturnCode refusal(Throwable failure) {
    int status = failure instanceof Problem problem ? problem.status() : BUSY;
    boolean wrong = status == 401;
    if (isVersion5() && isSlowed(failure)) {
      return MqttConnectReturnCode.CONNECTION_REFUSED_CONNECTION_RATE_EXCEEDED;
    }
    if (isVersion5()) {
      return wrong
          ? MqttConnectReturnCode.CONNECTION_REFUSED_BAD_USERNAME_OR_PASSWORD
          : MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_BUSY;
    }
    return wrong
        ? MqttConnectReturnCode.CONNECTION_REFUSED_BAD_USER_NAME_OR_PASSWORD
        : MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE;
  }

  /** Returns whether the sign-in was refused because of too many failed attempts. */
  static boolean isSlowed(Throwable failure) {
    return failure instanceof Problem problem && problem.status() == SLOWED;
  }

  /** The refusal of an address that connects too often. */
  MqttConnectReturnCode tooOften() {
    return isVersion5()
        ? MqttConnectReturnCode.CONNECTION_REFUSED_CONNECTION_RATE_EXCEEDED
        : MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE;
  }

  MqttConnectReturnCode unavailable() {
    return isVersion5()
        ? MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE_5
        : MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE;
  }
}
