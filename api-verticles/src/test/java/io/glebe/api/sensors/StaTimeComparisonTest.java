package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Comparisons of instants and periods: a period contains its start and not its end. The results are
 * numbers of observations: 1 to 3 are instants at 6, 7 and 8 o'clock, 4 to 9 are periods.
 */
class StaTimeComparisonTest {
  private static final StaClient STA = new StaClient("time-test");
  private static final String[][] PERIODS = {
    {"06", "07"}, {"06", "08"}, {"07", "08"}, {"07", "09"}, {"08", "09"}, {"06", "09"}
  };
  private static StaStation station;

  private static String hour(String text) {
    return "2026-05-01T" + text + ":00:00Z";
  }

  @BeforeAll
  static void instantsAndPeriods() {
    station = StaStation.at(STA, "times");
    for (int i = 1; i <= 3; i++) {
      station.observe(
          "{'result': %1$d, 'phenomenonTime': '%2$s', 'resultTime': '%2$s'}"
              .formatted(i, hour("0" + (i + 5))));
    }
    for (int i = 0; i < PERIODS.length; i++) {
      String period = hour(PERIODS[i][0]) + "/" + hour(PERIODS[i][1]);
      station.observe(
          "{'result': %d, 'phenomenonTime': '%s', 'validTime': '%s'}"
              .formatted(i + 4, period, period));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          lt T7         | 1,4         | instants before, periods that end at it
          lt T7/T8      | 1,4         |
          le T7         | 1,2,4       |
          le T7/T8      | 1,2,4,5,6   | neither start nor end is later
          gt T7         | 3,8         | a period that begins at it contains it
          gt T7/T8      | 3,8         | what begins at the end is after
          ge T7         | 2,3,6,7,8   |
          ge T7/T8      | 3,6,7,8     |
          eq T7         | 2           |
          eq T7/T8      | 6           |
          ne T7/T8      | 1,2,3,4,5,7,8,9 |
          """)
  void comparisonsTreatPeriodsAsHalfOpen(String comparison, String results, String reason) {
    assertThat(station.results("phenomenonTime " + times(comparison)))
        .as(reason)
        .containsExactly(results.split(","));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          before(phenomenonTime, T7)       | 1,4
          after(phenomenonTime, T7/T8)     | 3,8
          meets(phenomenonTime, T7/T8)     | 2,3,4,8
          during(phenomenonTime, T7/T8)    | 2,6
          during(T7, phenomenonTime)       | 5,6,7,9
          during(T7/T8, phenomenonTime)    | 5,6,7,9
          overlaps(phenomenonTime, T7)     | 2,5,6,7,9
          overlaps(phenomenonTime, T7/T8)  | 2,5,6,7,9
          starts(phenomenonTime, T7/T8)    | 2,6,7
          finishes(phenomenonTime, T7/T8)  | 3,5,6
          not validTime lt T7 and not validTime ge T8    | 5,6,7,9
          phenomenonTime add duration'PT1H' gt T8        | 3,8
          validTime sub duration'PT1H' lt T7             | 4,5,6
          """)
  void functionsOfPeriodsHaveTheMeaningOfTheStandard(String filter, String results) {
    assertThat(station.results(times(filter))).containsExactly(results.split(","));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          validTime lt T7      | 4
          validTime lt T7/T8   | 4
          validTime le T7      | 4
          validTime le T7/T8   | 4,5,6
          validTime gt T7      | 8
          validTime gt T7/T8   | 8
          validTime ge T7      | 6,7,8
          validTime ge T7/T8   | 6,7,8
          validTime eq T7      |
          validTime eq T7/T8   | 6
          validTime ne T7      | 4,5,6,7,8,9
          validTime ne T7/T8   | 4,5,7,8,9
          resultTime lt T7     | 1
          resultTime lt T7/T8  | 1
          resultTime le T7     | 1,2
          resultTime le T7/T8  | 1,2
          resultTime gt T7     | 3
          resultTime gt T7/T8  | 3
          resultTime ge T7     | 2,3
          resultTime ge T7/T8  | 3
          resultTime eq T7     | 2
          resultTime eq T7/T8  |
          resultTime ne T7     | 1,3
          resultTime ne T7/T8  | 1,2,3
          """)
  void otherTimesAreComparedInTheSameWay(String filter, @Nullable String results) {
    List<String> expected = results == null ? List.of() : List.of(results.split(","));
    assertThat(station.results(times(filter))).isEqualTo(expected);
  }

  private static String times(String text) {
    return text.replaceAll("T([0-9])(?![0-9H])", "2026-05-01T0$1:00:00Z");
  }

  @Test
  void nothingIsDuringAnInstant() {
    for (String filter : new String[] {"during(phenomenonTime, T7)", "during(T7, resultTime)"}) {
      var answer = STA.get("/Observations?$filter=" + StaClient.encoded(times(filter)));
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
      assertThat(answer.body()).contains("a period is expected");
    }
  }

  @Test
  void theExtentOfADatastreamIsComparedAsAPeriod() {
    String ofThisTest = "name eq 'times' and ";
    assertThat(
            STA.query("/Datastreams", "$filter", ofThisTest + times("phenomenonTime lt T9"))
                .path("value"))
        .hasSize(1);
    assertThat(
            STA.query("/Datastreams", "$filter", ofThisTest + times("phenomenonTime gt T6"))
                .path("value"))
        .isEmpty();
  }
}
