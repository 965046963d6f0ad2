package io.glebe.core.record.rule.value;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Optional;
import java.util.regex.Pattern;

/** Dates and UTC timestamps in records. */
public final class Instants {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd").withResolverStyle(ResolverStyle.STRICT);
  private static final Pattern DATE_FORM = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern TIMESTAMP_FORM =
      Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z");

  private Instants() {}

  /** A date such as {@code 2026-05-04}; empty for any other text. */
  public static Optional<LocalDate> date(String text) {
    try {
      return DATE_FORM.matcher(text).matches()
          ? Optional.of(LocalDate.parse(text, DATE))
          : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** A timestamp such as {@code 2026-05-04T05:30:00Z}; empty for any other text. */
  public static Optional<Instant> timestamp(String text) {
    try {
      return TIMESTAMP_FORM.matcher(text).matches()
          ? Optional.of(Instant.parse(text))
          : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** The first instant of a date, or the timestamp itself. */
  public static Optional<Instant> first(String text) {
    return timestamp(text)
        .or(() -> date(text).map(d -> d.atStartOfDay(ZoneOffset.UTC).toInstant()));
  }

  /** The last instant of a date, or the timestamp itself. */
  public static Optional<Instant> last(String text) {
    return timestamp(text)
        .or(
            () ->
                date(text)
                    .map(
                        d -> d.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant().minusNanos(1)));
  }
}
