package io.glebe.core.record.rule;

import static io.glebe.core.record.rule.RuleCases.accepts;
import static io.glebe.core.record.rule.RuleCases.defaultRegion;
import static io.glebe.core.record.rule.RuleCases.id;
import static io.glebe.core.record.rule.RuleCases.invalid;
import static io.glebe.core.record.rule.RuleCases.minimal;
import static io.glebe.core.record.rule.RuleCases.with;
import static io.glebe.core.record.rule.RuleCases.without;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.record.rule.draft.RuleInput;
import io.glebe.core.record.rule.farm.DefaultRegions;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules V05 to V08 and V12: default regions, periods and geometries. Each case is accepted, or
 * refused with problem type, rule and pointer.
 */
final class PlaceRulesTest {
  @ParameterizedTest(name = "{0}")
  @MethodSource({"defaultRegions", "periodsAndPlaces", "geometries"})
  void aWriteIsAcceptedOrRefusedWithItsFaults(
      String name, RuleCases.Act act, String problem, List<String> faults) {
    RuleCases.check(name, act, problem, faults);
  }

  static Stream<Arguments> defaultRegions() {
    return Stream.of(
        invalid(
            "V05 a second default region",
            b -> b.put("Region", with(minimal(b, "Region"), "{\"isDefault\":true}")),
            "V05 /isDefault"),
        invalid(
            "V05 another geometry of the default region",
            b -> patchDefault(b, far()),
            "V05 /geometry",
            "V06 /geometry"),
        invalid(
            "V05 a parent of the default region",
            b -> patchDefault(b, "{\"parentRegionId\":\"" + id(b, "Region") + "\"}"),
            "V05 /parentRegionId"),
        accepts("V05 a name of the default region", b -> patchDefault(b, "{\"name\":\"Whole\"}")),
        accepts(
            "V05 a replacement without the attributes of the field",
            b ->
                b.put(
                    "Region",
                    with(
                        without(storedDefault(b), "geometry", "startsAt", "endsAt", "isDefault"),
                        "{\"name\":\"Whole\"}"))),
        invalid("V06 a region beside its field", b -> b.patch("Region", far()), "V06 /geometry"));
  }

  static Stream<Arguments> periodsAndPlaces() {
    return Stream.of(
        invalid(
            "V07 an end before the begin",
            b -> b.patch("Site", "{\"startsAt\":\"2026-03-02\",\"endsAt\":\"2026-03-01\"}"),
            "V07 /endsAt"),
        accepts(
            "V07 begin and end on one day",
            b ->
                b.patch(
                    "Site", "{\"startsAt\":\"2026-03-01T23:00:00Z\",\"endsAt\":\"2026-03-01\"}")),
        invalid(
            "V07 planned pairs",
            b ->
                b.patch(
                    "Task",
                    "{\"plannedStartAt\":\"2026-03-02T00:00:00Z\",\"plannedEndAt\":\"2026-03-01T00:00:00Z\"}"),
            "V07 /plannedEndAt"),
        invalid(
            "V08 an operation without a place",
            b ->
                b.put(
                    "Activity",
                    with(minimal(b, "Activity"), "{\"kind\":\"OPERATION\",\"type\":\"x\"}")
                        .without(List.of("fieldId", "regionId", "siteId", "animalGroupId"))),
            "V08 /regionId"));
  }

  static Stream<Arguments> geometries() {
    return Stream.of(
        invalid(
            "V12 an open ring",
            b ->
                b.patch(
                    "Field",
                    "{\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,1]]]}}"),
            "V12 /geometry/coordinates/0/3"),
        invalid(
            "V12 a latitude out of range",
            b -> b.patch("Site", "{\"geometry\":{\"type\":\"Point\",\"coordinates\":[14,91]}}"),
            "V12 /geometry/coordinates/1"),
        invalid(
            "V12 a bow tie",
            b ->
                b.patch(
                    "Field",
                    "{\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[2,2],[2,0],[0,2],[0,0]]]}}"),
            "V12 /geometry/coordinates"),
        invalid(
            "V12 half a geometry in a patch",
            b -> b.patch("Field", "{\"geometry\":{\"type\":\"MultiPolygon\"}}"),
            "V12 /geometry/coordinates"),
        invalid(
            "V12 a type that is not allowed",
            b -> b.patch("Field", "{\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,1]}}"),
            "V12 /geometry/type"));
  }

  private static String far() {
    return "{\"geometry\":{\"type\":\"Point\",\"coordinates\":[5.0,50.0]}}";
  }

  private static ObjectNode storedDefault(RuleFixture b) {
    return DefaultRegions.of(b.samples.of("Field"));
  }

  private static RuleOutcome patchDefault(RuleFixture b, String json) {
    return b.write(
        "Region", UUID.fromString(defaultRegion(b)), RuleInput.Verb.PATCH, Json.parseObject(json));
  }
}
