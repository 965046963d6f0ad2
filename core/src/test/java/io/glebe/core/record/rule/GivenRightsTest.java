package io.glebe.core.record.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.ProblemType;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Rules V25 and V26: a caller grants only permissions that it holds, and a farm keeps an
 * administrator.
 */
class GivenRightsTest {
  private static final String GIVE = "accessAssignment:create";
  private final RuleFixture bench = new RuleFixture(3);

  private void holding(String... permissions) {
    bench.caller = RuleCallersFixture.holding(Set.of(permissions));
  }

  private ObjectNode role(String... permissions) {
    ObjectNode role = bench.samples.of("Role");
    role.putArray("permissions");
    List.of(permissions).forEach(role.withArray("permissions")::add);
    bench.records.put("Role", role);
    return role;
  }

  private String user(boolean withRole) {
    ObjectNode user = bench.samples.of("User");
    user.remove("roleIds");
    if (withRole) {
      user.putArray("roleIds").add(bench.samples.id("Role").toString());
    }
    bench.records.put("User", user);
    return "{\"roleIds\":[\"" + bench.samples.id("Role") + "\"]}";
  }

  @Test
  void aCallerAssignsARoleOnlyIfItHoldsAllPermissionsOfTheRole() {
    role("field:read", "farm:delete");
    String give = user(false);
    holding("user:update", "field:read");
    RuleOutcome verdict = bench.patch("User", give);
    assertThat(RuleFixture.refused(verdict).type()).isEqualTo(ProblemType.FORBIDDEN);
    assertThat(RuleFixture.faults(verdict)).containsExactly("V25 /roleIds/0");
    assertThat(RuleFixture.refused(verdict).violations().getFirst().detail())
        .isEqualTo("the caller lacks farm:delete");
    holding("user:update", "field:read", "farm:delete");
    assertThat(bench.patch("User", give)).isInstanceOf(RuleOutcome.Accepted.class);
  }

  @Test
  void joiningAnOrganizationCountsAsAssigningTheRolesAgain() {
    role("farm:delete");
    user(true);
    holding("user:update", "field:read");
    assertThat(bench.patch("User", "{\"organizationIds\":[]}"))
        .as("leaving gives nothing")
        .isInstanceOf(RuleOutcome.Accepted.class);
    ObjectNode outside = bench.samples.of("User").deepCopy();
    outside.putArray("roleIds").add(bench.samples.id("Role").toString());
    outside.remove("organizationIds");
    bench.records.put("User", outside);
    String join = "{\"organizationIds\":[\"" + bench.samples.id("Organization") + "\"]}";
    assertThat(RuleFixture.faults(bench.patch("User", join))).containsExactly("V25 /roleIds/0");
    holding("user:update", "farm:delete");
    assertThat(bench.patch("User", join)).isInstanceOf(RuleOutcome.Accepted.class);
  }

  @Test
  void aRoleKeepsItsPermissionsWhenItsNameChanges() {
    role("farm:delete");
    holding("field:read");
    assertThat(bench.patch("Role", "{\"name\":\"Drivers\"}"))
        .isInstanceOf(RuleOutcome.Accepted.class);
    assertThat(
            RuleFixture.faults(
                bench.patch("Role", "{\"permissions\":[\"farm:delete\",\"farm:update\"]}")))
        .containsExactly("V25 /permissions/1");
  }

  @Test
  void aStarterRoleIsReadOnlyAndARoleOfAnOrganizationIsDeleted() {
    ObjectNode starter = role("field:read").put("originType", "SYSTEM").put("code", "OWNER");
    bench.samples.world().keySet().stream()
        .filter(e -> !e.equals("Role"))
        .forEach(e -> bench.records.remove(e, bench.samples.id(e)));
    assertThat(bench.delete("Role")).as("a role of an organization").isEmpty();
    starter.remove("organizationId");
    assertThat(bench.delete("Role").orElseThrow().violations())
        .singleElement()
        .satisfies(v -> assertThat(v.detail()).isEqualTo("starter roles cannot be deleted"));
    assertThat(RuleFixture.faults(bench.patch("Role", "{\"description\":\"mine\"}")))
        .containsExactly("V25 /permissions");
    starter.remove("code");
    assertThat(bench.delete("Role")).as("a platform role that is no starter role").isEmpty();
  }

  private void onlyAssignment(String json) {
    role(GIVE);
    ObjectNode assignment = bench.samples.of("AccessAssignment");
    assignment.remove(List.of("startsAt", "endsAt"));
    assignment.setAll(Json.parseObject(json));
    bench.records.put("AccessAssignment", assignment);
  }

  private static final String ENDED = "{\"endsAt\":\"2026-06-01\"}";

  @Test
  void aWeakerRoleForTheLastAdministratorIsRefused() {
    onlyAssignment("{}");
    String weaker = "22222222-2222-4222-8222-222222222222";
    ObjectNode role = bench.samples.of("Role").put("id", weaker);
    role.putArray("permissions").add("field:read");
    bench.records.put("Role", role);
    RuleOutcome verdict = bench.patch("AccessAssignment", "{\"roleId\":\"" + weaker + "\"}");
    assertThat(RuleFixture.faults(verdict)).containsExactly("V26 /roleId");
    assertThat(RuleFixture.refused(verdict).type()).isEqualTo(ProblemType.DEPENDENT_RECORDS);
  }

  @Test
  void aFutureOrEndedAssignmentIsNotTheLastAdministrator() {
    onlyAssignment("{\"startsAt\":\"2026-07-01\"}");
    assertThat(bench.patch("AccessAssignment", "{\"endsAt\":\"2026-07-02\"}"))
        .isInstanceOf(RuleOutcome.Accepted.class);
    onlyAssignment(ENDED);
    assertThat(bench.patch("AccessAssignment", "{\"endsAt\":\"2026-05-01\"}"))
        .isInstanceOf(RuleOutcome.Accepted.class);
    onlyAssignment("{\"startsAt\":\"2026-06-01\",\"endsAt\":\"2026-07-01\"}");
    assertThat(RuleFixture.faults(bench.patch("AccessAssignment", "{\"endsAt\":\"2026-06-02\"}")))
        .containsExactly("V26 /endsAt");
  }

  private static final String SOON = "{\"endsAt\":\"2026-07-31\"}";

  private void holdingUntilAugust(String... permissions) {
    bench.caller =
        RuleCallersFixture.holding(Set.of(permissions), Instant.parse("2026-08-01T00:00:00Z"));
  }

  @Test
  void anAssignmentIsNotExtendedBeyondTheRightsOfTheCaller() {
    onlyAssignment("{\"endsAt\":\"2026-07-01\"}");
    ObjectNode role = role("field:read");
    holdingUntilAugust("field:read");
    assertThat(bench.patch("AccessAssignment", SOON)).isInstanceOf(RuleOutcome.Accepted.class);
    for (String more : List.of("{\"endsAt\":\"2026-08-01\"}", "{\"endsAt\":null}")) {
      assertThat(RuleFixture.faults(bench.patch("AccessAssignment", more)))
          .as(more)
          .containsExactly("V25 /endsAt");
    }
    role.put("endsAt", "2026-07-31");
    assertThat(bench.patch("AccessAssignment", "{\"endsAt\":null}"))
        .as("the role itself ends before")
        .isInstanceOf(RuleOutcome.Accepted.class);
  }

  @Test
  void aCallerMayShortenAnAssignmentWithoutItsPermissions() {
    onlyAssignment("{}");
    role("field:read", "farm:delete");
    bench
        .records
        .find("AccessAssignment", bench.samples.id("AccessAssignment"))
        .orElseThrow()
        .put("userId", RuleFixture.PERSON.toString());
    holdingUntilAugust("accessAssignment:update");
    assertThat(bench.patch("AccessAssignment", "{\"endsAt\":\"2030-01-01\"}"))
        .isInstanceOf(RuleOutcome.Accepted.class);
  }

  @Test
  void aRoleIsNotExtendedBeyondTheRightsOfTheCaller() {
    role("field:read").put("endsAt", "2026-07-01");
    holdingUntilAugust("field:read");
    assertThat(bench.patch("Role", SOON)).isInstanceOf(RuleOutcome.Accepted.class);
    assertThat(RuleFixture.faults(bench.patch("Role", "{\"endsAt\":null}")))
        .containsExactly("V25 /permissions/0");
  }
}
