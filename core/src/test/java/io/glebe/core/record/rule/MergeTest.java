package io.glebe.core.record.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.json.NameUuids;
import io.glebe.core.record.rule.farm.DefaultRegions;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the last write of each attribute is stored. */
class MergeTest {
  private final RuleFixture bench = new RuleFixture(5);

  private ObjectNode store(String entity, String json) {
    ObjectNode record = bench.samples.minimal(entity);
    record.setAll(Json.parseObject(json));
    record
        .put("createdAt", "2026-01-01T00:00:00Z")
        .put("updatedAt", "2026-01-01T00:00:00Z")
        .put("clientId", "c");
    bench.records.put(entity, record);
    return record;
  }

  private ObjectNode body(ObjectNode stored) {
    return stored.deepCopy();
  }

  @Test
  void aReplacementRemovesMissingAttributesAndRestoresDefaults() {
    ObjectNode stored =
        store("Task", "{\"description\":\"d\",\"priority\":\"URGENT\",\"status\":\"ASSIGNED\"}");
    ObjectNode body = body(stored);
    body.remove(List.of("description", "priority", "status", "farmId", "originType"));
    ObjectNode after = RuleFixture.accepted(bench.put("Task", body));
    assertThat(after.has("description")).isFalse();
    assertThat(after.path("priority").asText()).isEqualTo("NORMAL");
    assertThat(after.path("status").asText()).isEqualTo("ASSIGNED");
    assertThat(after.path("farmId")).isEqualTo(stored.get("farmId"));
    assertThat(after.path("originType").asText()).isEqualTo("USER");
    assertThat(after.has("clientId")).isFalse();
  }

  @Test
  void aPatchChangesOnlyTheNamedAttributes() {
    ObjectNode stored =
        store(
            "Task", "{\"description\":\"d\",\"priority\":\"URGENT\",\"extra\":{\"a\":1,\"b\":2}}");
    RuleOutcome verdict =
        bench.patch("Task", "{\"description\":null,\"extra\":{\"a\":null,\"c\":3}}");
    ObjectNode after = RuleFixture.accepted(verdict);
    assertThat(after.has("description")).isFalse();
    assertThat(after.path("priority").asText()).isEqualTo("URGENT");
    assertThat(after.path("extra").toString()).isEqualTo("{\"b\":2,\"c\":3}");
    assertThat(((RuleOutcome.Accepted) verdict).changed()).containsExactly("description", "extra");
    assertThat(((RuleOutcome.Accepted) verdict).unknown()).containsExactly("extra");
    assertThat(stored.has("description")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"priority\":\"URGENT\"}",
        "{\"fieldId\":null}",
        "{\"updatedAt\":\"2020-01-01T00:00:00Z\"}",
        "{\"share\":1.50}"
      })
  void aPatchWithEqualValuesIsNotAChange(String patch) {
    store("Task", "{\"priority\":\"URGENT\",\"share\":1.5}");
    assertThat(bench.patch("Task", patch)).isInstanceOf(RuleOutcome.Unchanged.class);
  }

  @Test
  void aPutThatEqualsASubmittedReportIsAccepted() {
    ObjectNode report =
        store(
            "RegulatoryReport",
            "{\"status\":\"SUBMITTED\",\"startsAt\":\"2026-01-01\",\"endsAt\":\"2026-12-31\"}");
    assertThat(bench.put("RegulatoryReport", body(report)))
        .isInstanceOf(RuleOutcome.Unchanged.class);
  }

  @Test
  void enteringAStateSetsItsTimeUnlessTheTimeIsGiven() {
    store("Task", "{\"status\":\"ASSIGNED\"}");
    ObjectNode after = RuleFixture.accepted(bench.patch("Task", "{\"status\":\"IN_PROGRESS\"}"));
    assertThat(after.path("startedAt").asText()).isEqualTo("2026-06-15T10:00:00Z");
    after =
        RuleFixture.accepted(
            bench.patch(
                "Task", "{\"status\":\"IN_PROGRESS\",\"startedAt\":\"2026-06-01T00:00:00Z\"}"));
    assertThat(after.path("startedAt").asText()).isEqualTo("2026-06-01T00:00:00Z");
  }

  @Test
  void anOperationOnAFieldGetsItsDefaultRegionAndViceVersa() {
    bench.fresh("Activity");
    ObjectNode body = bench.samples.minimal("Activity").put("kind", "OPERATION").put("type", "x");
    body.remove(List.of("regionId", "siteId", "animalGroupId"));
    body.put("fieldId", bench.samples.id("Field").toString());
    String region = DefaultRegions.idOf(bench.samples.id("Field")).toString();
    assertThat(RuleFixture.accepted(bench.put("Activity", body)).path("regionId").asText())
        .isEqualTo(region);
    body.remove("fieldId");
    body.put("regionId", region);
    assertThat(RuleFixture.accepted(bench.put("Activity", body)).path("fieldId").asText())
        .isEqualTo(bench.samples.id("Field").toString());
  }

  @Test
  void aPostGetsItsFarmFromItsReferences() {
    ObjectNode body = Json.parseObject("{\"kind\":\"OPERATION\",\"type\":\"x\"}");
    body.put("fieldId", bench.samples.id("Field").toString());
    assertThat(RuleFixture.accepted(bench.post("Activity", body)).path("farmId").asText())
        .isEqualTo(bench.samples.id("Farm").toString());
    ObjectNode region = Json.object().put("parentRegionId", bench.samples.id("Region").toString());
    region.set("geometry", bench.samples.of("Region").get("geometry"));
    assertThat(RuleFixture.accepted(bench.post("Region", region)).path("fieldId").asText())
        .isEqualTo(bench.samples.id("Field").toString());
  }

  @Test
  void ringsAreStoredRightHandedAndForeignMembersAreDropped() {
    RuleOutcome verdict =
        bench.patch(
            "Field",
            "{\"geometry\":{\"type\":\"Polygon\",\"bbox\":[0,0,1,1],\"coordinates\":[[[14.50,46.04],[14.50,46.06],[14.53,46.06],[14.53,46.04],[14.50,46.04]]]}}");
    assertThat(RuleFixture.accepted(verdict).path("geometry").toString())
        .isEqualTo(
            "{\"type\":\"Polygon\",\"coordinates\":[[[14.50,46.04],[14.53,46.04],[14.53,46.06],[14.50,46.06],[14.50,46.04]]]}");
  }

  @Test
  void repeatingAMergePatchChangesNothing() {
    for (long seed = 1; seed <= 200; seed++) {
      Random random = new Random(seed);
      store("Task", "{\"extra\":" + json(random, 3) + "}");
      String patch =
          "{\"extra\":"
              + json(random, 3)
              + ",\"note"
              + random.nextInt(3)
              + "\":"
              + random.nextInt(5)
              + "}";
      RuleOutcome first = bench.patch("Task", patch);
      if (first instanceof RuleOutcome.Accepted accepted) {
        bench.records.put("Task", accepted.after());
        assertThat(bench.patch("Task", patch))
            .as("seed %d: %s", seed, patch)
            .isInstanceOf(RuleOutcome.Unchanged.class);
      }
    }
  }

  private static String json(Random random, int depth) {
    if (depth == 0 || random.nextInt(4) == 0) {
      return Integer.toString(random.nextInt(10));
    }
    StringBuilder text = new StringBuilder("{");
    int members = random.nextInt(4);
    for (int i = 0; i < members; i++) {
      text.append(i == 0 ? "" : ",")
          .append("\"m")
          .append(i)
          .append("\":")
          .append(json(random, depth - 1));
    }
    return text.append('}').toString();
  }

  @Test
  void theDefaultRegionIdIsDerivedAsDocumented() {
    UUID field = UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8");
    assertThat(NameUuids.v5(field, "www.example.org"))
        .isEqualTo(UUID.fromString("74738ff5-5367-5958-9aee-98fffdcd1876"));
    assertThat(DefaultRegions.idOf(field).version()).isEqualTo(5);
  }
}
