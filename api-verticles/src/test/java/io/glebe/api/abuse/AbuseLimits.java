package io.glebe.api.abuse;

import java.time.Duration;

/**
 * What the good client and the machine may notice of an abuse.
 *
 * @param cachedTileMillis of 99 of 100 cached tiles
 * @param recordMillis of 99 of 100 records, written and read
 * @param mqttMillis of 99 of 100 MQTT messages until they are acknowledged
 * @param residentMegabytes of the process at any time
 * @param growthMegabytes that the process may keep after the abuse
 * @param recovery the time after which they are measured
 * @param warmUp the time that the platform serves the good client before anything is measured
 */
record AbuseLimits(
    int cachedTileMillis,
    int recordMillis,
    int mqttMillis,
    int residentMegabytes,
    int growthMegabytes,
    Duration recovery,
    Duration warmUp) {
  private static final int PROMISED_MEGABYTES = 1024;

  /** What the platform promises. */
  static final AbuseLimits PROMISED =
      new AbuseLimits(
          50, 200, 500, PROMISED_MEGABYTES, 200, Duration.ofSeconds(10), Duration.ofMinutes(1));

  /** What holds on a machine that has other work to do. */
  static final AbuseLimits GENEROUS =
      new AbuseLimits(
          5_000,
          10_000,
          10_000,
          PROMISED_MEGABYTES,
          500,
          Duration.ofMillis(500),
          Duration.ofSeconds(5));
}
