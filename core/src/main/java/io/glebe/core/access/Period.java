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
  /** Without start and end. */
  public static final Period ALWAYS = new Period(Instant.MIN, Instant.MAX);

  /** The value of an invalid period: it grants nothing. */
  private static final Period NEVER = new Period(Instant.MAX, Instant.MIN);

  /** From {@code startsAt} and {@code endsAt} of a record; empty text means no limit. */
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
