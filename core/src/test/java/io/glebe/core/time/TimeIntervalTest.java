package io.glebe.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeIntervalTest {
  private static final TimeInterval DAY =
      TimeInterval.parse("2026-05-01", ChronoUnit.MILLIS).orElseThrow();

  private static Optional<Instant> at(String text) {
    return text == null ? Optional.empty() : Optional.of(Instant.parse(text));
  }

  @Test
  void bothEndsBelongToIt() {
    assertThat(DAY.contains(Instant.parse("2026-05-01T00:00:00Z"))).isTrue();
    assertThat(DAY.contains(Instant.parse("2026-05-01T23:59:59.999Z"))).isTrue();
    assertThat(DAY.contains(Instant.parse("2026-05-02T00:00:00Z"))).isFalse();
    assertThat(DAY.contains(Instant.parse("2026-04-30T23:59:59.999Z"))).isFalse();
  }

  @Test
  void anOpenEndHasNoLimit() {
    assertThat(TimeInterval.ALL.contains(Instant.MIN)).isTrue();
    assertThat(TimeInterval.ALL.contains(Instant.MAX)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-04-01T00:00:00Z, 2026-05-01T00:00:00Z, true",
    "2026-05-01T23:00:00Z, 2026-06-01T00:00:00Z, true",
    "2026-04-01T00:00:00Z, ,                     true",
    ",                     2026-05-01T00:00:00Z, true",
    "2026-05-02T00:00:00Z, ,                     false",
    ",                     2026-04-30T00:00:00Z, false",
    ",                     ,                     false",
  })
  void aThingMatchesWhenItsTimeIntersects(String begin, String end, boolean intersects) {
    assertThat(DAY.intersects(at(begin), at(end))).isEqualTo(intersects);
  }

  @Test
  void aThingWithoutTimeMatchesNoInterval() {
    assertThat(TimeInterval.ALL.intersects(Optional.empty(), Optional.empty())).isFalse();
  }

  @Test
  void anIntervalThatEndsBeforeItBeginsHoldsNothing() {
    TimeInterval reversed =
        new TimeInterval(at("2026-05-02T00:00:00Z"), at("2026-05-01T00:00:00Z"));
    assertThat(reversed.contains(Instant.parse("2026-05-01T12:00:00Z"))).isFalse();
  }
}
