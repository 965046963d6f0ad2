package io.glebe.core.sensor.model;

import io.glebe.core.time.Rfc3339;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A time value of SensorThings: an instant, or a period from a start to an end; written {@code
 * 2026-05-01T00:00:00Z} or {@code start/end}. Unlike a {@link io.glebe.core.time.TimeInterval} it
 * has no open end and keeps an instant and a period of one instant apart, since clients get their
 * values back in the form in which they sent them.
 *
 * @param end absent for an instant
 */
public record TimeSpan(Instant start, Optional<Instant> end) {
  /** Most characters of an instant or a period. */
  public static final int MAX_CHARACTERS = 100;

  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

  /** Parses either form; empty when the text is neither or is outside of the years 1 to 9999. */
  public static Optional<TimeSpan> parse(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length > 2 || text.length() > MAX_CHARACTERS) {
      return Optional.empty();
    }
    Optional<Instant> start = instant(parts[0]);
    if (parts.length == 1) {
      return start.map(s -> new TimeSpan(s, Optional.empty()));
    }
    Optional<Instant> end = instant(parts[1]);
    return start
        .filter(s -> end.isPresent() && !end.get().isBefore(s))
        .map(s -> new TimeSpan(s, end));
  }

  /**
   * Parses an instant with an offset, truncated to microseconds; empty when the text is invalid.
   */
  public static Optional<Instant> instant(String text) {
    return Rfc3339.instant(text)
        .map(instant -> instant.truncatedTo(ChronoUnit.MICROS))
        .filter(instant -> !instant.isBefore(EARLIEST) && !instant.isAfter(LATEST));
  }
}
