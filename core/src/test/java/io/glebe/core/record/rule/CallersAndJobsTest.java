package io.glebe.core.record.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.rule.draft.RuleCaller;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rules V02, V03 and V30: the allowed origins of each caller and the jobs that a write may name.
 */
class CallersAndJobsTest {
  private static final UUID JOB = UUID.fromString("33333333-3333-4333-8333-333333333333");
  private static final UUID OTHER = UUID.fromString("22222222-2222-4222-8222-222222222222");
  private final RuleFixture bench = new RuleFixture(3);

  private void caller(RuleCaller.Kind kind) {
    bench.caller =
        kind == RuleCaller.Kind.SYSTEM ? RuleCaller.system() : RuleCallersFixture.caller(kind);
  }

  private ObjectNode job(String status) {
    ObjectNode job =
        Json.object()
            .put("id", JOB.toString())
            .put("status", status)
            .put("serviceId", bench.samples.id("ProcessingService").toString())
            .put("clientId", "test-app")
            .put("createdByUserId", RuleFixture.PERSON.toString());
    bench.records.put("ProcessingJob", job);
    bench.job = Optional.of(JOB);
    return job;
  }

  private RuleOutcome creation(String origin) {
    bench.fresh("Site");
    return bench.put("Site", bench.samples.minimal("Site").put("originType", origin));
  }

  private void only(String entity) {
    bench.samples.world().keySet().stream()
        .filter(e -> !e.equals(entity))
        .forEach(e -> bench.records.remove(e, bench.samples.id(e)));
  }

  /** The table of the data model: the decision with the required job, and the fault without it. */
  @ParameterizedTest
  @CsvSource({
    "PERSON, USER,    true,  ''",
    "PERSON, SERVICE, true,  V03",
    "PERSON, DEVICE,  true,  V03",
    "PERSON, IMPORT,  true,  V03",
    "PERSON, SYSTEM,  false, V02",
    "CLIENT, USER,    false, V02",
    "CLIENT, SERVICE, true,  V03",
    "CLIENT, DEVICE,  true,  V03",
    "CLIENT, IMPORT,  true,  V03",
    "CLIENT, SYSTEM,  false, V02",
    "DEVICE, USER,    false, V02",
    "DEVICE, SERVICE, false, V02",
    "DEVICE, DEVICE,  true,  V03",
    "DEVICE, IMPORT,  false, V02",
    "DEVICE, SYSTEM,  false, V02",
    "SYSTEM, SYSTEM,  true,  ''",
    "SYSTEM, USER,    false, V02",
    "SYSTEM, IMPORT,  false, V02",
  })
  void anOriginMatchesItsCaller(RuleCaller.Kind kind, String origin, boolean allowed, String rule) {
    caller(kind);
    List<String> withoutJob = RuleFixture.faults(creation(origin));
    if (rule.isEmpty()) {
      assertThat(withoutJob).isEmpty();
    } else {
      assertThat(withoutJob).anyMatch(fault -> fault.startsWith(rule));
    }
    job("RUNNING");
    List<String> withJob = RuleFixture.faults(creation(origin));
    if (allowed) {
      assertThat(withJob).isEmpty();
    } else {
      assertThat(withJob).containsExactly("V02 /originType");
    }
  }

  @ParameterizedTest
  @CsvSource({"PERSON, USER", "CLIENT, SERVICE", "DEVICE, DEVICE", "SYSTEM, SYSTEM"})
  void aPostWithoutOriginGetsTheOriginOfTheCaller(RuleCaller.Kind kind, String origin) {
    caller(kind);
    job("QUEUED");
    bench.fresh("Site");
    ObjectNode body = bench.samples.minimal("Site");
    body.remove("originType");
    assertThat(RuleFixture.accepted(bench.post("Site", body)).path("originType").asText())
        .isEqualTo(origin);
  }

  @ParameterizedTest
  @CsvSource({
    "CREATED, ''",
    "QUEUED, ''",
    "RUNNING, ''",
    "COMPLETED, V30 Processing-Job-Id",
    "FAILED, V30 Processing-Job-Id",
    "CANCELLED, V30 Processing-Job-Id"
  })
  void aJobIsUsableUntilItEnds(String status, String fault) {
    job(status);
    RuleOutcome verdict = creation("IMPORT");
    assertThat(String.join(" ", RuleFixture.faults(verdict))).isEqualTo(fault);
  }

  @Test
  void anInaccessibleJobOrAJobOfAnotherOrganizationIsNotUsable() {
    job("RUNNING");
    assertThat(RuleFixture.faults(creation("IMPORT"))).isEmpty();
    bench.records.outOfReach.add(JOB);
    assertThat(RuleFixture.faults(creation("IMPORT"))).containsExactly("V03 Processing-Job-Id");
    bench.records.outOfReach.clear();
    job("RUNNING").put("organizationId", OTHER.toString());
    assertThat(RuleFixture.faults(creation("IMPORT"))).containsExactly("V03 Processing-Job-Id");
    job("RUNNING")
        .put("organizationId", bench.samples.id("Organization").toString())
        .put("farmId", bench.samples.id("Farm").toString());
    assertThat(RuleFixture.faults(creation("IMPORT"))).isEmpty();
  }

  @Test
  void aClientUsesItsJobsForAnyPersonAndAPersonOnlyItsOwnJobs() {
    job("RUNNING").put("createdByUserId", OTHER.toString());
    caller(RuleCaller.Kind.CLIENT);
    assertThat(RuleFixture.faults(creation("IMPORT"))).isEmpty();
    job("RUNNING").put("clientId", "other-app").put("createdByUserId", OTHER.toString());
    assertThat(RuleFixture.faults(creation("IMPORT"))).containsExactly("V03 Processing-Job-Id");
    job("RUNNING").put("createdByUserId", OTHER.toString());
    caller(RuleCaller.Kind.PERSON);
    assertThat(RuleFixture.faults(creation("IMPORT"))).containsExactly("V03 Processing-Job-Id");
  }

  @Test
  void aJobMayNameItselfOrNoJobAndAnotherJobIsChecked() {
    caller(RuleCaller.Kind.CLIENT);
    bench.fresh("ProcessingJob");
    ObjectNode body = bench.samples.minimal("ProcessingJob").put("originType", "SERVICE");
    assertThat(RuleFixture.faults(bench.put("ProcessingJob", body))).isEmpty();
    bench.job = Optional.of(bench.samples.id("ProcessingJob"));
    assertThat(RuleFixture.faults(bench.put("ProcessingJob", body))).isEmpty();
    bench.job = Optional.of(OTHER);
    assertThat(RuleFixture.faults(bench.put("ProcessingJob", body)))
        .containsExactly("V03 Processing-Job-Id");
  }

  @Test
  void aClientDeletesOnlyWithAUsableJobAndAPersonWithoutAJob() {
    only("Task");
    assertThat(bench.delete("Task")).isEmpty();
    caller(RuleCaller.Kind.DEVICE);
    assertThat(rule(bench.delete("Task"))).isEqualTo("V03");
    caller(RuleCaller.Kind.CLIENT);
    job("RUNNING");
    assertThat(bench.delete("Task")).isEmpty();
    job("COMPLETED");
    assertThat(rule(bench.delete("Task"))).isEqualTo("V30");
    bench.job = Optional.of(OTHER);
    assertThat(rule(bench.delete("Task"))).isEqualTo("V03");
  }

  @Test
  void aClientDeletesItsJobWithoutNamingOneOrNamingItself() {
    only("ProcessingJob");
    caller(RuleCaller.Kind.CLIENT);
    assertThat(bench.delete("ProcessingJob")).isEmpty();
    bench.job = Optional.of(bench.samples.id("ProcessingJob"));
    assertThat(bench.delete("ProcessingJob")).isEmpty();
  }

  private static String rule(Optional<Problem> refusal) {
    return refusal.orElseThrow().violations().getFirst().rule();
  }
}
