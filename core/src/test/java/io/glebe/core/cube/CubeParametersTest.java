package io.glebe.core.cube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.cube.model.CollectionId;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.snapshot.SnapshotSelector;
import io.glebe.core.feature.RecordFeatures;
import io.glebe.core.geo.Crs;
import io.glebe.core.ogc.BoundingBoxes;
import io.glebe.core.problem.Problem;
import io.glebe.core.time.TimeInterval;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Envelope;

/** Tests times, snapshots, boxes and names in request parameters of the cubes and features. */
class CubeParametersTest {
  private static Optional<Instant> at(String text) {
    return text == null ? Optional.empty() : Optional.of(Instant.parse(text));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-05-01T10:00:00Z,           2026-05-01T10:00:00Z, 2026-05-01T10:00:00Z",
    "2026-05-01T12:00:00 02:00,      2026-05-01T10:00:00Z, 2026-05-01T10:00:00Z",
    "2026-05-01,                     2026-05-01T00:00:00Z, 2026-05-01T23:59:59.999Z",
    "2026-05-01/2026-05-02,          2026-05-01T00:00:00Z, 2026-05-02T23:59:59.999Z",
    "2026-05-01/..,                  2026-05-01T00:00:00Z, ",
    "/2026-05-01T10:00:00Z,          ,                     2026-05-01T10:00:00Z",
  })
  void aTimeIsAnInstantADayOrAnInterval(String text, String from, String to) {
    assertThat(Datetime.parse(text))
        .isEqualTo(new Datetime(new TimeInterval(at(from), at(to)), Datetime.Choice.MATCHING));
  }

  @Test
  void latestRequestsOneSliceAndNotAll() {
    assertThat(Datetime.parse("latest")).isEqualTo(Datetime.LATEST).isNotEqualTo(Datetime.ALL);
    assertThat(Datetime.parse("latest-clear")).isEqualTo(Datetime.LATEST_CLEAR);
    assertThat(Datetime.LATEST_CLEAR.isOneSlice()).isTrue();
    assertThat(Datetime.LATEST.isOneSlice()).isTrue();
    assertThat(Datetime.ALL.isOneSlice()).isFalse();
    assertThat(Datetime.parse("2026-05-01").isOneSlice()).isFalse();
  }

  @Test
  void theNearestSliceIsRequestedWithAPrefix() {
    assertThat(Datetime.parse("nearest:2026-05-01"))
        .isEqualTo(
            new Datetime(
                new TimeInterval(at("2026-05-01T00:00:00Z"), Optional.empty()),
                Datetime.Choice.NEAREST));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "soon",
        "2026-13-01",
        "2026-05-01T10:00:00",
        "nearest:soon",
        "../..",
        "/",
        "2026-05-02/2026-05-01",
        "2026-05-01/soon",
        "+12026-05-01T10:00:00Z"
      })
  void anInvalidTimeIsMalformed(String text) {
    assertThatThrownBy(() -> Datetime.parse(text))
        .isInstanceOfSatisfying(
            Problem.class, problem -> assertThat(problem.status()).isEqualTo(400));
  }

  @Test
  void bothEndsOfAnIntervalBelongToIt() {
    TimeInterval day = Datetime.parse("2026-05-01").interval();
    assertThat(day.contains(Instant.parse("2026-05-01T00:00:00Z"))).isTrue();
    assertThat(day.contains(Instant.parse("2026-05-01T23:59:59.999Z"))).isTrue();
    assertThat(day.contains(Instant.parse("2026-05-02T00:00:00Z"))).isFalse();
    assertThat(day.contains(Instant.parse("2026-04-30T23:59:59Z"))).isFalse();
    assertThat(Datetime.LATEST.interval().contains(Instant.MIN)).isTrue();
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
  void aTimeIntersectsTheDayOrNot(String first, String last, boolean touches) {
    assertThat(Datetime.parse("2026-05-01").interval().intersects(at(first), at(last)))
        .isEqualTo(touches);
  }

  @Test
  void aSnapshotIsSelectedByVersionOrByInstant() {
    assertThat(SnapshotSelector.parse("12").version()).hasValue(12);
    assertThat(SnapshotSelector.parse("12").instant()).isEmpty();
    assertThat(SnapshotSelector.parse("2026-05-01T12:00:00 02:00").instant())
        .isEqualTo(at("2026-05-01T10:00:00Z"));
    for (String none : new String[] {"", "-1", "1234567890123", "yesterday"}) {
      assertThatThrownBy(() -> SnapshotSelector.parse(none))
          .isInstanceOfSatisfying(
              Problem.class, problem -> assertThat(problem.status()).isEqualTo(400));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo-s2", "A", "9.x_y-z"})
  void aCollectionIdConsistsOfLettersAndDigits(String id) {
    assertThat(CollectionId.fault(id)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-a",
        ".a",
        "a/b",
        "a b",
        "jobs",
        "stac",
        "tileMatrixSets",
        "bulk-operations",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
      })
  void invalidAndReservedNamesAreRefused(String id) {
    assertThat(CollectionId.fault(id))
        .hasValueSatisfying(v -> assertThat(v.where()).isEqualTo("/id"));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-05-01T10:00:00Z,            2026-05-01T10:00:00Z, 2026-05-01T10:00:00Z",
    "2026-05-01,                      2026-05-01T00:00:00Z, 2026-05-01T23:59:59.999999Z",
    "2026-05-01/2026-05-03T00:00:00Z, 2026-05-01T00:00:00Z, 2026-05-03T00:00:00Z",
    "../2026-05-01,                   ,                     2026-05-01T23:59:59.999999Z",
    "2026-05-01/,                     2026-05-01T00:00:00Z, ",
  })
  void aTimeFilterOfFeaturesIsAnInstantADayOrAnInterval(String text, String from, String until) {
    assertThat(RecordFeatures.DATETIME.parse(text))
        .isEqualTo(new TimeInterval(at(from), at(until)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "../..", "/", "2026-13-01", "soon", "2026-05-02/2026-05-01"})
  void otherTimeFiltersAreMalformed(String text) {
    assertThatThrownBy(() -> RecordFeatures.DATETIME.parse(text))
        .isInstanceOfSatisfying(
            Problem.class, problem -> assertThat(problem.status()).isEqualTo(400));
  }

  @Test
  void aBoxAcrossTheAntimeridianIsSplitAndHeightsAreIgnored() {
    assertThat(BoundingBoxes.of(new double[] {1, 2, 3, 4}, Crs.CRS84).envelopes())
        .containsExactly(new Envelope(1, 3, 2, 4));
    assertThat(BoundingBoxes.of(new double[] {1, 2, -5, 3, 4, 500}, Crs.CRS84).envelopes())
        .containsExactly(new Envelope(1, 3, 2, 4));
    assertThat(BoundingBoxes.of(new double[] {170, -10, -170, 10}, Crs.CRS84).envelopes())
        .containsExactly(new Envelope(170, 180, -10, 10), new Envelope(-180, -170, -10, 10));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 5 1 4", "0 0 1 91", "-181 0 1 1", "0 0 9 1 1 8", "0 0 181 1"})
  void anInvertedBoxOrABoxOutsideTheGlobeIsMalformed(String numbers) {
    double[] box =
        java.util.Arrays.stream(numbers.split(" ")).mapToDouble(Double::parseDouble).toArray();
    assertThatThrownBy(() -> BoundingBoxes.of(box, Crs.CRS84))
        .isInstanceOfSatisfying(
            Problem.class, problem -> assertThat(problem.status()).isEqualTo(400))
        .hasMessageContaining("bbox");
  }

  @ParameterizedTest
  @CsvSource({
    "-190 0 -170 1, longitudes from -180 to 180",
    "170 0 190 1, west that is greater than its east",
    "0 -91 1 1, latitudes from -90 to 90",
    "0 5 1 4, south is not above north"
  })
  void theFaultOfABoxNamesWhatIsWrong(String numbers, String fault) {
    double[] box =
        java.util.Arrays.stream(numbers.split(" ")).mapToDouble(Double::parseDouble).toArray();
    assertThatThrownBy(() -> BoundingBoxes.of(box, Crs.CRS84)).hasMessageContaining(fault);
  }
}
