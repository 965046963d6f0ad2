package io.glebe.mqtt.packet;

import io.glebe.mqtt.message.Delivery;
import io.glebe.mqtt.message.RoutedMessage;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttConnAckVariableHeader;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageIdAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttPublishVariableHeader;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttSubAckMessage;
import io.netty.handler.codec.mqtt.MqttSubAckPayload;
import io.netty.handler.codec.mqtt.MqttUnsubAckMessage;
import io.netty.handler.codec.mqtt.MqttUnsubAckPayload;
import java.util.List;

/** Creates the packets that the server sends. The encoder omits reason codes for version 3.1.1. */
public final class Packets {
  /** Reason codes of MQTT 5 in DISCONNECT. */
  public static final int PROTOCOL_ERROR = 0x82;

  public static final int NOT_AUTHORIZED = 0x87;
  public static final int SERVER_SHUTTING_DOWN = 0x8B;
  public static final int KEEP_ALIVE_TIMEOUT = 0x8D;
  public static final int SESSION_TAKEN_OVER = 0x8E;
  public static final int PACKET_TOO_LARGE = 0x95;
  public static final int QUOTA_EXCEEDED = 0x97;

  /** Reason codes of acknowledgements. */
  public static final byte SUCCESS = 0x00;

  public static final byte UNKNOWN_PACKET_ID = (byte) 0x92;

  /** Bytes of a PUBLISH packet besides its topic and payload, with a few identifiers. */
  public static final int HEADER_BYTES = 32;

  private static final MqttMessage PONG =
      new MqttMessage(header(MqttMessageType.PINGRESP, MqttQoS.AT_MOST_ONCE, false));

  private Packets() {}

  private static MqttFixedHeader header(MqttMessageType type, MqttQoS qos, boolean retain) {
    return new MqttFixedHeader(type, false, qos, retain, 0);
  }

  public static MqttConnAckMessage refused(MqttConnectReturnCode code) {
    return connack(code, false, MqttProperties.NO_PROPERTIES);
  }

  /**
   * Creates the answer to a client that has signed in.
   *
   * @param present whether its session goes on from an earlier connection
   */
  public static MqttConnAckMessage connected(boolean present, MqttProperties properties) {
    return connack(MqttConnectReturnCode.CONNECTION_ACCEPTED, present, properties);
  }

  private static MqttConnAckMessage connack(
      MqttConnectReturnCode code, boolean present, MqttProperties properties) {
    return new MqttConnAckMessage(
        header(MqttMessageType.CONNACK, MqttQoS.AT_MOST_ONCE, false),
        new MqttConnAckVariableHeader(code, present, properties));
  }

  public static MqttMessage pong() {
    return PONG;
  }

  /** Creates PUBACK, PUBREC, PUBREL or PUBCOMP. */
  public static MqttMessage reply(MqttMessageType type, int id, byte reason) {
    return reply(type, id, reason, "");
  }

  /** The same with an explanation for a client of version 5. */
  public static MqttMessage reply(MqttMessageType type, int id, byte reason, String detail) {
    MqttProperties properties = MqttProperties.NO_PROPERTIES;
    if (!detail.isEmpty()) {
      properties = new MqttProperties();
      properties.add(new MqttProperties.StringProperty(MqttProperties.REASON_STRING, detail));
    }
    MqttQoS qos = type == MqttMessageType.PUBREL ? MqttQoS.AT_LEAST_ONCE : MqttQoS.AT_MOST_ONCE;
    return new MqttMessage(
        header(type, qos, false), new MqttPubReplyMessageVariableHeader(id, reason, properties));
  }

  public static MqttSubAckMessage subscribed(int id, List<Integer> codes) {
    return new MqttSubAckMessage(
        header(MqttMessageType.SUBACK, MqttQoS.AT_MOST_ONCE, false),
        new MqttMessageIdAndPropertiesVariableHeader(id, MqttProperties.NO_PROPERTIES),
        new MqttSubAckPayload(codes));
  }

  public static MqttUnsubAckMessage unsubscribed(int id, List<Short> codes) {
    return new MqttUnsubAckMessage(
        header(MqttMessageType.UNSUBACK, MqttQoS.AT_MOST_ONCE, false),
        new MqttMessageIdAndPropertiesVariableHeader(id, MqttProperties.NO_PROPERTIES),
        new MqttUnsubAckPayload(codes));
  }

  /**
   * Creates a message to a subscriber; the id is used only for quality of service 1 and 2.
   *
   * @param again whether it was sent before
   */
  public static MqttPublishMessage publish(RoutedMessage message, int id, boolean again) {
    Delivery delivery = message.delivery();
    return new MqttPublishMessage(
        new MqttFixedHeader(
            MqttMessageType.PUBLISH, again, MqttQoS.valueOf(message.qos()), delivery.retained(), 0),
        new MqttPublishVariableHeader(delivery.topic(), id, identifiers(message.identifiers())),
        Unpooled.wrappedBuffer(delivery.payload()));
  }

  private static MqttProperties identifiers(List<Integer> identifiers) {
    if (identifiers.isEmpty()) {
      return MqttProperties.NO_PROPERTIES;
    }
    MqttProperties properties = new MqttProperties();
    identifiers.forEach(
        id ->
            properties.add(
                new MqttProperties.IntegerProperty(MqttProperties.SUBSCRIPTION_IDENTIFIER, id)));
    return properties;
  }

  public static MqttMessage disconnect(int reason) {
    return new MqttMessage(
        header(MqttMessageType.DISCONNECT, MqttQoS.AT_MOST_ONCE, false),
        new MqttReasonCodeAndPropertiesVariableHeader((byte) reason, MqttProperties.NO_PROPERTIES));
  }
}
