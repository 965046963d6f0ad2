package io.glebe.core.feature;

import io.glebe.core.problem.Problem;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * The parameter {@code datetime}: an instant, a day, or an interval whose ends are included and may
 * be open ({@code ..} or nothing).
 */
public record TimeWindow(Optional<Instant> from, Optional<Instant> until) {
  private static final String NAME = "datetime";

  public static TimeWindow parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      return new TimeWindow(Optional.of(begin(text)), Optional.of(end(text)));
    }
    String first = text.substring(0, slash);
    String last = text.substring(slash + 1);
    if (isOpen(first) && isOpen(last)) {
      throw Problem.malformedParameter(NAME, "an interval has at least one end");
    }
    Optional<Instant> from = isOpen(first) ? Optional.empty() : Optional.of(begin(first));
    Optional<Instant> until = isOpen(last) ? Optional.empty() : Optional.of(end(last));
    if (from.isPresent() && until.isPresent() && from.get().isAfter(until.get())) {
      throw Problem.malformedParameter(NAME, "the interval ends before it begins");
    }
    return new TimeWindow(from, until);
  }

  private static boolean isOpen(String text) {
    return text.isEmpty() || text.equals("..");
  }

  private static Instant begin(String text) {
    return isDay(text) ? day(text).atStartOfDay(ZoneOffset.UTC).toInstant() : instant(text);
  }

  private static Instant end(String text) {
    return isDay(text)
        ? day(text).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant().minusNanos(1000)
        : instant(text);
  }

  private static boolean isDay(String text) {
    return text.length() == "2026-01-01".length();
  }

  private static LocalDate day(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeException e) {
      throw refusal();
    }
  }

  private static Instant instant(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw refusal();
    }
  }

  private static Problem refusal() {
    return Problem.malformedParameter(
        NAME, "must be a time such as 2026-05-01T00:00:00Z, a day, or an interval of them");
  }
}
