package io.glebe.core.cube.model;

import io.glebe.core.problem.Problem;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * The requested time: {@code latest}, an instant (exact), a date (the last slice of that UTC day),
 * an interval {@code a/b} with {@code ..} for an open end (its last slice), or {@code nearest:}
 * before an instant or a date.
 *
 * @param from first matching instant
 * @param to last matching instant
 * @param nearest selects the slice closest to {@code from}, at any distance
 */
public record Datetime(Optional<Instant> from, Optional<Instant> to, boolean nearest) {
  /** Selects the newest slice. */
  public static final Datetime LATEST = new Datetime(Optional.empty(), Optional.empty(), false);

  private static final String NEAREST = "nearest:";

  /** Parses the parameter; 400 lists the allowed forms. */
  public static Datetime parse(String text) {
    if (text.equals("latest") || text.isEmpty()) {
      return LATEST;
    }
    if (text.startsWith(NEAREST)) {
      return new Datetime(
          Optional.of(begin(text.substring(NEAREST.length()))), Optional.empty(), true);
    }
    int slash = text.indexOf('/');
    if (slash < 0) {
      return new Datetime(Optional.of(begin(text)), Optional.of(end(text)), false);
    }
    String left = text.substring(0, slash);
    String right = text.substring(slash + 1);
    Optional<Instant> from = open(left) ? Optional.empty() : Optional.of(begin(left));
    Optional<Instant> to = open(right) ? Optional.empty() : Optional.of(end(right));
    if (from.isPresent() && to.isPresent() && from.get().isAfter(to.get())) {
      throw fault("the interval ends before it begins");
    }
    return new Datetime(from, to, false);
  }

  /** Returns whether a slice of this instant matches. */
  public boolean covers(Instant instant) {
    return from.map(first -> !instant.isBefore(first)).orElse(true)
        && to.map(last -> !instant.isAfter(last)).orElse(true);
  }

  /**
   * Returns whether the period between two instants intersects this time; a missing period does
   * not.
   */
  public boolean touches(Optional<Instant> first, Optional<Instant> last) {
    if (first.isEmpty() && last.isEmpty()) {
      return false;
    }
    return to.map(end -> first.isEmpty() || !first.get().isAfter(end)).orElse(true)
        && from.map(begin -> last.isEmpty() || !last.get().isBefore(begin)).orElse(true);
  }

  private static boolean open(String bound) {
    return bound.isEmpty() || bound.equals("..");
  }

  private static Instant begin(String text) {
    return text.length() == 10
        ? date(text).atStartOfDay(ZoneOffset.UTC).toInstant()
        : instant(text);
  }

  private static Instant end(String text) {
    return text.length() == 10
        ? date(text).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant().minusMillis(1)
        : instant(text);
  }

  private static LocalDate date(String text) {
    try {
      return known(LocalDate.parse(text));
    } catch (DateTimeException e) {
      throw fault("'" + text + "' is no date");
    }
  }

  /** Parses an instant with an offset; accepts a plus sign that was decoded to a blank. */
  public static Instant instant(String text) {
    try {
      OffsetDateTime at = OffsetDateTime.parse(text.replace(' ', '+'));
      known(at.toLocalDate());
      return at.toInstant();
    } catch (DateTimeException e) {
      throw fault(
          "'" + text + "' is no time such as 2026-05-01T10:00:00Z, 2026-05-01, a/b or latest");
    }
  }

  /** Requires a year of four digits, the range of RFC 3339. */
  private static LocalDate known(LocalDate date) {
    if (date.getYear() < 0 || date.getYear() > 9999) {
      throw fault("the year lies outside of 0 to 9999");
    }
    return date;
  }

  private static Problem fault(String detail) {
    return Problem.malformedParameter("datetime", detail);
  }
}
