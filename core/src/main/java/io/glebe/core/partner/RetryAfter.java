package io.glebe.core.partner;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/** Parses the Retry-After header in both of its forms, RFC 9110 section 10.2.3. */
final class RetryAfter {
  private static final int MAX_SECONDS = 86_400;

  private RetryAfter() {}

  /** Returns the seconds to wait, rounded up; 0 for an absent or invalid header or a past time. */
  static int seconds(String header, Instant now) {
    if (header == null) {
      return 0;
    }
    String text = header.strip();
    if (text.matches("[0-9]{1,9}")) {
      return Math.min(Integer.parseInt(text), MAX_SECONDS);
    }
    try {
      Instant at = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      long millis = Duration.between(now, at).toMillis();
      return Math.clamp((millis + 999) / 1000, 0, MAX_SECONDS);
    } catch (DateTimeParseException e) {
      return 0;
    }
  }
}
