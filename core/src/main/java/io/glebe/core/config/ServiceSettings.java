package io.glebe.core.config;

import java.time.Duration;
import java.util.List;

/** Settings of the service registry and of commissions. */
public final class ServiceSettings {
  private static final SettingList LIST = new SettingList();

  public static final Setting<Boolean> REGISTRY =
      LIST.add(
          Setting.flag("GLEBE_SERVICE_REGISTRY", false, "serve the service registry at /services"));

  public static final Setting<Integer> SERVICES =
      LIST.add(
          Setting.integer(
              "GLEBE_SERVICES", 200, 1, 100_000, "most services of the registry; 409 for more"));

  public static final Setting<Integer> SERVICES_PER_MAINTAINER =
      LIST.add(
          Setting.integer(
              "GLEBE_SERVICES_PER_MAINTAINER",
              150,
              1,
              100_000,
              "most services that one maintainer has made; 409 for more"));

  public static final Setting<Duration> TOKEN_LIFE =
      LIST.add(
          Setting.duration(
              "GLEBE_SERVICE_TOKEN_LIFE", "1h", "1m", "1d", "validity of a token of a service"));

  public static final Setting<Integer> TOKENS =
      LIST.add(
          Setting.integer(
              "GLEBE_SERVICE_TOKENS",
              20,
              1,
              1000,
              "valid tokens of one service; a further one ends the oldest"));

  public static final Setting<Integer> QUEUE =
      LIST.add(
          Setting.integer(
              "GLEBE_SERVICE_QUEUE",
              1000,
              1,
              1_000_000,
              "most messages of a service that are not acknowledged; 409 for more"));

  public static final Setting<Duration> TIMEOUT =
      LIST.add(
          Setting.duration(
              "GLEBE_SERVICE_TIMEOUT",
              "5m",
              "1s",
              "7d",
              "time after which a message that is not acknowledged is delivered again"));

  public static final Setting<Integer> TRIES =
      LIST.add(
          Setting.integer(
              "GLEBE_SERVICE_TRIES", 5, 1, 1000, "deliveries after which a message is dead"));

  public static final Setting<Integer> STREAMS =
      LIST.add(
          Setting.integer(
              "GLEBE_SERVICE_STREAMS", 200, 1, 100_000, "open streams of messages; 503 for more"));

  public static final Setting<Integer> STREAMS_OF_SERVICE =
      LIST.add(
          Setting.integer(
              "GLEBE_SERVICE_STREAMS_PER_SERVICE",
              4,
              1,
              1000,
              "of these, of one service; 429 for more"));

  public static final Setting<Integer> OPEN_OF_FARM =
      LIST.add(
          Setting.integer(
              "GLEBE_COMMISSIONS", 100, 1, 100_000, "most open commissions of a farm; 409"));

  public static final Setting<Integer> FIELDS =
      LIST.add(
          Setting.integer(
              "GLEBE_COMMISSION_FIELDS", 500, 1, 10_000, "most fields of a commission"));

  public static final Setting<Duration> LONGEST =
      LIST.add(
          Setting.duration(
              "GLEBE_COMMISSION_TIME",
              "366d",
              "1m",
              "3660d",
              "time from the order after which a commission must have ended"));

  public static final Setting<Long> COMMISSION_BYTES =
      LIST.add(Setting.bytes("GLEBE_COMMISSION_BYTES", "64K", "largest commission; 413 above"));

  private ServiceSettings() {}

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
