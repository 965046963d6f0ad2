package io.glebe.core.sensor;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * A moment, or a period from a start to an end; written {@code 2026-05-01T00:00:00Z} or {@code
 * start/end}.
 *
 * @param end absent for a moment
 */
public record TimeSpan(Instant start, Optional<Instant> end) {
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

  /** Reads either form; empty when the text is neither or lies outside of the years 1 to 9999. */
  public static Optional<TimeSpan> parse(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length > 2) {
      return Optional.empty();
    }
    Optional<Instant> start = moment(parts[0]);
    if (parts.length == 1) {
      return start.map(s -> new TimeSpan(s, Optional.empty()));
    }
    Optional<Instant> end = moment(parts[1]);
    return start
        .filter(s -> end.isPresent() && !end.get().isBefore(s))
        .map(s -> new TimeSpan(s, end));
  }

  /** A moment with an offset, cut to microseconds; empty when the text is none. */
  public static Optional<Instant> moment(String text) {
    try {
      Instant instant =
          OffsetDateTime.parse(text).toInstant().truncatedTo(java.time.temporal.ChronoUnit.MICROS);
      boolean sane = !instant.isBefore(EARLIEST) && !instant.isAfter(LATEST);
      return sane ? Optional.of(instant) : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
