package io.glebe.core.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of the sensor service and of MQTT. */
public final class SensorSettings {
  private static final SettingList LIST = new SettingList();

  public static final Setting<Optional<String>> MQTT_HOST =
      LIST.add(
          Setting.optional(
              "GLEBE_MQTT_HOST",
              "address the MQTT endpoint with TLS listens on; default the loopback interface in"
                  + " development, all interfaces in production"));

  public static final Setting<Integer> MQTTS_PORT =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTTS_PORT", 8883, 0, 65535, "port of the MQTT endpoint with TLS"));

  public static final Setting<Integer> MQTT_PORT =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTT_PORT",
              1883,
              0,
              65535,
              "port of the MQTT endpoint without TLS; only on the loopback interface and in the"
                  + " development profile"));

  public static final Setting<Optional<String>> MQTT_CERTIFICATE =
      LIST.add(
          Setting.optional(
              "GLEBE_MQTT_CERTIFICATE",
              "file (PEM) of the MQTT endpoint's certificate chain; default one of its own"));

  public static final Setting<Optional<String>> MQTT_KEY =
      LIST.add(
          Setting.optional(
              "GLEBE_MQTT_KEY", "file (PEM, PKCS#8) of the private key of that certificate"));

  public static final Setting<Optional<String>> MQTT_BROKER_CA =
      LIST.add(
          Setting.optional(
              "GLEBE_MQTT_BROKER_CA",
              "file (PEM) of the authority of the outside MQTT broker; default those Java trusts"));

  public static final Setting<Optional<String>> MQTT_BROKER_USER =
      LIST.add(Setting.optional("GLEBE_MQTT_BROKER_USER", "user name at the outside MQTT broker"));

  public static final Setting<Optional<String>> MQTT_BROKER_PASSWORD =
      LIST.add(Setting.secret("GLEBE_MQTT_BROKER_PASSWORD", "", "password of that user name"));

  public static final Setting<Duration> SENSOR_QUERY_LIMIT =
      LIST.add(
          Setting.duration(
              "GLEBE_SENSOR_QUERY_LIMIT",
              "20s",
              "longest time the database works on one read of the sensor service"));

  public static final Setting<Long> SENSOR_PAGE_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_SENSOR_PAGE_BYTES",
              "8M",
              "largest page of the sensor service; a longer one ends early with a link to the"
                  + " next"));

  public static final Setting<Integer> SENSOR_QUERY_CHARACTERS =
      LIST.add(
          Setting.integer(
              "GLEBE_SENSOR_QUERY_CHARACTERS",
              30_000,
              100,
              1_000_000,
              "characters of one query option of SensorThings; its nesting has a fixed limit"));

  public static final Setting<Integer> SENSOR_REMOVALS =
      LIST.add(
          Setting.integer(
              "GLEBE_SENSOR_REMOVALS",
              20_000,
              1,
              1_000_000,
              "entities that one request deletes by a filter"));

  public static final Setting<Integer> PATCH_OPERATIONS =
      LIST.add(
          Setting.integer(
              "GLEBE_PATCH_OPERATIONS",
              1_000,
              1,
              100_000,
              "operations of one JSON Patch of an entity of the sensor service"));

  public static final Setting<BatchForm> SENSOR_BATCH_FORM =
      LIST.add(
          Setting.choice(
              "GLEBE_SENSOR_BATCH_FORM",
              BatchForm.STANDARD,
              "text of multipart answers to $batch: that of the standards, or that of"
                  + " FROST-Server for clients that compare it"));

  public static final Setting<Integer> OBSERVATION_ROWS =
      LIST.add(
          Setting.integer(
              "GLEBE_OBSERVATION_ROWS",
              20_000,
              1,
              1_000_000,
              "rows of one CreateObservations request"));

  public static final Setting<Integer> LIVE_STREAMS =
      LIST.add(
          Setting.integer(
              "GLEBE_LIVE_STREAMS",
              500,
              1,
              100_000,
              "open streams of live observations of a process; more get 503"));

  public static final Setting<Integer> LIVE_STREAMS_PER_CALLER =
      LIST.add(
          Setting.integer(
              "GLEBE_LIVE_STREAMS_PER_CALLER",
              125,
              1,
              100_000,
              "of these, streams of one caller; more get 429"));

  public static final Setting<Optional<String>> MQTT_BROKER =
      LIST.add(
          Setting.optional(
              "GLEBE_MQTT_BROKER",
              "outside MQTT broker to bridge to, as mqtts://host:port; default the built-in"
                  + " endpoint"));

  public static final Setting<Optional<String>> MQTT_BROKER_CLIENT =
      LIST.add(
          Setting.optional(
              "GLEBE_MQTT_BROKER_CLIENT",
              "client id at the outside broker, different for every process; {host} stands for the"
                  + " host name; default one that is kept in the data folder"));

  public static final Setting<Duration> MQTT_BROKER_SESSION =
      LIST.add(
          Setting.duration(
              "GLEBE_MQTT_BROKER_SESSION",
              "1h",
              "0s",
              "30d",
              "how long the outside broker keeps messages for a process that is not connected"));

  public static final Setting<Duration> MQTT_BROKER_SILENCE =
      LIST.add(
          Setting.duration(
              "GLEBE_MQTT_BROKER_SILENCE",
              "1m",
              "15s",
              "1d",
              "time after which another process takes over the session of one that is gone, and"
                  + " stores the messages that wait there"));

  public static final Setting<Boolean> MQTT_BROKER_END =
      LIST.add(
          Setting.flag(
              "GLEBE_MQTT_BROKER_END",
              false,
              "end the session at the outside broker at a stop, so that other processes get all"
                  + " messages; for processes whose data folder is not kept"));

  public static final Setting<Boolean> MQTT_BROKER_PUBLISH =
      LIST.add(
          Setting.flag(
              "GLEBE_MQTT_BROKER_PUBLISH",
              true,
              "publish observations of requests at the outside broker, for its subscribers"));

  public static final Setting<Long> MQTT_CLIENT_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_MQTT_CLIENT_BYTES",
              "1M",
              "bytes of one MQTT client's messages that are received or stored; above it the client"
                  + " is not read"));

  public static final Setting<Long> MQTT_MESSAGE_BYTES =
      LIST.add(
          Setting.heapShare(
              "GLEBE_MQTT_MESSAGE_BYTES",
              "6%",
              "the same for all MQTT clients together, a quarter of it for small messages; and"
                  + " bytes that wait for all subscribers together; at most an eighth of the direct"
                  + " memory each"));

  public static final Setting<Long> MQTT_QUEUE_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_MQTT_QUEUE_BYTES",
              "4M",
              "bytes that may wait for one MQTT subscriber; above it the subscriber is"
                  + " disconnected"));

  public static final Setting<Long> MQTT_PACKET_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_MQTT_PACKET_BYTES",
              "256k",
              "1k",
              "1M",
              "largest packet of an MQTT client, at most GLEBE_MQTT_CLIENT_BYTES and"
                  + " GLEBE_MQTT_MESSAGE_BYTES; after a larger one the client is disconnected"));

  public static final Setting<Integer> MQTT_CLIENT_MESSAGES =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTT_CLIENT_MESSAGES",
              500,
              1,
              65_535,
              "messages of one MQTT client that are not stored yet; above it the client is not"
                  + " read"));

  public static final Setting<Integer> MQTT_SUBSCRIPTIONS =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTT_SUBSCRIPTIONS",
              200,
              1,
              100_000,
              "subscriptions of one MQTT client; more are refused in SUBACK"));

  public static final Setting<Integer> MQTT_QUEUE_MESSAGES =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTT_QUEUE_MESSAGES",
              2_000,
              1,
              1_000_000,
              "messages of quality of service 1 that may wait for one MQTT subscriber; above it"
                  + " the subscriber is disconnected"));

  public static final Setting<Integer> MQTT_UNACKNOWLEDGED =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTT_UNACKNOWLEDGED",
              100,
              1,
              10_000,
              "messages that are sent to one MQTT subscriber before it acknowledges one; more"
                  + " wait"));

  public static final Setting<Duration> MQTT_CONNECT_TIMEOUT =
      LIST.add(
          Setting.duration(
              "GLEBE_MQTT_CONNECT_TIMEOUT",
              "10s",
              "100ms",
              "10m",
              "time until an MQTT client sends CONNECT; then the connection is closed"));

  public static final Setting<Duration> MQTT_STALL =
      LIST.add(
          Setting.duration(
              "GLEBE_MQTT_STALL",
              "30s",
              "time within which an MQTT client must read or send 16 KiB of what it has begun;"
                  + " otherwise it is disconnected"));

  public static final Setting<Long> MQTT_BYTE_RATE =
      LIST.add(
          Setting.bytes(
              "GLEBE_MQTT_BYTE_RATE",
              "16M",
              "bytes of MQTT messages that one account may publish in a second; beyond it its"
                  + " clients are read more slowly; 0 limits nobody"));

  public static final Setting<Integer> MQTT_CONNECTS =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTT_CONNECTS",
              6_000,
              0,
              1_000_000,
              "MQTT sign-ins a minute from one address; 0 limits nobody"));

  public static final Setting<Integer> MQTT_SESSIONS =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTT_SESSIONS",
              1_000,
              0,
              1_000_000,
              "MQTT sessions of one account that outlive their connections; more are refused in"
                  + " CONNACK"));

  public static final Setting<Duration> MQTT_SESSION_EXPIRY =
      LIST.add(
          Setting.duration(
              "GLEBE_MQTT_SESSION_EXPIRY",
              "7d",
              "1s",
              "90d",
              "longest time for which an MQTT session stays without a connection; a client that"
                  + " asks for more gets this"));

  public static final Setting<Integer> MQTT_KEPT_MESSAGES =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTT_KEPT_MESSAGES",
              10_000_000,
              1_000,
              2_000_000_000,
              "messages that are kept for MQTT sessions, counted once for all sessions; beyond it"
                  + " the oldest are not kept any longer"));

  public static final Setting<Integer> MQTT_MAPPING_TEMPLATES =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTT_MAPPING_TEMPLATES",
              50,
              1,
              1_000,
              "templates of the MQTT mapping of one account"));

  public static final Setting<Integer> MQTT_MAPPED_VALUES =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTT_MAPPED_VALUES",
              100,
              1,
              2_000,
              "observations of one message that an MQTT mapping explains, and measures of one"
                  + " template"));

  public static final Setting<Integer> MQTT_MAPPED_DATASTREAMS =
      LIST.add(
          Setting.integer(
              "GLEBE_MQTT_MAPPED_DATASTREAMS",
              1_000,
              1,
              100_000,
              "Datastreams that the MQTT mapping of one account finds or creates; messages for more"
                  + " are refused"));

  private SensorSettings() {}

  /** The settings that contradict each other, one line each. */
  static List<String> contradictions(Settings settings) {
    return contradictions(
        settings, MQTT_PACKET_BYTES, List.of(MQTT_CLIENT_BYTES, MQTT_MESSAGE_BYTES));
  }

  /** Budgets that are smaller than one packet. */
  static List<String> contradictions(
      Settings settings, Setting<Long> packet, List<Setting<Long>> budgets) {
    return budgets.stream()
        .filter(budget -> settings.get(packet) > settings.get(budget))
        .map(
            budget ->
                packet.name()
                    + ": a packet of "
                    + settings.shown(packet)
                    + " is larger than "
                    + budget.name()
                    + ", "
                    + settings.shown(budget))
        .toList();
  }

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
