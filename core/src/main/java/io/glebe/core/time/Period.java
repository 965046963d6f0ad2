package io.glebe.core.time;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/**
 * The period from {@code startsAt} to {@code endsAt} of a record; a date as start is its first
 * instant and as end its last one, in UTC. Unlike a {@link TimeInterval}, which a caller asks for,
 * it does not hold its end, so that consecutive periods share no instant, also where a date ends
 * one.
 *
 * @param from first instant within
 * @param until first instant after
 */
public record Period(Instant from, Instant until) {
  /** Without start and end. */
  public static final Period ALWAYS = new Period(Instant.MIN, Instant.MAX);

  /** The value of an invalid period: it grants nothing. */
  private static final Period NEVER = new Period(Instant.MAX, Instant.MIN);

  /** From {@code startsAt} and {@code endsAt} of a record; empty text means no limit. */
  public static Period of(String startsAt, String endsAt) {
    Optional<Instant> from =
        startsAt.isEmpty() ? Optional.of(Instant.MIN) : Rfc3339.first(startsAt);
    Optional<Instant> until = endsAt.isEmpty() ? Optional.of(Instant.MAX) : end(endsAt);
    return from.isPresent() && until.isPresent() ? new Period(from.get(), until.get()) : NEVER;
  }

  private static Optional<Instant> end(String text) {
    Optional<LocalDate> date = Rfc3339.date(text);
    return date.isPresent() ? date.map(day -> Rfc3339.start(day.plusDays(1))) : Rfc3339.first(text);
  }

  /** Whether the time lies within the period. */
  public boolean holds(Instant time) {
    return !time.isBefore(from) && time.isBefore(until);
  }

  /** Whether this period includes the whole of the other one. */
  public boolean covers(Period other) {
    return !other.from.isBefore(from) && !other.until.isAfter(until);
  }

  /** The intersection of both periods. */
  public Period and(Period other) {
    return new Period(
        from.isAfter(other.from) ? from : other.from,
        until.isBefore(other.until) ? until : other.until);
  }
}
