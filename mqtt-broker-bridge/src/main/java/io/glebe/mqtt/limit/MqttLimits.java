package io.glebe.mqtt.limit;

import io.glebe.core.config.AddressRanges;
import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.MemoryShares;
import io.glebe.core.config.MqttShareSettings;
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
 * @param byteRate bytes of messages that one account may publish in a second; 0 for no limit
 * @param shares what one address and one account may hold
 * @param sessions limits of sessions that outlive their connections
 * @param client limits of one client besides its bytes
 */
public record MqttLimits(
    long clientBytes,
    long messageBytes,
    long queueBytes,
    Duration stall,
    Duration handshake,
    int connections,
    int connectsPerMinute,
    long byteRate,
    Shares shares,
    Sessions sessions,
    Client client) {
  private static final int PERCENT = 100;

  /**
   * What one address and one account may hold of what all clients share.
   *
   * @param accountPercent per cent of the bytes of messages that one account may hold
   * @param signIn bytes of all clients that have not signed in
   * @param signInOfAddress of these, bytes of one address
   * @param wills bytes of the wills of all clients
   * @param proxies addresses that many clients share
   */
  public record Shares(
      int accountPercent, long signIn, long signInOfAddress, long wills, AddressRanges proxies) {
    static Shares of(Settings settings) {
      return new Shares(
          settings.get(MqttShareSettings.MQTT_ACCOUNT_SHARE),
          settings.get(MqttShareSettings.MQTT_SIGN_IN_BYTES),
          settings.get(MqttShareSettings.MQTT_SIGN_IN_BYTES_PER_ADDRESS),
          settings.get(MqttShareSettings.MQTT_WILL_BYTES),
          settings.get(HttpSettings.TRUST_FORWARDED));
    }

    /** Bytes that one account may hold of those of all. */
    public long ofAccount(long bytes) {
      return bytes * accountPercent / PERCENT;
    }
  }

  /**
   * Limits of sessions.
   *
   * @param ofAccount stored sessions of one account
   * @param expiry longest time for which a session stays without a connection
   * @param kept messages that are kept for sessions, of all datastreams together
   */
  public record Sessions(int ofAccount, Duration expiry, long kept) {
    static Sessions of(Settings settings) {
      return new Sessions(
          settings.get(SensorSettings.MQTT_SESSIONS),
          settings.get(SensorSettings.MQTT_SESSION_EXPIRY),
          settings.get(SensorSettings.MQTT_KEPT_MESSAGES));
    }
  }

  /**
   * Limits of one client.
   *
   * @param packetBytes bytes of a packet
   * @param connectBytes bytes of a CONNECT packet
   * @param messages messages that are not stored yet, above which the client is not read
   * @param subscriptions its subscriptions
   * @param queuedMessages messages of quality of service 1 that may wait for it
   * @param unacknowledged messages that are sent to it before it acknowledges one
   * @param connectTimeout time until CONNECT
   * @param frameBytes mean bytes of frames of a WebSocket that leave a packet unfinished; 0 for no
   *     limit
   */
  public record Client(
      int packetBytes,
      int connectBytes,
      int messages,
      int subscriptions,
      int queuedMessages,
      int unacknowledged,
      Duration connectTimeout,
      int frameBytes) {

    static Client of(Settings settings) {
      return new Client(
          Math.toIntExact(settings.get(SensorSettings.MQTT_PACKET_BYTES)),
          Math.toIntExact(settings.get(MqttShareSettings.MQTT_CONNECT_BYTES)),
          settings.get(SensorSettings.MQTT_CLIENT_MESSAGES),
          settings.get(SensorSettings.MQTT_SUBSCRIPTIONS),
          settings.get(SensorSettings.MQTT_QUEUE_MESSAGES),
          settings.get(SensorSettings.MQTT_UNACKNOWLEDGED),
          settings.get(SensorSettings.MQTT_CONNECT_TIMEOUT),
          settings.get(ConnectionSettings.MIN_CHUNK_BYTES));
    }

    /** Messages that are not stored yet at which the client is read again. */
    public int resumeAt() {
      return messages / 2;
    }
  }

  public static MqttLimits of(Settings settings) {
    return new MqttLimits(
        settings.get(SensorSettings.MQTT_CLIENT_BYTES),
        MemoryShares.messages(settings),
        settings.get(SensorSettings.MQTT_QUEUE_BYTES),
        settings.get(SensorSettings.MQTT_STALL),
        settings.get(ConnectionSettings.TLS_HANDSHAKE_TIMEOUT),
        settings.get(ConnectionSettings.MQTT_CONNECTIONS),
        settings.get(SensorSettings.MQTT_CONNECTS),
        settings.get(SensorSettings.MQTT_BYTE_RATE),
        Shares.of(settings),
        Sessions.of(settings),
        Client.of(settings));
  }
}
