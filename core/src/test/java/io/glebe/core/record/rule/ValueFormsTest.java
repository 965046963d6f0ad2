package io.glebe.core.record.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.ValueType;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.ValueCheck;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests valid and invalid values of every type of the declaration language. */
class ValueFormsTest {
  private static final ValueType NUMBER =
      new ValueType.Decimal(Optional.empty(), Optional.empty(), Optional.empty());
  private static final ValueType SHARE =
      new ValueType.Decimal(
          Optional.of(BigDecimal.ZERO), Optional.of(BigDecimal.valueOf(100)), Optional.empty());
  private static final ValueType COUNT = new ValueType.Whole(Optional.of(1L), Optional.empty());
  private static final ValueType SHORT = new ValueType.Text(3, Optional.empty(), Optional.empty());

  private static Arguments type(ValueType type, List<String> right, List<String> wrong) {
    return Arguments.of(type, right, wrong);
  }

  static Stream<Arguments> types() {
    return Stream.of(
        type(
            SHORT,
            List.of("\"abc\"", "\"\"", "\"\uD83D\uDE9C\uD83D\uDE9C\uD83D\uDE9C\""),
            List.of("\"abcd\"", "1", "true", "[]")),
        type(new ValueType.Truth(), List.of("true", "false"), List.of("1", "\"true\"", "{}")),
        type(
            COUNT,
            List.of("1", "5.0", "1e3", "999999999999999999"),
            List.of("0", "1.5", "\"1\"", "1e18", "1e399")),
        type(
            NUMBER,
            List.of(
                "0", "-1.5", "1e3", "0.123456789", "123456789012345678901234", "0.1230000000000"),
            List.of(
                "0.1234567891",
                "1234567890123456789012345",
                "1234567890123456.123456789",
                "\"1\"",
                "1e25",
                "1e-10")),
        type(SHARE, List.of("0", "100", "100.000"), List.of("-0.000000001", "100.000000001")),
        type(
            new ValueType.Decimal(Optional.empty(), Optional.empty(), Optional.of(BigDecimal.ZERO)),
            List.of("0.000000001"),
            List.of("0", "-1")),
        type(
            new ValueType.Day(),
            List.of("\"2026-02-28\"", "\"2024-02-29\""),
            List.of("\"2026-02-29\"", "\"2026-2-8\"", "\"2026-05-04T00:00:00Z\"", "20260504")),
        type(
            new ValueType.Timestamp(),
            List.of("\"2026-05-04T05:30:00Z\"", "\"2026-05-04T05:30:00.123456789Z\""),
            List.of(
                "\"2026-05-04T05:30:00\"",
                "\"2026-05-04T05:30:00+02:00\"",
                "\"2026-05-04 05:30:00Z\"",
                "\"2026-05-04T25:30:00Z\"",
                "\"2026-05-04\"")),
        type(
            new ValueType.Temporal(),
            List.of("\"2026-05-04\"", "\"2026-05-04T05:30:00Z\""),
            List.of("\"2026\"", "\"yesterday\"", "7")),
        type(
            new ValueType.Uri(Optional.empty()),
            List.of("\"https://example.org/a?b=c#d\"", "\"mailto:a@example.org\"", "\"urn:x:y\""),
            List.of("\"/relative\"", "\"no uri\"", "\"http://\"", "\"\"")),
        type(
            new ValueType.Uri(Optional.of("crops")),
            List.of("\"http://aims.fao.org/aos/agrovoc/c_8373\"", "\"urn:glebe:x\""),
            List.of(
                "\"ftp://example.org/x\"",
                "\"wheat\"",
                "\"https://example.org/" + "x".repeat(500) + "\"")),
        type(
            new ValueType.Email(),
            List.of("\"a.b+c@sub.example.org\""),
            List.of("\"a@b\"", "\"a b@example.org\"", "\"@example.org\"", "\"a@@example.org\"")),
        type(
            new ValueType.Phone(),
            List.of("\"+386 1 234 56 78\"", "\"(01) 234-567\"", "\"112\"", "\"+1 555 0100 x12\""),
            List.of("\"call\"", "\"1\"", "\"+\"")),
        type(
            new ValueType.Timezone(),
            List.of("\"Europe/Ljubljana\"", "\"UTC\""),
            List.of("\"europe/ljubljana\"", "\"GMT+25\"", "\"SystemV/AST4\"")),
        type(
            new ValueType.Currency(),
            List.of("\"EUR\"", "\"CHF\""),
            List.of("\"eur\"", "\"EURO\"", "\"ZZZ\"")),
        type(new ValueType.Country(), List.of("\"SI\""), List.of("\"si\"", "\"SVN\"", "\"ZZ\"")),
        type(
            new ValueType.Language(),
            List.of("\"sl\"", "\"de-AT\"", "\"zh-Hant\""),
            List.of("\"zz\"", "\"x\"", "\"de_AT\"", "\"\"")),
        type(
            new ValueType.Unit(),
            List.of("\"kg\"", "\"har\"", "\"ha\"", "\"{bag}\"", "\"1\""),
            List.of("\"kg m\"", "\"\"", "\"" + "x".repeat(21) + "\"", "1")),
        type(
            new ValueType.PermissionName(),
            List.of("\"field:read\"", "\"auditLog:read\""),
            List.of("\"field:*\"", "\"auditLog:delete\"", "\"field\"")),
        type(
            new ValueType.Enumeration(Set.of("A", "B")),
            List.of("\"A\""),
            List.of("\"a\"", "\"C\"", "1")),
        type(
            new ValueType.ListOf(new ValueType.Enumeration(Set.of("A", "B")), 1, 2, true),
            List.of("[\"A\"]", "[\"A\",\"B\"]"),
            List.of("[]", "[\"A\",\"A\"]", "[\"A\",\"B\",\"A\"]", "\"A\"", "[1]")),
        type(
            new ValueType.Reference("Farm"),
            List.of("\"6ba7b810-9dad-41d1-80b4-00c04fd430c8\""),
            List.of(
                "\"6BA7B810-9DAD-41D1-80B4-00C04FD430C8\"",
                "\"urn:uuid:6ba7b810-9dad-41d1-80b4-00c04fd430c8\"",
                "\"x\"",
                "5")),
        type(
            new ValueType.Geometry(Set.of("Point", "MultiPolygon", "LineString")),
            List.of(
                "{\"type\":\"Point\",\"coordinates\":[14.5,46,300]}",
                "{\"type\":\"LineString\",\"coordinates\":[[0,0],[1,1]]}"),
            List.of(
                "{\"type\":\"Point\",\"coordinates\":[14.5]}",
                "{\"type\":\"Point\",\"coordinates\":[14.5,46,1,2]}",
                "{\"type\":\"Point\",\"coordinates\":[]}",
                "{\"type\":\"Point\",\"coordinates\":[\"1\",2]}",
                "{\"type\":\"Point\",\"coordinates\":[181,0]}",
                "{\"type\":\"LineString\",\"coordinates\":[[0,0]]}",
                "{\"type\":\"LineString\",\"coordinates\":[[1,1],[1,1]]}",
                "{\"type\":\"Point\"}",
                "\"POINT(1 1)\"",
                "{\"type\":\"Point\",\"coordinates\":{\"0\":1}}",
                "{\"type\":\"MultiPolygon\",\"coordinates\":[[[[0,0],[1,0],[0,0]]]]}")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("types")
  void aTypeAcceptsValidValuesAndRefusesInvalidValues(
      ValueType type, List<String> right, List<String> wrong) {
    Attribute attribute =
        new Attribute("value", type, Set.of(), Optional.empty(), Optional.empty(), List.of());
    for (String text : right) {
      assertThat(check(attribute, Json.parse(text))).as(text).isEmpty();
    }
    for (String text : wrong) {
      assertThat(check(attribute, Json.parse(text))).as(text).isPresent();
    }
  }

  @Test
  void aGeometryHasAsManyPositionsAsTheSettingPermits() {
    Attribute attribute =
        new Attribute(
            "value",
            new ValueType.Geometry(Set.of("MultiPoint")),
            Set.of(),
            Optional.empty(),
            Optional.empty(),
            List.of());
    JsonNode points = Json.parse("{\"type\":\"MultiPoint\",\"coordinates\":[[1,1],[2,2]]}");
    assertThat(check(attribute, points, 2)).isEmpty();
    assertThat(check(attribute, points, 1).orElseThrow().violations())
        .extracting(Violation::detail)
        .containsExactly("a geometry has at most 1 positions");
  }

  private static Optional<Problem> check(Attribute attribute, JsonNode value) {
    return check(attribute, value, 100_000);
  }

  private static Optional<Problem> check(Attribute attribute, JsonNode value, int positions) {
    Findings findings = new Findings();
    new ValueCheck(findings, false, positions).check(attribute, value, "/value");
    return findings.problem();
  }
}
