package io.glebe.core.record.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.rule.draft.RuleCaller;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeletionTest {
  private final RuleFixture bench = new RuleFixture(3);

  private ObjectNode only(String entity) {
    bench.samples.world().keySet().stream()
        .filter(e -> !e.equals(entity))
        .forEach(e -> bench.records.remove(e, bench.samples.id(e)));
    return bench.samples.of(entity);
  }

  @Test
  void aRecordWithoutReferencesToItIsDeleted() {
    only("Task");
    assertThat(bench.delete("Task")).isEmpty();
  }

  @Test
  void aRecordWithReferencesToItIsNotDeleted() {
    Problem refusal = bench.delete("Field").orElseThrow();
    assertThat(refusal.type()).isEqualTo(ProblemType.DEPENDENT_RECORDS);
    assertThat(refusal.detail()).contains("fieldId");
  }

  @Test
  void theDefaultRegionIsNotDeletedSeparately() {
    ObjectNode region = only("Region");
    bench.records.put("Region", region.put("isDefault", true));
    assertThat(bench.delete("Region").orElseThrow().violations().getFirst().rule())
        .isEqualTo("V05");
  }

  @Test
  void aSubmittedReportIsNotDeleted() {
    bench.records.put("RegulatoryReport", only("RegulatoryReport").put("status", "SUBMITTED"));
    assertThat(bench.delete("RegulatoryReport").orElseThrow().type())
        .isEqualTo(ProblemType.IMMUTABLE_RECORD);
  }

  @Test
  void aReportedRecordIsNotDeleted() {
    only("Site");
    ObjectNode report = bench.samples.of("RegulatoryReport").put("status", "ACCEPTED");
    report
        .putArray("reportedRecords")
        .addObject()
        .put("entityType", "Site")
        .put("entityId", bench.samples.id("Site").toString());
    bench.records.put("RegulatoryReport", report);
    Problem refusal = bench.delete("Site").orElseThrow();
    assertThat(refusal.type()).isEqualTo(ProblemType.DEPENDENT_RECORDS);
    assertThat(refusal.violations().getFirst().rule()).isEqualTo("V16");
  }

  @Test
  void theLastAdministratorOfAFarmIsNotDeleted() {
    ObjectNode assignment = only("AccessAssignment");
    assignment.remove(List.of("startsAt", "endsAt"));
    bench.records.put("AccessAssignment", assignment);
    ObjectNode role = bench.samples.of("Role");
    role.set("permissions", Json.array().add("accessAssignment:create"));
    bench.records.put("Role", role);
    assertThat(bench.delete("AccessAssignment").orElseThrow().violations().getFirst().rule())
        .isEqualTo("V26");
  }

  @Test
  void aClientDeletesOnlyWithAJob() {
    only("Task");
    bench.caller = RuleCallersFixture.caller(RuleCaller.Kind.CLIENT);
    assertThat(bench.delete("Task").orElseThrow().violations().getFirst().where())
        .isEqualTo("Processing-Job-Id");
  }
}
