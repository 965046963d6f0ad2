package io.glebe.mqtt.packet;

import io.glebe.core.problem.Problem;
import io.glebe.mqtt.limit.MqttLimits;
import io.glebe.mqtt.session.ClientSessions;
import io.glebe.mqtt.session.Session;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttProperties.StringProperty;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * The content of a CONNECT packet, and the answers to it.
 *
 * @param version protocol level: 4 is 3.1.1, 5 is 5
 * @param keepAliveSeconds 0 for none
 * @param receiveMaximum maximum number of unacknowledged messages that the client accepts
 * @param maximumPacket bytes of a packet that the client accepts
 * @param assigned whether the server chose the client id
 * @param fresh whether an earlier session of the client ends
 * @param expirySeconds how long the session is to stay after the connection; empty for always
 * @param wantsReasons whether refusals are explained
 */
public record ConnectRequest(
    int version,
    String clientId,
    boolean assigned,
    int keepAliveSeconds,
    int receiveMaximum,
    int maximumPacket,
    boolean fresh,
    Optional<Long> expirySeconds,
    boolean wantsReasons,
    Optional<Will> will) {
  /** Maximum length of a client identifier in characters. */
  public static final int MAX_CLIENT_ID = 256;

  private static final int MAX_RECEIVE = 65_535;
  private static final long ALWAYS = 0xFFFF_FFFFL;
  private static final int BUSY = 503;
  private static final int SLOWED = 429;
  private static final int CONFLICT = 409;

  /**
   * The message that is published when the connection ends without DISCONNECT.
   *
   * @param delaySeconds time in which a new connection prevents it
   */
  public record Will(String topic, byte[] payload, int qos, long delaySeconds) {}

  /** Whether the packet violates the protocol in a way that the decoder accepts. */
  public static boolean isMalformed(MqttConnectMessage message) {
    return message.variableHeader().willQos() > MqttQoS.EXACTLY_ONCE.value();
  }

  public static ConnectRequest of(MqttConnectMessage message) {
    String id = message.payload().clientIdentifier();
    boolean assigned = id == null || id.isEmpty();
    MqttProperties properties = message.variableHeader().properties();
    boolean fresh = message.variableHeader().isCleanSession();
    int version = message.variableHeader().version();
    return new ConnectRequest(
        version,
        assigned ? "glebe-" + UUID.randomUUID() : id,
        assigned,
        message.variableHeader().keepAliveTimeSeconds(),
        number(properties, MqttProperties.RECEIVE_MAXIMUM, MAX_RECEIVE),
        number(properties, MqttProperties.MAXIMUM_PACKET_SIZE, Integer.MAX_VALUE),
        fresh,
        isVersion5(version) ? expiry(properties) : fresh ? Optional.of(0L) : Optional.empty(),
        number(properties, MqttProperties.REQUEST_PROBLEM_INFORMATION, 1) != 0,
        will(message));
  }

  private static int number(MqttProperties properties, int id, int otherwise) {
    var property = properties.getProperty(id);
    int value = property == null ? otherwise : (Integer) property.value();
    return value <= 0 && id == MqttProperties.MAXIMUM_PACKET_SIZE ? Integer.MAX_VALUE : value;
  }

  private static Optional<Long> expiry(MqttProperties properties) {
    long seconds =
        Integer.toUnsignedLong(number(properties, MqttProperties.SESSION_EXPIRY_INTERVAL, 0));
    return seconds == ALWAYS ? Optional.empty() : Optional.of(seconds);
  }

  private static Optional<Will> will(MqttConnectMessage message) {
    if (!message.variableHeader().isWillFlag()) {
      return Optional.empty();
    }
    return Optional.of(
        new Will(
            message.payload().willTopic(),
            message.payload().willMessageInBytes(),
            message.variableHeader().willQos(),
            Integer.toUnsignedLong(
                number(
                    message.payload().willProperties(), MqttProperties.WILL_DELAY_INTERVAL, 0))));
  }

  public boolean isVersion5() {
    return isVersion5(version);
  }

  private static boolean isVersion5(int version) {
    return version >= MqttVersion.MQTT_5.protocolLevel();
  }

  /** Returns what the client asks of its session, within the limit. */
  public ClientSessions.Wish wish(Duration longest) {
    Duration expiry =
        expirySeconds
            .map(Duration::ofSeconds)
            .filter(wanted -> wanted.compareTo(longest) < 0)
            .orElse(longest);
    return new ClientSessions.Wish(fresh, expiry, assigned);
  }

  /** Returns the limits that a version 5 client receives. */
  public MqttProperties connackProperties(MqttLimits.Client limits, Session session) {
    if (!isVersion5()) {
      return MqttProperties.NO_PROPERTIES;
    }
    MqttProperties properties = new MqttProperties();
    add(
        properties,
        MqttProperties.SESSION_EXPIRY_INTERVAL,
        Math.toIntExact(session.expiry().toSeconds()));
    add(properties, MqttProperties.RECEIVE_MAXIMUM, limits.messages());
    add(properties, MqttProperties.MAXIMUM_PACKET_SIZE, limits.packetBytes());
    if (assigned) {
      properties.add(new StringProperty(MqttProperties.ASSIGNED_CLIENT_IDENTIFIER, clientId));
    }
    return properties;
  }

  private static void add(MqttProperties properties, int id, int value) {
    properties.add(new IntegerProperty(id, value));
  }

  public MqttConnectReturnCode refusal(Throwable failure) {
    int status = failure instanceof Problem problem ? problem.status() : BUSY;
    boolean wrong = status == 401;
    if (isVersion5() && isSlowed(failure)) {
      return MqttConnectReturnCode.CONNECTION_REFUSED_CONNECTION_RATE_EXCEEDED;
    }
    if (isVersion5() && status == CONFLICT) {
      return MqttConnectReturnCode.CONNECTION_REFUSED_QUOTA_EXCEEDED;
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
  public static boolean isSlowed(Throwable failure) {
    return failure instanceof Problem problem && problem.status() == SLOWED;
  }

  /** Returns whether a session is asked for that nobody could find again. */
  public boolean isNameless() {
    return assigned && !isVersion5() && !fresh;
  }

  /** The refusal of a client id that is too long. */
  public MqttConnectReturnCode wrongClientId() {
    return isVersion5()
        ? MqttConnectReturnCode.CONNECTION_REFUSED_CLIENT_IDENTIFIER_NOT_VALID
        : MqttConnectReturnCode.CONNECTION_REFUSED_IDENTIFIER_REJECTED;
  }

  /** The refusal of an address that connects too often. */
  public MqttConnectReturnCode tooOften() {
    return isVersion5()
        ? MqttConnectReturnCode.CONNECTION_REFUSED_CONNECTION_RATE_EXCEEDED
        : MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE;
  }

  public MqttConnectReturnCode unavailable() {
    return isVersion5()
        ? MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE_5
        : MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE;
  }
}
