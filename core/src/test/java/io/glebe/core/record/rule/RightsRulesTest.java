package io.glebe.core.record.rule;

import static io.glebe.core.record.rule.RuleCases.OTHER;
import static io.glebe.core.record.rule.RuleCases.accepts;
import static io.glebe.core.record.rule.RuleCases.invalid;
import static io.glebe.core.record.rule.RuleCases.minimal;
import static io.glebe.core.record.rule.RuleCases.refuses;
import static io.glebe.core.record.rule.RuleCases.with;
import static io.glebe.core.record.rule.RuleCases.without;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules V25 and V26: granted rights and the last administrator. Each case is accepted, or refused
 * with problem type, rule and pointer.
 */
final class RightsRulesTest {
  @ParameterizedTest(name = "{0}")
  @MethodSource({"givenRoles", "givenAssignments", "administrators"})
  void aWriteIsAcceptedOrRefusedWithItsFaults(
      String name, RuleCases.Act act, String problem, List<String> faults) {
    RuleCases.check(name, act, problem, faults);
  }

  static Stream<Arguments> givenRoles() {
    return Stream.of(
        invalid(
            "V25 a wildcard",
            b -> b.patch("Role", "{\"permissions\":[\"field:read\",\"field:*\"]}"),
            "V25 /permissions/1"),
        refuses(
            "V25 a role with more than the giver has",
            b ->
                asHolder(
                    b,
                    Set.of("field:read"),
                    x -> x.patch("Role", "{\"permissions\":[\"field:read\",\"farm:delete\"]}")),
            "forbidden",
            "V25 /permissions/1"),
        accepts(
            "V25 a role with what the giver has",
            b ->
                asHolder(
                    b,
                    Set.of("field:read", "site:read"),
                    x -> x.patch("Role", "{\"permissions\":[\"field:read\",\"site:read\"]}"))));
  }

  static Stream<Arguments> givenAssignments() {
    return Stream.of(
        refuses(
            "V25 an assignment of a stronger role",
            b ->
                asHolder(
                    b,
                    Set.of("accessAssignment:create"),
                    x -> x.put("AccessAssignment", minimal(x, "AccessAssignment"))),
            "forbidden",
            "V25 /roleId"),
        refuses(
            "V25 an assignment that lasts longer than the giver's right",
            b -> {
              b.records.put(
                  "AccessAssignment",
                  with(b.samples.of("AccessAssignment"), "{\"endsAt\":\"2026-12-01\"}"));
              b.caller =
                  RuleCallersFixture.holding(
                      Set.of("field:read"), Instant.parse("2027-01-01T00:00:00Z"));
              b.records.put(
                  "Role",
                  with(
                      without(b.samples.of("Role"), "endsAt"),
                      "{\"permissions\":[\"field:read\"]}"));
              return b.patch("AccessAssignment", "{\"endsAt\":null}");
            },
            "forbidden",
            "V25 /endsAt"),
        refuses(
            "V25 a starter role",
            b -> {
              b.records.put(
                  "Role",
                  with(
                      without(b.samples.of("Role"), "organizationId"),
                      "{\"originType\":\"SYSTEM\",\"code\":\"OWNER\"}"));
              return b.patch("Role", "{\"description\":\"mine\"}");
            },
            "forbidden",
            "V25 /permissions"));
  }

  static Stream<Arguments> administrators() {
    return Stream.of(
        refuses(
            "V26 the end of the last administrator's assignment",
            b ->
                administrator(b)
                    .patch(
                        "AccessAssignment",
                        "{\"startsAt\":\"2020-01-01\",\"endsAt\":\"2026-06-01\"}"),
            "dependent-records",
            "V26 /endsAt"),
        accepts(
            "V26 an end while another administrator remains",
            b -> {
              b.records.put(
                  "AccessAssignment",
                  with(b.samples.of("AccessAssignment"), "{\"id\":\"" + OTHER + "\"}"));
              return administrator(b)
                  .patch(
                      "AccessAssignment",
                      "{\"startsAt\":\"2020-01-01\",\"endsAt\":\"2026-06-01\"}");
            }));
  }

  private static RuleOutcome asHolder(
      RuleFixture b, Set<String> permissions, Function<RuleFixture, RuleOutcome> act) {
    b.caller = RuleCallersFixture.holding(permissions);
    return act.apply(b);
  }

  private static RuleFixture administrator(RuleFixture b) {
    b.records.put(
        "Role", with(b.samples.of("Role"), "{\"permissions\":[\"accessAssignment:create\"]}"));
    b.records.put(
        "AccessAssignment", without(b.samples.of("AccessAssignment"), "startsAt", "endsAt"));
    return b;
  }
}
