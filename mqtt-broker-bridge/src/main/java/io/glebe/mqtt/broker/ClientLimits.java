package io.glebe.mqtt.broker;

/**
 * The limits of one client of the MQTT server that are not settings, see {@link
 * io.glebe.mqtt.limit.MqttLimits}.
 */
final class ClientLimits {
  /** Number of consecutive dropped messages after which a subscriber is disconnected. */
  static final int MAX_DROPPED = 20_000;

  /** Number of bytes in a subscriber's socket buffer above which no messages are added. */
  static final int HIGH_WATER_BYTES = 1024 * 1024;

  static final int LOW_WATER_BYTES = 256 * 1024;

  /** Delay of the refusal after too many wrong passwords. */
  static final int DELAY_SECONDS = 1;

  /** Maximum number of clients with a delayed refusal; further ones are refused immediately. */
  static final int MAX_DELAYED = 1_000;

  /** Time within which a client that is disconnected must receive the reason. */
  static final int CLOSE_SECONDS = 5;

  /**
   * A client is disconnected after one and a half of its keep-alive intervals, as the standard
   * requires.
   */
  static final double KEEP_ALIVE_PATIENCE = 1.5;

  /** Maximum time that a stopping server waits for running commits. */
  static final int DRAIN_SECONDS = 15;

  private ClientLimits() {}
}
