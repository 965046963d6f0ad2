package io.glebe.core.time;

import io.glebe.core.problem.Problem;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The parser of the parameter {@code datetime} of the OGC APIs: an instant, a date, or an interval
 * {@code a/b} of them with {@code ..} or nothing for one open end: an interval without any end is
 * none in the grammar of the standards. The ends belong to the interval. Its components are the
 * differences between the interfaces:
 *
 * @param instants parses an instant; empty for an invalid text
 * @param dates the distance of the last instant of a date from the next date, which is the
 *     resolution of the stored times; empty where a date is not accepted
 * @param single whether an instant or a date without an interval is accepted
 */
public record DatetimeSyntax(
    Function<String, Optional<Instant>> instants, Optional<ChronoUnit> dates, boolean single) {
  private static final String NAME = "datetime";

  /** A time of RFC 3339: with seconds, digits behind a decimal point, and an offset. */
  private static final Pattern TIME =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+ -]\\d\\d:\\d\\d)",
          Pattern.CASE_INSENSITIVE);

  /** Digits below a nanosecond, which no time that is stored has. */
  private static final Pattern TOO_FINE = Pattern.compile("(\\.\\d{9})\\d+");

  /** Parses the parameter; 400 states the fault. */
  public TimeInterval parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      if (!single) {
        throw fault("must be an interval start/end");
      }
      return time(text);
    }
    String first = text.substring(0, slash);
    String last = text.substring(slash + 1);
    Optional<Instant> from = isOpen(first) ? Optional.empty() : time(first).from();
    Optional<Instant> until = isOpen(last) ? Optional.empty() : time(last).until();
    if (from.isEmpty() && until.isEmpty()) {
      throw fault("an interval has at least one end");
    }
    TimeInterval interval = new TimeInterval(from, until);
    if (interval.first().isAfter(interval.last())) {
      throw fault("the interval ends before it begins");
    }
    return interval;
  }

  private static boolean isOpen(String end) {
    return end.isEmpty() || end.equals("..");
  }

  /** Parses an instant or a date; 400 states the fault. */
  public TimeInterval time(String text) {
    Optional<TimeInterval> time =
        dates.isPresent() && Rfc3339.isDate(text)
            ? Rfc3339.date(text).map(date -> TimeInterval.of(date, dates.get()))
            : instant(text).map(TimeInterval::at);
    return time.orElseThrow(() -> fault("'" + text + "' is no " + form()));
  }

  private Optional<Instant> instant(String text) {
    return TIME.matcher(text).matches()
        ? instants.apply(TOO_FINE.matcher(text).replaceFirst("$1"))
        : Optional.empty();
  }

  private String form() {
    return "time such as 2026-05-01T10:00:00Z" + (dates.isPresent() ? " and no date" : "");
  }

  private static Problem fault(String detail) {
    return Problem.malformedParameter(NAME, detail);
  }
}
