package io.glebe.tile.series;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.Arrays;
import java.util.Optional;

/** Groups instants into buckets. Days, weeks and months follow a time zone. */
public enum Resolution {
  /** One bucket per slice. */
  SLICE(""),
  DAY("P1D"),
  /** ISO weeks, from Monday. */
  WEEK("P1W"),
  MONTH("P1M"),
  /** One bucket for all slices. */
  ALL("");

  private final String period;

  Resolution(String period) {
    this.period = period;
  }

  /** The resolution of an ISO 8601 period: P1D, P1W or P1M. */
  public static Optional<Resolution> ofPeriod(String period) {
    return Arrays.stream(values())
        .filter(r -> !r.period.isEmpty() && r.period.equals(period))
        .findFirst();
  }

  /** The start of the bucket that contains an instant. */
  public Instant start(Instant time, ZoneId zone) {
    LocalDate day = time.atZone(zone).toLocalDate();
    return switch (this) {
      case SLICE -> time;
      case ALL -> Instant.MIN;
      case DAY -> day.atStartOfDay(zone).toInstant();
      case WEEK ->
          day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
              .atStartOfDay(zone)
              .toInstant();
      case MONTH -> day.withDayOfMonth(1).atStartOfDay(zone).toInstant();
    };
  }
}
