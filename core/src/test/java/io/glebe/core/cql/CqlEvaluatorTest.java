package io.glebe.core.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

/** Tests every operator of CQL2 on one feature, with the results true, false and unknown. */
class CqlEvaluatorTest {
  private static final ObjectNode PROPERTIES =
      Json.parseObject(
          """
          {"area": 2.5, "crop": "Winter wheat", "variety": "Åsa", "irrigated": true, "cut": false,
           "rows": 7, "sown": "2026-03-10", "seen": "2026-05-01T10:00:00Z", "note": null,
           "word": "later", "tags": ["a"]}
          """);

  /** A square of 2 degrees from the origin, from 1 to 31 May 2026. */
  private static final CqlRow ROW =
      row(
          "POLYGON((0 0, 2 0, 2 2, 0 2, 0 0))",
          Optional.of(Instant.parse("2026-05-01T00:00:00Z")),
          Optional.of(Instant.parse("2026-05-31T00:00:00Z")));

  private static CqlRow row(String wkt, Optional<Instant> from, Optional<Instant> to) {
    Optional<Geometry> place =
        wkt.isEmpty() ? Optional.empty() : Optional.of(CqlEvaluatorTest.place(wkt));
    return new CqlRow() {
      @Override
      public JsonNode property(String name) {
        return PROPERTIES.path(name);
      }

      @Override
      public Optional<Geometry> geometry() {
        return place;
      }

      @Override
      public Optional<Instant> from() {
        return from;
      }

      @Override
      public Optional<Instant> to() {
        return to;
      }
    };
  }

  private static Geometry place(String wkt) {
    try {
      return new WKTReader().read(wkt);
    } catch (ParseException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static boolean holds(String filter, CqlRow row) {
    return new CqlEvaluator(Cql2Text.parse(filter)).matches(row);
  }

  private static void isTrue(String filter, CqlRow row) {
    assertThat(holds(filter, row)).as(filter).isTrue();
    assertThat(holds("NOT (" + filter + ")", row)).as("NOT (" + filter + ")").isFalse();
  }

  private static void isFalse(String filter, CqlRow row) {
    assertThat(holds(filter, row)).as(filter).isFalse();
    assertThat(holds("NOT (" + filter + ")", row)).as("NOT (" + filter + ")").isTrue();
  }

  private static void isUnknown(String filter, CqlRow row) {
    assertThat(holds(filter, row)).as(filter).isFalse();
    assertThat(holds("NOT (" + filter + ")", row)).as("NOT (" + filter + ")").isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "area = 2.50",
        "area <> 3",
        "area < 3 AND area <= 2.5 AND area > 2 AND area >= 2.5",
        "3 > area",
        "area BETWEEN 2.5 AND 2.5",
        "area NOT BETWEEN 3 AND 4",
        "area IN (1, 2.5)",
        "crop NOT IN ('x', 'y')",
        "crop < 'a'",
        "crop = 'Winter wheat'",
        "irrigated = TRUE",
        "irrigated > cut",
        "NOT cut = TRUE",
        "cut = TRUE OR irrigated = TRUE",
        "area / 2 = 1.25",
        "rows DIV 2 = 3 AND rows % 2 = 1",
        "rows ^ 2 = 49",
        "-rows + 10 - 1 = 2 * 1",
        "note IS NULL AND absent IS NULL AND area IS NOT NULL",
        "rows / 0 IS NULL",
        "geometry IS NOT NULL",
        "sown = DATE('2026-03-10') AND sown < DATE('2026-03-11')",
        "seen = TIMESTAMP('2026-05-01T12:00:00+02:00')",
        "seen > DATE('2026-04-30')",
        "DATE('2026-03-10') = sown",
        "DATE('2026-03-10') = TIMESTAMP('2026-03-10T00:00:00Z')",
      })
  void aFilterIsTrue(String filter) {
    isTrue(filter, ROW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "area = 2",
        "area IN (1, 2)",
        "area BETWEEN 3 AND 4",
        "crop = 'winter wheat'",
        "cut = TRUE",
        "irrigated = TRUE AND cut = TRUE",
        "cut = TRUE AND absent = 1",
        "area IS NULL",
        "area BETWEEN 3 AND absent",
        "seen < TIMESTAMP('2026-05-01T10:00:00Z')",
        "sown > DATE('2026-03-10')",
      })
  void aFilterIsFalse(String filter) {
    isFalse(filter, ROW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "absent = 1",
        "note = 'x'",
        "tags = 'a'",
        "area = 'x'",
        "irrigated = 'true'",
        "irrigated = TRUE AND absent = 1",
        "cut = TRUE OR absent = 1",
        "area IN (1, 'x')",
        "area BETWEEN 2 AND absent",
        "area LIKE '2%'",
        "area + crop = 2",
        "rows / 0 = 1",
        "absent = TRUE",
        "casei(area) = 'x'",
        "accenti(area) = 'x'",
        "word < TIMESTAMP('2026-05-01T10:00:00Z')",
        "area < DATE('2026-05-01')",
        "t_after(word, DATE('2026-01-01'))",
        "t_during(INTERVAL(word, '..'), INTERVAL('..', '2026-12-31'))",
        "t_during(INTERVAL('..', absent), INTERVAL('..', '2026-12-31'))",
        "t_after(absent, DATE('2026-01-01'))",
      })
  void aFilterIsUnknown(String filter) {
    isUnknown(filter, ROW);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Winter wheat   | Winter%",
        "Winter wheat   | %ter w%t",
        "Winter wheat   | W_nter wheat",
        "Winter wheat   | %",
        "a%b            | a\\%b",
        "a\\b           | a\\\\b",
        "ends\\         | ends\\",
        "aXbXc          | a%X%c",
        "\uD83C\uDF3E x | _ x",
      })
  void aTextMatchesItsPattern(String text, String pattern) {
    assertThat(new LikePattern(pattern, false).matches(text)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Winter wheat | winter%",
        "Winter wheat | Winter",
        "Winter wheat | %wheat_",
        "axb          | a\\%b",
        "aXbXd        | a%X%c",
      })
  void aTextDoesNotMatchAnotherPattern(String text, String pattern) {
    assertThat(new LikePattern(pattern, false).matches(text)).isFalse();
  }

  @Test
  void patternsIgnoreCaseAndAccentsOnlyIfTheFilterRequestsIt() {
    isTrue("crop ILIKE 'WINTER%'", ROW);
    isTrue("crop LIKE casei('winter%')", ROW);
    isFalse("crop LIKE 'winter%'", ROW);
    isTrue("crop NOT LIKE 'winter%'", ROW);
    isTrue("casei(crop) = casei('WINTER WHEAT')", ROW);
    isTrue("accenti(variety) = 'Asa'", ROW);
    isTrue("casei(accenti(variety)) = 'asa'", ROW);
    isFalse("casei(variety) = 'asa'", ROW);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "s_intersects; POINT(1 1);                              POINT(3 3)",
        "s_disjoint;   POINT(3 3);                              POINT(1 1)",
        "s_equals;     POLYGON((2 2, 0 2, 0 0, 2 0, 2 2));      POINT(1 1)",
        "s_touches;    POINT(2 2);                              POINT(1 1)",
        "s_within;     BBOX(-1, -1, 3, 3);                      BBOX(1, 1, 3, 3)",
        "s_overlaps;   BBOX(1, 1, 3, 3);                        BBOX(-1, -1, 3, 3)",
        "s_crosses;    LINESTRING(-1 1, 3 1);                   LINESTRING(3 3, 4 4)",
        "s_contains;   BBOX(0.5, 0.5, 1, 1);                    BBOX(1, 1, 3, 3)",
      })
  void aSpatialRelationIsTrueOrFalse(String relation, String related, String other) {
    isTrue(relation + "(geometry, " + related + ")", ROW);
    isFalse(relation + "(geom, " + other + ")", ROW);
    isUnknown(
        relation + "(geometry, " + related + ")", row("", Optional.empty(), Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "s_intersects; POINT(9 9), BBOX(1, 1, 3, 3);       POINT(9 9), LINESTRING(5 5, 6 6)",
        "s_disjoint;   POINT(9 9), LINESTRING(5 5, 6 6);   POINT(1 1), LINESTRING(5 5, 6 6)",
        "s_within;     POINT(9 9), BBOX(-1, -1, 3, 3);     POINT(9 9), BBOX(1, 1, 3, 3)",
        "s_contains;   POINT(1 1), LINESTRING(1 0.5, 1 1); POINT(9 9), POINT(1 1)",
        "s_touches;    POINT(9 9), LINESTRING(2 0, 3 0);   POINT(9 9), POINT(1 1)",
      })
  void aRelationWithACollectionOfGeometriesIsThatWithAllItsParts(
      String relation, String related, String other) {
    isTrue(relation + "(geometry, GEOMETRYCOLLECTION(" + wkt(related) + "))", ROW);
    isFalse(relation + "(geometry, GEOMETRYCOLLECTION(" + wkt(other) + "))", ROW);
  }

  /** BBOX is no part of a collection: a polygon instead. */
  private static String wkt(String parts) {
    return parts.replaceAll(
        "BBOX\\((\\S+), (\\S+), (\\S+), (\\S+)\\)", "POLYGON(($1 $2, $3 $2, $3 $4, $1 $4, $1 $2))");
  }

  @Test
  void aBoxOfSixNumbersIsParsedWithoutItsHeights() {
    isTrue("s_within(geometry, BBOX(-1, -1, 100, 3, 3, 200))", ROW);
    isTrue("s_contains(BBOX(-1, -1, 3, 3), geometry)", ROW);
    isTrue("s_intersects(POINT(1 1), geometry)", ROW);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "t_after;        INTERVAL('2026-03-01', '2026-04-30');  INTERVAL('2026-04-01', '..')",
        "t_before;       INTERVAL('2026-06-01', '..');          INTERVAL('2026-05-31', '..')",
        "t_contains;     INTERVAL('2026-05-02', '2026-05-09');  INTERVAL('2026-05-02', '..')",
        "t_disjoint;     DATE('2026-06-01');                    DATE('2026-05-31')",
        "t_during;       INTERVAL('2026-04-30', '2026-06-30');  INTERVAL('2026-05-01', '2026-06-30')",
        "t_equals;       INTERVAL('2026-05-01T00:00:00Z', '2026-05-31T00:00:00Z'); DATE('2026-05-01')",
        "t_finishedby;   INTERVAL('2026-05-09', '2026-05-31T00:00:00Z'); DATE('2026-05-31')",
        "t_finishes;     INTERVAL('2026-04-01', '2026-05-31T00:00:00Z'); DATE('2026-05-31')",
        "t_intersects;   TIMESTAMP('2026-05-31T00:00:00Z');     TIMESTAMP('2026-05-31T00:00:01Z')",
        "t_meets;        INTERVAL('2026-05-31', '..');          INTERVAL('2026-05-30', '..')",
        "t_metby;        INTERVAL('..', '2026-05-01T00:00:00Z'); DATE('2026-05-01')",
        "t_overlappedby; INTERVAL('2026-04-01', '2026-05-09');  INTERVAL('2026-05-02', '2026-05-09')",
        "t_overlaps;     INTERVAL('2026-05-09', '2026-06-30');  INTERVAL('2026-05-02', '2026-05-09')",
        "t_startedby;    DATE('2026-05-01');                    INTERVAL('2026-05-01', '..')",
        "t_starts;       INTERVAL('2026-05-01', '..');          DATE('2026-05-01')",
      })
  void aTemporalRelationIsTrueOrFalse(String relation, String related, String other) {
    isTrue(relation + "(datetime, " + related + ")", ROW);
    isFalse(relation + "(datetime, " + other + ")", ROW);
    isUnknown(
        relation + "(datetime, " + related + ")", row("", Optional.empty(), Optional.empty()));
  }

  @Test
  void anOpenIntervalHasNoEndAndADateIsAWholeDay() {
    CqlRow lasting = row("", Optional.of(Instant.parse("2026-05-01T00:00:00Z")), Optional.empty());
    isTrue("t_intersects(datetime, DATE('2999-01-01'))", lasting);
    isTrue("t_during(seen, INTERVAL('2026-04-30', '2026-05-01'))", ROW);
    isTrue("t_equals(sown, DATE('2026-03-10'))", ROW);
    isTrue("t_during(sown, INTERVAL('..', '..'))", ROW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3",
        "'wheat'",
        "1 + 1",
        "POINT(1 1)",
        "DATE('2026-05-01')",
        "TIMESTAMP('2026-05-01T00:00:00Z')",
        "INTERVAL('2026-05-01', '..')",
        "NOT 3",
        "irrigated = TRUE AND 'wheat'",
        "irrigated = TRUE OR 1 + 1",
        "crop",
        "irrigated",
        "NOT irrigated",
        "cut = TRUE AND irrigated",
        "CASEI(crop)",
        "ACCENTI(crop)",
        "s_intersects(crop, POINT(1 1))",
        "s_intersects(geometry, 'POINT')",
      })
  void anInvalidConditionIsRefused(String filter) {
    Cql tree = Cql2Text.parse(filter);
    assertThatThrownBy(() -> new CqlEvaluator(tree))
        .isInstanceOfSatisfying(
            Problem.class,
            problem -> {
              assertThat(problem.status()).isEqualTo(400);
              assertThat(problem.detail()).startsWith("filter: a");
            });
  }
}
