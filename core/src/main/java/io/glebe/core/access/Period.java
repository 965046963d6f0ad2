package io.glebe.core.access;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;

/**
 * A time span; a date as start is its first instant and as end its last one, in UTC.
 *
 * @param from first instant within
 * @param until first instant after
 */
public record Period(Instant from, Instant until) {
  /** Without begin and end. */
  public static final Period ALWAYS = new Period(Instant.MIN, Instant.MAX);

  /** Never: what an unreadable period stands for, so that a fault opens nothing. */
  private static final Period NEVER = new Period(Instant.MAX, Instant.MIN);

  /** From {@code startsAt} and {@code endsAt} as records hold them; empty text means open. */
  public static Period of(String startsAt, String endsAt) {
    try {
      Instant from = startsAt.isEmpty() ? Instant.MIN : instant(startsAt, 0);
      Instant until = endsAt.isEmpty() ? Instant.MAX : instant(endsAt, 1);
      return new Period(from, until);
    } catch (DateTimeParseException e) {
      return NEVER;
    }
  }

  private static Instant instant(String text, int daysAfterDate) {
    return text.indexOf('T') < 0
        ? LocalDate.parse(text).plusDays(daysAfterDate).atStartOfDay(ZoneOffset.UTC).toInstant()
        : OffsetDateTime.parse(text).toInstant();
  }

  /** Whether the moment lies within. */
  public boolean holds(Instant moment) {
    return !moment.isBefore(from) && moment.isBefore(until);
  }

  /** Whether this period includes the whole of the other one. */
  public boolean covers(Period other) {
    return !other.from.isBefore(from) && !other.until.isAfter(until);
  }

  /** What lies in both. */
  public Period and(Period other) {
    return new Period(
        from.isAfter(other.from) ? from : other.from,
        until.isBefore(other.until) ? until : other.until);
  }
}
