package io.glebe.core.time;

import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.TemporalUnit;
import java.util.Optional;

/**
 * An interval of time. Both ends belong to it, so that an instant is an interval too; an absent end
 * is open. The ends are not compared: nothing lies within an interval that ends before it begins.
 *
 * @param from the first instant
 * @param until the last instant
 */
public record TimeInterval(Optional<Instant> from, Optional<Instant> until) {
  /** All time. */
  public static final TimeInterval ALL = new TimeInterval(Optional.empty(), Optional.empty());

  /** Returns the interval of one instant. */
  public static TimeInterval at(Instant instant) {
    return new TimeInterval(Optional.of(instant), Optional.of(instant));
  }

  /**
   * Returns a date in UTC.
   *
   * @param resolution the distance of its last instant from the next date
   */
  public static TimeInterval of(LocalDate date, TemporalUnit resolution) {
    Instant last = Rfc3339.start(date.plusDays(1)).minus(1, resolution);
    return new TimeInterval(Optional.of(Rfc3339.start(date)), Optional.of(last));
  }

  /** Parses an instant, or a date in UTC; empty for any other text. */
  public static Optional<TimeInterval> parse(String text, TemporalUnit resolution) {
    return Rfc3339.isDate(text)
        ? Rfc3339.date(text).map(date -> of(date, resolution))
        : Rfc3339.instant(text).map(TimeInterval::at);
  }

  /** Returns the first instant, or the earliest of all when it is open. */
  public Instant first() {
    return from.orElse(Instant.MIN);
  }

  /** Returns the last instant, or the latest of all when it is open. */
  public Instant last() {
    return until.orElse(Instant.MAX);
  }

  /** Returns whether the instant lies within. */
  public boolean contains(Instant instant) {
    return !instant.isBefore(first()) && !instant.isAfter(last());
  }

  /**
   * Returns whether it intersects the time of a thing, whose ends may be open. A thing without any
   * time does not match.
   */
  public boolean intersects(Optional<Instant> begin, Optional<Instant> end) {
    return (begin.isPresent() || end.isPresent())
        && !begin.orElse(Instant.MIN).isAfter(last())
        && !end.orElse(Instant.MAX).isBefore(first());
  }
}
