package io.glebe.core.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.problem.Problem;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class Cql2TextTest {
  @Test
  void notHasPrecedenceOverAndAndAndOverOr() {
    Cql filter = Cql2Text.parse("a = 1 OR NOT b = 2 AND c = 3");

    assertThat(filter).isInstanceOf(Cql.Or.class);
    Cql.And and = (Cql.And) ((Cql.Or) filter).terms().get(1);
    assertThat(and.terms().getFirst()).isInstanceOf(Cql.Not.class);
  }

  @Test
  void theDocumentedFormsAreParsed() {
    assertThat(Cql2Text.parse("crop ILIKE '%wheat%' AND area > 2.5 AND status IN ('A','B')"))
        .isEqualTo(
            new Cql.And(
                List.of(
                    new Cql.Like(new Cql.Property("crop"), "%wheat%", true),
                    new Cql.Comparison(
                        Cql.Comparator.GT,
                        new Cql.Property("area"),
                        new Cql.Number(new BigDecimal("2.5"))),
                    new Cql.In(
                        new Cql.Property("status"),
                        List.of(new Cql.Text("A"), new Cql.Text("B"))))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a BETWEEN 1 AND 5 AND b = 2",
        "NOT (a NOT BETWEEN -1 AND 2 * 3)",
        "a IS NOT NULL",
        "\"odd \"\"name\"\"\" = 'it''s'",
        "S_INTERSECTS(geometry, POLYGON((0 0, 1 0, 1 1, 0 0)))",
        "s_within(geometry, BBOX(-1, -1, 2.5, 3e1))",
        "S_INTERSECTS(geometry, GEOMETRYCOLLECTION(POINT(1 2), LINESTRING(-1 0, 1 1)))",
        "S_INTERSECTS(geometry, POINT Z (1 2 3))",
        "T_DURING(INTERVAL(startsAt, '..'), INTERVAL('2026-01-01', '2026-12-31T00:00:00Z'))",
        "t_after(datetime, TIMESTAMP('2026-05-01T10:00:00+02:00'))",
        "casei(name) = casei('ÄCKER')",
        "(a + 1) * 2 ^ 2 / 3 - b % 4 DIV 2 >= 7",
        "irrigated = TRUE",
        "irrigated",
      })
  void formsOfTheStandardAreParsed(String text) {
    assertThat(Cql2Text.parse(text)).isNotNull();
  }

  @Test
  void aFaultNamesItsPositionAndTheExpectedInput() {
    assertThatThrownBy(() -> Cql2Text.parse("area > "))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("character 8");
    assertThatThrownBy(() -> Cql2Text.parse("a = 1 AND S_NEARBY(g, POINT(1 1))"))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("character 11")
        .hasMessageContaining("s_intersects");
    assertThatThrownBy(() -> Cql2Text.parse("d = DATE('2026-13-01')"))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("2026-13-01");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "POLYGON((0 0, 1 1, 0 0));                  at least 4 positions",
        "POLYGON((0 0, 1 0, 1 1, 0 1));             do not form a closed",
        "POLYGON((0 0, 1 1, 1 0, 0 1, 0 0));        not valid: self-intersection",
        "MULTIPOLYGON(((0 0, 1 1, 1 0, 0 1, 0 0))); not valid: self-intersection",
        "GEOMETRYCOLLECTION(POINT(1 2), POLYGON((0 0, 1 1, 0 0))); at least 4 positions",
        "GEOMETRYCOLLECTION(GEOMETRYCOLLECTION(POINT(1 2)));       contains no other collection",
      })
  void aGeometryThatIsNotValidIsRefusedWithItsPosition(String geometry, String fault) {
    assertThatThrownBy(() -> Cql2Text.parse("S_INTERSECTS(geometry, " + geometry + ")"))
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(400))
        .hasMessageContaining("at character 24: ")
        .hasMessageContaining(fault);
  }

  @Test
  void deeplyNestedFiltersAreRefusedAtOnce() {
    String bomb = "(".repeat(4_000) + "a = 1" + ")".repeat(4_000);
    String nots = "NOT ".repeat(2_000) + "a";

    assertThatThrownBy(() -> Cql2Text.parse(bomb)).hasMessageContaining("nested deeper");
    assertThatThrownBy(() -> Cql2Text.parse(nots)).hasMessageContaining("nested deeper");
  }

  @Test
  void parenthesesUpToTheLimitAreParsedInTime() {
    String deep = "(".repeat(49) + "a = 1" + ")".repeat(49);

    org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(60), () -> Cql2Text.parse(deep));
  }

  @Test
  void arbitraryTextIsParsedOrRefusedWithAProblem() {
    long seed = 20_261_121L;
    Random random = new Random(seed);
    List<String> pieces =
        List.of(
            "a",
            "=",
            "1",
            "'x'",
            "(",
            ")",
            "AND",
            "OR",
            "NOT",
            "IN",
            "BETWEEN",
            ",",
            "LIKE",
            "POINT(1 2)",
            "S_INTERSECTS",
            "-",
            "^",
            "\"",
            "'",
            "é",
            "\u0000",
            "CASEI",
            "DATE",
            "1e999",
            ".",
            "IS",
            "NULL",
            "POLYGON((0 0))");
    for (int round = 0; round < 4_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(12); i >= 0; i--) {
        text.append(pieces.get(random.nextInt(pieces.size()))).append(' ');
      }
      try {
        Cql2Text.parse(text.toString());
      } catch (Problem refused) {
        assertThat(refused.status()).as("seed %d: %s", seed, text).isEqualTo(400);
      }
    }
  }
}
