package io.glebe.core.sensor.model;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * An instant, or a period from a start to an end; written {@code 2026-05-01T00:00:00Z} or {@code
 * start/end}.
 *
 * @param end absent for an instant
 */
public record TimeSpan(Instant start, Optional<Instant> end) {
  private static final String PLAIN = "0000-00-00T00:00:00";
  private static final int NANO_DIGITS = 9;
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

  /** Parses either form; empty when the text is neither or is outside of the years 1 to 9999. */
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

  /**
   * Parses an instant with an offset, truncated to microseconds; empty when the text is invalid.
   */
  public static Optional<Instant> moment(String text) {
    try {
      Instant read = isPlain(text) ? plain(text) : OffsetDateTime.parse(text).toInstant();
      Instant instant = read.truncatedTo(ChronoUnit.MICROS);
      boolean sane = !instant.isBefore(EARLIEST) && !instant.isAfter(LATEST);
      return sane ? Optional.of(instant) : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * Recognizes the usual form of devices: {@code 2026-05-01T00:00:00Z}, optionally with a fraction.
   */
  private static boolean isPlain(String text) {
    int last = text.length() - 1;
    if (last < PLAIN.length()
        || last > PLAIN.length() + 1 + NANO_DIGITS
        || text.charAt(last) != 'Z') {
      return false;
    }
    for (int i = 0; i < last; i++) {
      char wanted = i < PLAIN.length() ? PLAIN.charAt(i) : i == PLAIN.length() ? '.' : '0';
      char c = text.charAt(i);
      if (wanted == '0' ? c < '0' || c > '9' : c != wanted) {
        return false;
      }
    }
    return last != PLAIN.length() + 1; // a decimal point without digits
  }

  /** Parses that form in a tenth of the time of the general parser; each observation has a time. */
  private static Instant plain(String text) {
    long day =
        LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10)).toEpochDay();
    int second =
        LocalTime.of(number(text, 11, 13), number(text, 14, 16), number(text, 17, 19))
            .toSecondOfDay();
    int nanos = 0;
    for (int i = 0; i < NANO_DIGITS; i++) {
      int at = PLAIN.length() + 1 + i;
      nanos = nanos * 10 + (at < text.length() - 1 ? text.charAt(at) - '0' : 0);
    }
    return Instant.ofEpochSecond(TimeUnit.DAYS.toSeconds(day) + second, nanos);
  }

  private static int number(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }
}
