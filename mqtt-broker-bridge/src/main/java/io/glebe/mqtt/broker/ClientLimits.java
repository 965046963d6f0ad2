package io.glebe.mqtt.broker;

/** What one client may ask of the endpoint. */
final class ClientLimits {
  /** Largest packet, in bytes; an observation may have 100,000 characters. */
  static final int MAX_PACKET_BYTES = 256 * 1024;

  /** Longest client identifier, in characters. */
  static final int MAX_CLIENT_ID = 256;

  /** Messages of a client that wait for their commit before it is read no more. */
  static final int MAX_UNDER_WAY = 500;

  /** Messages under way from which on a client is read again. */
  static final int RESUME_AT = 250;

  /** Packets a client may send before it has been let in. */
  static final int MAX_EARLY = 1_000;

  /** Subscriptions of a client. */
  static final int MAX_SUBSCRIPTIONS = 200;

  /** Messages to a subscriber without its acknowledgement. */
  static final int MAX_UNACKNOWLEDGED = 100;

  /** Messages of quality of service 1 that wait for a subscriber; one more disconnects it. */
  static final int MAX_QUEUED = 2_000;

  /** Messages dropped in a row before a subscriber is disconnected. */
  static final int MAX_DROPPED = 20_000;

  /** Bytes that wait for a subscriber's socket; above the first number nothing is added. */
  static final int HIGH_WATER_BYTES = 1024 * 1024;

  static final int LOW_WATER_BYTES = 256 * 1024;

  /** Connections of the endpoint. */
  static final int MAX_CONNECTIONS = 20_000;

  /** How long a client waits for its refusal after too many wrong passwords. */
  static final int DELAY_SECONDS = 1;

  /** Clients that wait so; more are refused at once. */
  static final int MAX_DELAYED = 1_000;

  /** How long a connection may take to say who it is. */
  static final int CONNECT_SECONDS = 10;

  /** A client is gone after one and a half of its keep-alive intervals, as the standard says. */
  static final double KEEP_ALIVE_PATIENCE = 1.5;

  /** How long a stopping endpoint waits for commits under way. */
  static final int DRAIN_SECONDS = 15;

  private ClientLimits() {}
}
