package io.glebe.core.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settings of alarm rules, their events, and the webhooks and browsers that get messages about
 * them.
 */
public final class AlarmSettings {
  private static final SettingList LIST = new SettingList();

  public static final Setting<Integer> RULES =
      LIST.add(
          Setting.integer(
              "GLEBE_ALARM_RULES", 200, 0, 10_000, "most alarm rules of a farm; 422 for more"));

  public static final Setting<Duration> INTERVAL =
      LIST.add(
          Setting.duration(
              "GLEBE_ALARM_INTERVAL",
              "10s",
              "1s",
              "1h",
              "interval of the checks for silent datastreams and due tasks, and for observations that"
                  + " other processes stored"));

  public static final Setting<Integer> DATASTREAMS =
      LIST.add(
          Setting.integer(
              "GLEBE_ALARM_DATASTREAMS",
              100_000,
              100,
              10_000_000,
              "datastreams of which a process remembers whether they have alarm rules"));

  public static final Setting<Integer> EVENT_DAYS =
      LIST.add(
          Setting.integer(
              "GLEBE_ALARM_EVENT_DAYS",
              365,
              1,
              36_500,
              "days after its last change at which an alarm event that has ended is deleted"));

  public static final Setting<Integer> WEBHOOKS =
      LIST.add(
          Setting.integer(
              "GLEBE_ALARM_WEBHOOKS", 10, 0, 1000, "most webhooks of a farm; 409 for more"));

  public static final Setting<Integer> QUEUE =
      LIST.add(
          Setting.integer(
              "GLEBE_ALARM_WEBHOOK_QUEUE",
              1000,
              1,
              100_000,
              "most messages that wait for one webhook; further ones are counted as refused"));

  public static final Setting<Integer> TRIES =
      LIST.add(
          Setting.integer(
              "GLEBE_ALARM_WEBHOOK_TRIES",
              8,
              1,
              100,
              "attempts after which a message to a webhook has failed"));

  public static final Setting<Duration> FIRST_PAUSE =
      LIST.add(
          Setting.duration(
              "GLEBE_ALARM_WEBHOOK_PAUSE",
              "5s",
              "100ms",
              "1h",
              "pause before the second attempt; each further one is four times as long, up to 1 h,"
                  + " and all vary by a quarter"));

  public static final Setting<Duration> TIMEOUT =
      LIST.add(
          Setting.duration(
              "GLEBE_ALARM_WEBHOOK_TIMEOUT", "10s", "100ms", "1m", "longest wait for an answer"));

  public static final Setting<AddressRanges> ADDRESSES =
      LIST.add(
          Setting.ranges(
              "GLEBE_ALARM_WEBHOOK_ADDRESSES",
              "addresses and ranges of private networks that webhooks may reach, such as"
                  + " 10.0.0.0/8; there also by http"));

  public static final Setting<Optional<String>> WEBHOOK_KEYS =
      LIST.add(
          Setting.secret(
              "GLEBE_ALARM_WEBHOOK_KEYS",
              "",
              "keys of 32 bytes in base64 that encrypt the stored secrets of webhooks,"
                  + " comma-separated; the first one encrypts, the others still decrypt"));

  public static final Setting<Integer> SUBSCRIPTIONS =
      LIST.add(
          Setting.integer(
              "GLEBE_ALARM_SUBSCRIPTIONS",
              10,
              0,
              100,
              "most browsers of a person that are notified of the alarms of a farm; 409 for more"));

  public static final Setting<Optional<String>> PUSH_KEY =
      LIST.add(
          Setting.secret(
              "GLEBE_ALARM_PUSH_KEY",
              "",
              "private JWK (EC P-256) by which the platform proves itself to push services;"
                  + " without it browsers are not notified of alarms"));

  private AlarmSettings() {}

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
