package io.glebe.core.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of the behaviour while systems behind the platform fail, and at a stop. */
public final class FaultSettings {
  private static final SettingList LIST = new SettingList();

  public static final Setting<Duration> ACCESS_AGE =
      LIST.add(
          Setting.duration(
              "GLEBE_ACCESS_AGE",
              "10s",
              "3s",
              "10m",
              "time for which a process that hears no changes of the database, such as revocations,"
                  + " still admits callers; after it 503 with Retry-After"));

  public static final Setting<Duration> GRANTS_AGE =
      LIST.add(
          Setting.duration(
              "GLEBE_GRANTS_AGE",
              "1m",
              "1s",
              "1h",
              "time after which the rights of a subject are read again, also without a notified"
                  + " change"));

  public static final Setting<Duration> STORE_INTERVAL =
      LIST.add(
          Setting.duration(
              "GLEBE_STORE_INTERVAL",
              "5s",
              "100ms",
              "10m",
              "pause between two checks of the object stores and of free space, for readiness and"
                  + " metrics"));

  public static final Setting<Boolean> JVM_EVENTS =
      LIST.add(
          Setting.flag(
              "GLEBE_JVM_EVENTS",
              false,
              "counts and logs when the JVM reports that threads were stopped, or waited for a lock,"
                  + " memory or the disk, for long"));

  public static final Setting<Long> FREE_SPACE =
      LIST.add(
          Setting.bytes(
              "GLEBE_FREE_SPACE",
              "256M",
              "free space of the data folder and of stores in folders below which the process is"
                  + " not ready; 0 switches the check off"));

  public static final Setting<Duration> OBSERVATION_WAIT =
      LIST.add(
          Setting.duration(
              "GLEBE_OBSERVATION_WAIT",
              "5s",
              "100ms",
              "10m",
              "how long a request that creates an observation waits until it is stored; then 503"
                  + " with Retry-After"));

  public static final Setting<Optional<Duration>> STOP_DELAY =
      LIST.add(
          new Setting<>(
              "GLEBE_STOP_DELAY",
              "duration (ms, s, m, h, d), optional",
              "",
              "time between the end of readiness and the end of listening at a stop, for balancers"
                  + " to notice; default 5s with GLEBE_TRUST_FORWARDED, otherwise 0s",
              false,
              text ->
                  text.isBlank() ? Optional.empty() : Optional.of(Setting.parseDuration(text))));

  private static final Duration BEHIND_BALANCER = Duration.ofSeconds(5);

  private FaultSettings() {}

  /** Returns the time between the end of readiness and the end of listening. */
  public static Duration stopDelay(Settings settings) {
    return settings
        .get(STOP_DELAY)
        .orElse(
            settings.get(HttpSettings.TRUST_FORWARDED).isEmpty() ? Duration.ZERO : BEHIND_BALANCER);
  }

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
