package io.glebe.core.config;

import java.time.Duration;
import java.util.List;

/** Settings of connections: how many there may be, and what one of them may do. */
public final class ConnectionSettings {
  private static final SettingList LIST = new SettingList();

  public static final Setting<Integer> HTTP_CONNECTIONS =
      LIST.add(
          Setting.integer(
              "GLEBE_HTTP_CONNECTIONS",
              10_000,
              1,
              1_000_000,
              "open HTTP connections of a process; more are closed when they are accepted"));

  public static final Setting<Integer> HTTP_CONNECTIONS_PER_ADDRESS =
      LIST.add(
          Setting.integer(
              "GLEBE_HTTP_CONNECTIONS_PER_ADDRESS",
              4_000,
              1,
              1_000_000,
              "of these, connections of one IPv4 address or IPv6 network (/64); the proxies of"
                  + " GLEBE_TRUST_FORWARDED have no limit of their own"));

  public static final Setting<Integer> HTTP_CONNECT_RATE =
      LIST.add(
          Setting.integer(
              "GLEBE_HTTP_CONNECT_RATE",
              500,
              0,
              1_000_000,
              "connections that one address may begin in a second; more wait for their turn, up to"
                  + " 2 s, and others are closed; 0 for no limit; not for the same proxies"));

  public static final Setting<Integer> MQTT_CONNECTIONS =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTT_CONNECTIONS",
              20_000,
              1,
              1_000_000,
              "open MQTT connections of a process; more are closed when they are accepted"));

  public static final Setting<Integer> MQTT_CONNECTIONS_PER_ADDRESS =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTT_CONNECTIONS_PER_ADDRESS",
              10_000,
              1,
              1_000_000,
              "of these, connections of one IPv4 address or IPv6 network (/64), with the same"
                  + " exception"));

  public static final Setting<Integer> MQTT_CONNECT_RATE =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTT_CONNECT_RATE",
              2_000,
              0,
              1_000_000,
              "MQTT connections that one address may begin in a second, as GLEBE_HTTP_CONNECT_RATE"));

  public static final Setting<Integer> MAX_LINE_BYTES =
      LIST.add(
          Setting.integer(
              "GLEBE_MAX_LINE_BYTES",
              16 * 1024,
              1024,
              1 << 20,
              "longest request line of HTTP/1.1, in bytes; beyond it 414"));

  public static final Setting<Integer> MAX_HEADER_BYTES =
      LIST.add(
          Setting.integer(
              "GLEBE_MAX_HEADER_BYTES",
              32 * 1024,
              1024,
              1 << 20,
              "all headers of a request together, in bytes; beyond it 431"));

  public static final Setting<Integer> MAX_HEADERS =
      LIST.add(
          Setting.integer(
              "GLEBE_MAX_HEADERS", 200, 20, 10_000, "headers of a request; beyond it 431"));

  public static final Setting<Integer> HTTP2_STREAMS =
      LIST.add(
          Setting.integer(
              "GLEBE_HTTP2_STREAMS",
              100,
              1,
              100_000,
              "concurrent requests of one HTTP/2 connection; more are reset (REFUSED_STREAM)"));

  public static final Setting<Integer> HTTP2_RESETS =
      LIST.add(
          Setting.integer(
              "GLEBE_HTTP2_RESETS",
              1_000,
              1,
              1_000_000,
              "requests that a client may reset on one HTTP/2 connection within 30 s; beyond it the"
                  + " connection is closed (ENHANCE_YOUR_CALM)"));

  public static final Setting<Integer> HTTP2_CONTROL_FRAMES =
      LIST.add(
          Setting.integer(
              "GLEBE_HTTP2_CONTROL_FRAMES",
              10_000,
              100,
              1_000_000,
              "frames SETTINGS, PING, PRIORITY, WINDOW_UPDATE and unknown ones of one HTTP/2"
                  + " connection within 30 s, beside one for 64 bytes of responses; beyond it the"
                  + " connection is closed (ENHANCE_YOUR_CALM)"));

  public static final Setting<Duration> TLS_HANDSHAKE_TIMEOUT =
      LIST.add(
          Setting.duration(
              "GLEBE_TLS_HANDSHAKE_TIMEOUT",
              "10s",
              "time for the TLS handshake of HTTP and MQTT; then the connection is closed"));

  public static final Setting<Duration> HEAD_TIMEOUT =
      LIST.add(
          Setting.duration(
              "GLEBE_HEAD_TIMEOUT",
              "30s",
              "time for the head of a request of HTTP/1.1; then the connection is closed"));

  public static final Setting<Long> DISCARD_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_DISCARD_BYTES",
              "32M",
              "0",
              "4G",
              "bytes of a refused body that are read and discarded, so that the connection can be"
                  + " used again; beyond it the connection is closed"));

  public static final Setting<Duration> DISCARD_TIMEOUT =
      LIST.add(
          Setting.duration(
              "GLEBE_DISCARD_TIMEOUT",
              "30s",
              "100ms",
              "10m",
              "time for that; then the connection is closed"));

  public static final Setting<Duration> DISCARD_PAUSE =
      LIST.add(
          Setting.duration(
              "GLEBE_DISCARD_PAUSE",
              "1s",
              "0s",
              "1m",
              "time after a refusal until the rest of a body of more than 64 KiB is read and"
                  + " discarded (HTTP/1.1), and after too many refusals (GLEBE_RATE_LIMITS)"));

  public static final Setting<Integer> MIN_CHUNK_BYTES =
      LIST.add(
          Setting.integer(
              "GLEBE_MIN_CHUNK_BYTES",
              16,
              0,
              16 * 1024,
              "mean bytes of the chunks of a body (HTTP/1.1), of its frames (HTTP/2) or of those of a"
                  + " WebSocket, of which 256 may be smaller; 0 for no limit; beyond it 400, or 1008"));

  private ConnectionSettings() {}

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
