package io.glebe.core.sensor.aggregate;

import io.glebe.tile.series.Resolution;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;

/** The length of the buckets of a datastream's series. */
public enum SeriesStep {
  /** Hours of UTC, in every time zone. */
  HOUR("PT1H", Optional.empty()),
  DAY("P1D", Optional.of(Resolution.DAY)),
  /** ISO weeks, from Monday. */
  WEEK("P1W", Optional.of(Resolution.WEEK)),
  MONTH("P1M", Optional.of(Resolution.MONTH));

  private final String period;
  private final Optional<Resolution> resolution;

  SeriesStep(String period, Optional<Resolution> resolution) {
    this.period = period;
    this.resolution = resolution;
  }

  /** The step of an ISO 8601 period. */
  public static Optional<SeriesStep> ofPeriod(String period) {
    return Arrays.stream(values()).filter(step -> step.period.equals(period)).findFirst();
  }

  /** The start of the bucket that contains an instant. */
  Instant start(Instant time, ZoneId zone) {
    return resolution
        .map(buckets -> buckets.start(time, zone))
        .orElseGet(() -> time.truncatedTo(ChronoUnit.HOURS));
  }
}
