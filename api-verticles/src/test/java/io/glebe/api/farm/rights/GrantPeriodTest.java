package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.farm.TestFarm;
import java.net.http.HttpResponse;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A user cannot grant rights for longer than his own, nor a role of another organization. */
class GrantPeriodTest {
  private final LocalDate today = LocalDate.now(ZoneOffset.UTC);
  private final String nextWeek = today.plusDays(7).toString();
  private final String nextYear = today.plusYears(1).toString();

  private final FarmPerson owner = new FarmPerson();
  private final TestFarm farm = new TestFarm(owner.subject);
  private final FarmPerson manager = new FarmPerson().on(farm, "MANAGER");

  @BeforeEach
  void limitAccessOfManagerToNextWeek() {
    assertThat(owner.send("PATCH", assignment(manager), ends(nextWeek)).statusCode())
        .isEqualTo(200);
  }

  private String assignment(FarmPerson holder) {
    return "/v1/access-assignments/"
        + owner.items("/v1/access-assignments").stream()
            .filter(a -> a.path("userId").asText().equals(holder.id.toString()))
            .filter(a -> a.path("farmId").asText().equals(farm.farm.toString()))
            .findFirst()
            .orElseThrow()
            .path("id")
            .asText();
  }

  private static String ends(String date) {
    return "{'endsAt': '" + date + "'}";
  }

  private HttpResponse<String> gives(FarmPerson giver, UUID user, String role, String end) {
    String id = UUID.randomUUID().toString();
    String body =
        "{'id': '%s', 'originType': 'USER', 'userId': '%s', 'farmId': '%s', 'roleId': '%s'%s}"
            .formatted(id, user, farm.farm, role, end.isEmpty() ? "" : ", 'endsAt': '" + end + "'");
    return giver.send("PUT", "/v1/access-assignments/" + id, body);
  }

  private static void refusedInTime(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
    assertThat(answer.body()).contains("V25", "until");
  }

  @Test
  void aUserCannotRemoveOrExtendTheEndOfHisOwnAccess() {
    String path = assignment(manager);
    refusedInTime(manager.send("PATCH", path, "{'endsAt': null}"));
    refusedInTime(manager.send("PATCH", path, ends(nextYear)));
    assertThat(manager.send("PATCH", path, ends(today.plusDays(3).toString())).statusCode())
        .as("less is his affair")
        .isEqualTo(200);
    refusedInTime(manager.send("PATCH", path, ends(nextWeek)));
    assertThat(owner.send("PATCH", path, ends(nextYear)).statusCode()).isEqualTo(200);
  }

  @Test
  void aUserCannotGiveHimselfALongerSecondAccess() {
    refusedInTime(gives(manager, manager.id, TestFarm.role("WORKER").toString(), ""));
    refusedInTime(gives(manager, manager.id, TestFarm.role("WORKER").toString(), nextYear));
  }

  @Test
  void aUserCannotGiveOthersLongerAccessThanHisOwn() {
    FarmPerson second = new FarmPerson().on(farm, "VIEWER");
    String worker = TestFarm.role("WORKER").toString();
    refusedInTime(gives(manager, second.id, worker, ""));
    refusedInTime(gives(manager, second.id, worker, nextYear));
    HttpResponse<String> given = gives(manager, second.id, worker, nextWeek);
    assertThat(given.statusCode()).as(given.body()).isEqualTo(201);
    FarmPerson third = new FarmPerson().on(farm, "VIEWER");
    assertThat(gives(owner, third.id, worker, "").statusCode()).isEqualTo(201);
  }

  @Test
  void accessOfAUserAddedByAddressEndsWithTheAccessOfTheCaller() {
    FarmPerson second = new FarmPerson();
    String path = "/v1/farms/" + farm.farm + "/users";
    String body = "{'email': '%s', 'role': 'WORKER'}".formatted(second.email);
    HttpResponse<String> made = manager.send("POST", path, body);
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    assertThat(owner.read(assignment(second)).path("endsAt").asText())
        .startsWith(today.plusDays(8).toString());
    refusedInTime(manager.send("PATCH", assignment(second), "{'endsAt': null}"));
  }

  private String roleOf(UUID organization, String permissions, String more) {
    return TestFarm.system(
            "Role",
            UUID.randomUUID(),
            "{'name': 'r%s', 'organizationId': '%s', 'permissions': [%s]%s}"
                .formatted(UUID.randomUUID(), organization, permissions, more))
        .toString();
  }

  private void hold(FarmPerson person, String role) {
    TestFarm.system(
        "AccessAssignment",
        UUID.randomUUID(),
        "{'userId': '%s', 'farmId': '%s', 'roleId': '%s'}".formatted(person.id, farm.farm, role));
  }

  @Test
  void aUserCannotExtendThePeriodOfHisOwnRole() {
    String role =
        roleOf(
            farm.organization,
            "'role:read', 'role:update', 'accessAssignment:read'",
            ", 'endsAt': '" + nextWeek + "'");
    FarmPerson holder = new FarmPerson();
    hold(holder, role);
    String path = "/v1/roles/" + role;
    assertThat(holder.send("PATCH", path, "{'endsAt': null}").statusCode()).isEqualTo(403);
    assertThat(holder.send("PATCH", path, ends(nextYear)).statusCode()).isEqualTo(403);
    assertThat(holder.send("PATCH", path, ends(today.plusDays(3).toString())).statusCode())
        .isEqualTo(200);
    assertThat(owner.send("PATCH", path, "{'endsAt': null}").statusCode()).isEqualTo(200);
  }

  @Test
  void aRoleInUseTakesNoPermissionsThatAreNone() {
    String role = roleOf(farm.organization, "'role:read', 'role:update', 'farm:read'", "");
    FarmPerson holder = new FarmPerson();
    hold(holder, role);
    for (String permissions : List.of("{'wrong': true}", "['nonsense']", "[7]", "'farm:read'")) {
      String body = "{'permissions': " + permissions + "}";
      HttpResponse<String> refused = holder.send("PATCH", "/v1/roles/" + role, body);
      assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
      assertThat(refused.body()).contains("/permissions");
    }
  }

  @Test
  void rolesOfAUserRecordCannotExceedTheEndOfAccess() {
    String role = roleOf(farm.organization, "'organization:read'", "");
    String id = UUID.randomUUID().toString();
    String body =
        "{'id': '%s', 'originType': 'USER', 'displayName': 'Second', 'email': '%s@example.org', 'organizationIds': ['%s'], 'roleIds': ['%s']}"
            .formatted(id, id, farm.organization, role);
    refusedInTime(manager.send("PUT", "/v1/users/" + id, body));
    assertThat(owner.send("PUT", "/v1/users/" + id, body).statusCode()).isEqualTo(201);
  }

  @Test
  void aRoleOfAnotherOrganizationIsNotAssigned() {
    TestFarm elsewhere = new TestFarm(owner.subject);
    String foreign = roleOf(elsewhere.organization, "'farm:read'", "");
    FarmPerson second = new FarmPerson().on(farm, "VIEWER");
    HttpResponse<String> refused = gives(owner, second.id, foreign, "");
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
    assertThat(refused.body()).contains("V04", "/roleId");
    String patch = "{'roleId': '" + foreign + "'}";
    assertThat(owner.send("PATCH", assignment(second), patch).statusCode()).isEqualTo(422);
    String own = roleOf(farm.organization, "'farm:read'", "");
    assertThat(gives(owner, second.id, own, "").statusCode()).isEqualTo(201);
  }

  @Test
  void aFarmWithAssignedRolesOfItsOrganizationCannotMove() {
    TestFarm second = new TestFarm(owner.subject);
    TestFarm third = new TestFarm(owner.subject);
    hold(new FarmPerson(), roleOf(farm.organization, "'farm:read'", ""));
    String path = "/v1/farms/" + farm.farm;
    String move = "{'organizationId': '%s'}";
    assertThat(owner.send("PATCH", path, move.formatted(second.organization)).statusCode())
        .isEqualTo(409);
    TestFarm.patchBySystem("Farm", farm.farm, move.formatted(second.organization));
    assertThat(owner.send("PATCH", path, move.formatted(third.organization)).statusCode())
        .as("that role is of neither")
        .isEqualTo(200);
  }
}
