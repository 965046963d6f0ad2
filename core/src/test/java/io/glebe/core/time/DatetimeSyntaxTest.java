package io.glebe.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.problem.Problem;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatetimeSyntaxTest {
  private static final DatetimeSyntax FULL =
      new DatetimeSyntax(Rfc3339::instant, Optional.of(ChronoUnit.MILLIS), true);
  private static final DatetimeSyntax BOUNDED =
      new DatetimeSyntax(Rfc3339::instant, Optional.of(ChronoUnit.MICROS), true);
  private static final DatetimeSyntax ONLY_INTERVALS =
      new DatetimeSyntax(Rfc3339::instant, Optional.empty(), false);

  private static Optional<Instant> at(String text) {
    return text == null ? Optional.empty() : Optional.of(Instant.parse(text));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-05-01T10:00:00Z,                      2026-05-01T10:00:00Z, 2026-05-01T10:00:00Z",
    "2026-05-01T12:00:00+02:00,                 2026-05-01T10:00:00Z, 2026-05-01T10:00:00Z",
    "2026-05-01t10:00:00z,                      2026-05-01T10:00:00Z, 2026-05-01T10:00:00Z",
    "2026-05-01T10:00:00.5Z,                    2026-05-01T10:00:00.5Z, 2026-05-01T10:00:00.5Z",
    "2026-05-01T10:00:00.50000000000-00:00,     2026-05-01T10:00:00.5Z, 2026-05-01T10:00:00.5Z",
    "2026-05-01,                                2026-05-01T00:00:00Z, 2026-05-01T23:59:59.999Z",
    "2026-05-01/2026-05-02,                     2026-05-01T00:00:00Z, 2026-05-02T23:59:59.999Z",
    "2026-05-01/2026-05-01T10:00:00Z,           2026-05-01T00:00:00Z, 2026-05-01T10:00:00Z",
    "2026-05-01T10:00:00Z/2026-05-01T10:00:00Z, 2026-05-01T10:00:00Z, 2026-05-01T10:00:00Z",
    "2026-05-01/..,                             2026-05-01T00:00:00Z, ",
    "2026-05-01/,                               2026-05-01T00:00:00Z, ",
    "../2026-05-01T10:00:00Z,                   ,                     2026-05-01T10:00:00Z",
    "/2026-05-01T10:00:00Z,                     ,                     2026-05-01T10:00:00Z",
  })
  void aTimeIsAnInstantADateOrAnIntervalOfThem(String text, String from, String until) {
    assertThat(FULL.parse(text)).isEqualTo(new TimeInterval(at(from), at(until)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "..",
        "soon",
        "2026-13-01",
        "2026-5-1",
        "2026-05-01T10:00:00",
        "2026-05-01T10:00:00 02:00",
        "2015-08",
        "2015",
        "2026-05-01T10:00Z",
        "2026-05-01T10:00:00.Z",
        "2026-05-01T10:00:00,5Z",
        "2026-05-01T10:00:00+02",
        "2026-05-01T10:00:00+0200",
        "2026-05-01T10:00:60Z",
        "2026-05-02/2026-05-01",
        "2026-05-01T10:00:01Z/2026-05-01T10:00:00Z",
        "2026-05-01/2026-05-02/2026-05-03",
        "2026-05-01/soon",
        "+12026-05-01T10:00:00Z",
        "-0001-05-01T10:00:00Z"
      })
  void anyOtherTextIsMalformed(String text) {
    assertMalformed(FULL, text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../..", "/", "../", "/.."})
  void anIntervalHasAtLeastOneEnd(String text) {
    assertMalformed(FULL, text);
    assertMalformed(BOUNDED, text);
    assertMalformed(ONLY_INTERVALS, text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-05-01T10:00:00Z", "2026-05-01", "2026-05-01/2026-05-02", ""})
  void whereOnlyIntervalsOfInstantsAreAllowedDatesAndSingleTimesAreMalformed(String text) {
    assertMalformed(ONLY_INTERVALS, text);
  }

  @Test
  void aDateEndsOneUnitOfItsResolutionBeforeTheNextDate() {
    assertThat(BOUNDED.parse("2026-05-01").until()).isEqualTo(at("2026-05-01T23:59:59.999999Z"));
    assertThat(FULL.parse("2026-05-01").until()).isEqualTo(at("2026-05-01T23:59:59.999Z"));
  }

  @Test
  void aPlusSignThatWasDecodedToABlankIsAcceptedInAQuery() {
    String text = "2026-05-01T12:00:00 02:00";
    assertThat(Rfc3339.instantOfQuery(text)).isEqualTo(at("2026-05-01T10:00:00Z"));
    assertThat(Rfc3339.instant(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"2026-05-01T10:00:00.Z", "2026-05-01T10:00:00.+02:00", "2026-05-01T10:00:00."})
  void aDecimalPointHasDigitsBehindIt(String text) {
    assertThat(Rfc3339.instant(text)).isEmpty();
  }

  private static void assertMalformed(DatetimeSyntax syntax, String text) {
    assertThatThrownBy(() -> syntax.parse(text))
        .isInstanceOfSatisfying(
            Problem.class, problem -> assertThat(problem.status()).isEqualTo(400))
        .hasMessageContaining("datetime");
  }
}
