package io.glebe.core.record.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.record.rule.farm.DefaultRegions;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.params.provider.Arguments;

/** Helpers of the rule tests: cases of writes on a fresh sample farm, and their checks. */
final class RuleCases {
  static final UUID OTHER = UUID.fromString("22222222-2222-4222-8222-222222222222");
  static final UUID JOB = UUID.fromString("33333333-3333-4333-8333-333333333333");

  /** A write on a fresh sample farm. */
  interface Act extends Function<RuleFixture, RuleOutcome> {}

  private RuleCases() {}

  static Arguments accepts(String name, Act act) {
    return Arguments.of("accepted: " + name, act, "", List.of());
  }

  static Arguments refuses(String name, Act act, String problem, String... faults) {
    return Arguments.of("refused: " + name, act, problem, List.of(faults));
  }

  static Arguments invalid(String name, Act act, String... faults) {
    return refuses(name, act, "invalid-record", faults);
  }

  /**
   * Checks the outcome of a case: accepted if no problem is given, otherwise refused with these
   * faults.
   */
  static void check(String name, Act act, String problem, List<String> faults) {
    RuleOutcome outcome = act.apply(new RuleFixture(3));
    assertThat(RuleFixture.faults(outcome)).as(name).containsExactlyElementsOf(faults);
    if (problem.isEmpty()) {
      assertThat(outcome).isInstanceOf(RuleOutcome.Accepted.class);
    } else {
      assertThat(RuleFixture.refused(outcome).type().slug()).isEqualTo(problem);
    }
  }

  static ObjectNode with(ObjectNode record, String json) {
    record.setAll(Json.parseObject(json));
    return record;
  }

  static ObjectNode without(ObjectNode record, String... attributes) {
    record.remove(List.of(attributes));
    return record;
  }

  static ObjectNode minimal(RuleFixture b, String entity) {
    b.fresh(entity);
    return b.samples.minimal(entity);
  }

  static String id(RuleFixture b, String entity) {
    return b.samples.id(entity).toString();
  }

  static RuleFixture withJob(RuleFixture b, String json) {
    ObjectNode job =
        Json.object()
            .put("id", JOB.toString())
            .put("status", "RUNNING")
            .put("serviceId", id(b, "ProcessingService"));
    job.put("clientId", "test-app").put("createdByUserId", RuleFixture.PERSON.toString());
    b.records.put("ProcessingJob", with(job, json));
    b.job = Optional.of(JOB);
    return b;
  }

  static ObjectNode secondFarm(RuleFixture b, String organization) {
    ObjectNode farm =
        Json.object()
            .put("id", OTHER.toString())
            .put("name", "Other")
            .put("organizationId", organization);
    b.records.put("Farm", farm);
    return farm;
  }

  static String strange(RuleFixture b, String entity, String organization) {
    secondFarm(b, organization);
    ObjectNode record =
        with(b.samples.of(entity), "{\"id\":\"" + JOB + "\",\"farmId\":\"" + OTHER + "\"}");
    b.records.put(entity, record);
    return JOB.toString();
  }

  static String defaultRegion(RuleFixture b) {
    return DefaultRegions.idOf(b.samples.id("Field")).toString();
  }

  static RuleOutcome second(RuleFixture b, String entity, String json) {
    return b.put(entity, with(with(b.samples.of(entity), "{\"id\":\"" + OTHER + "\"}"), json));
  }
}
