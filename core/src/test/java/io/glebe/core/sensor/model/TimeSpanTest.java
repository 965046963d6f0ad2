package io.glebe.core.sensor.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimeSpanTest {
  private static final long FIRST = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
  private static final long LAST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

  /** Returns the result of the Java library. */
  private static Optional<Instant> expected(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MICROS));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  @Test
  void everyInstantIsParsedAsByTheJavaLibrary() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      long second = random.nextLong(FIRST, LAST);
      long nanos =
          i % 3 == 0
              ? 0
              : i % 3 == 1 ? random.nextInt(1000) * 1_000_000L : random.nextInt(1_000_000_000);
      Instant moment = Instant.ofEpochSecond(second, nanos);
      String text =
          i % 5 == 0
              ? moment.atOffset(ZoneOffset.ofHours(random.nextInt(25) - 12)).toString()
              : moment.toString();
      if (i % 2 == 0) { // replace one character
        int at = random.nextInt(text.length());
        text =
            text.substring(0, at)
                + "0123456789-:.TZz+ x".charAt(random.nextInt(19))
                + text.substring(at + 1);
      }
      Optional<Instant> read = TimeSpan.instant(text);
      Optional<Instant> wanted =
          expected(text).filter(t -> t.getEpochSecond() >= FIRST && t.getEpochSecond() <= LAST);
      assertThat(read).as("%s, seed %d", text, seed).isEqualTo(wanted);
    }
  }

  @Test
  void anInvalidInstantIsEmpty() {
    for (String text :
        List.of(
            "",
            "Z",
            "2026-05-01",
            "2026-05-01T00:00:00",
            "2026-02-30T00:00:00Z",
            "2026-05-01T24:00:00Z",
            "2026-05-01T00:00:60Z",
            "2026-05-01T00:00:00.1234567890Z",
            "0000-01-01T00:00:00Z",
            "２026-05-01T00:00:00Z")) {
      assertThat(TimeSpan.instant(text)).as(text).isEmpty();
    }
    assertThat(TimeSpan.instant("2026-05-01T00:00:00.5Z"))
        .contains(Instant.parse("2026-05-01T00:00:00.5Z"));
  }
}
