package io.glebe.core.time;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Parses times with an offset and dates, of the years 0 to 9999, which RFC 3339 can write. */
public final class Rfc3339 {
  private static final String PLAIN = "0000-00-00T00:00:00";
  private static final int NANO_DIGITS = 9;
  private static final int DATE_LENGTH = "2026-05-01".length();
  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private Rfc3339() {}

  /** Parses a time such as {@code 2026-05-01T10:00:00Z}; empty for any other text. */
  public static Optional<Instant> instant(String text) {
    try {
      Instant instant = isPlain(text) ? plain(text) : OffsetDateTime.parse(text).toInstant();
      return instant.isBefore(FIRST) || instant.isAfter(LAST) || hasEmptyFraction(text)
          ? Optional.empty()
          : Optional.of(instant);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Returns whether a decimal point has no digit behind it, which the parser of Java accepts. */
  private static boolean hasEmptyFraction(String text) {
    int point = text.indexOf('.');
    return point >= 0 && !Character.isDigit(text.charAt(Math.min(point + 1, text.length() - 1)));
  }

  /**
   * Parses a time from the query of a URL, where a plus sign that was not escaped is decoded to a
   * blank.
   */
  public static Optional<Instant> instantOfQuery(String text) {
    return instant(text.replace(' ', '+'));
  }

  /** Returns whether the text has the length of a date, which no time with an offset has. */
  static boolean isDate(String text) {
    return text.length() == DATE_LENGTH;
  }

  /** Parses a date such as {@code 2026-05-01}; empty for any other text. */
  public static Optional<LocalDate> date(String text) {
    try {
      return isDate(text) ? Optional.of(LocalDate.parse(text)) : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Parses a time, or a date as its first instant in UTC; empty for any other text. */
  public static Optional<Instant> first(String text) {
    return isDate(text) ? date(text).map(Rfc3339::start) : instant(text);
  }

  static Instant start(LocalDate date) {
    return date.atStartOfDay(ZoneOffset.UTC).toInstant();
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
