package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import io.glebe.core.json.NameUuids;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Attempts to take over a farm or an account without writing an identity: by roles, farms, ids and
 * invitations.
 */
class IndirectTakeoverTest {
  private final FarmPerson owner = new FarmPerson();
  private final TestFarm farm = new TestFarm(owner.subject);

  private String role(UUID organization, String permissions) {
    return TestFarm.system(
            "Role",
            UUID.randomUUID(),
            "{'name': 'r%s', 'organizationId': '%s', 'permissions': [%s]}"
                .formatted(UUID.randomUUID(), organization, permissions))
        .toString();
  }

  private void assign(FarmPerson person, String role) {
    TestFarm.system(
        "AccessAssignment",
        UUID.randomUUID(),
        "{'userId': '%s', 'farmId': '%s', 'roleId': '%s'}".formatted(person.id, farm.farm, role));
  }

  private static String assignment(FarmPerson person) {
    String id =
        person.items("/v1/access-assignments").stream()
            .filter(a -> a.path("userId").asText().equals(person.id.toString()))
            .findFirst()
            .orElseThrow()
            .path("id")
            .asText();
    return "/v1/access-assignments/" + id;
  }

  @Test
  void extendingARoleNeedsAllItsPermissionsOnEveryFarmOfItsAssignments() {
    UUID second = UUID.randomUUID();
    TestFarm.system(
        "Farm",
        second,
        "{'name': 'B', 'organizationId': '%s', 'timezone': 'UTC', 'defaultCurrency': 'EUR'}"
            .formatted(farm.organization));
    FarmPerson thief = new FarmPerson();
    TestFarm.system(
        "AccessAssignment",
        UUID.randomUUID(),
        "{'userId': '%s', 'farmId': '%s', 'roleId': '%s'}"
            .formatted(thief.id, second, TestFarm.role("OWNER")));
    String small = role(farm.organization, "'farm:read'");
    assign(thief, small);
    String more = "{'permissions': ['farm:read', 'farm:update']}";
    assertThat(thief.send("PATCH", "/v1/roles/" + small, more).statusCode()).isEqualTo(403);
    assertThat(thief.send("PATCH", "/v1/roles/" + small, "{'permissions': []}").statusCode())
        .as("less is no gift")
        .isIn(200, 422);
    assertThat(owner.send("PATCH", "/v1/roles/" + small, more).statusCode()).isEqualTo(200);
  }

  @Test
  void reducingARoleNeedsTheRemovedPermissionsOnTheFarmsOfItsAssignments() {
    FarmPerson colleague = new FarmPerson();
    UUID second = UUID.randomUUID();
    TestFarm.system(
        "Farm",
        second,
        "{'name': 'B', 'organizationId': '%s', 'timezone': 'UTC', 'defaultCurrency': 'EUR'}"
            .formatted(farm.organization));
    TestFarm.system(
        "AccessAssignment",
        UUID.randomUUID(),
        "{'userId': '%s', 'farmId': '%s', 'roleId': '%s'}"
            .formatted(colleague.id, second, TestFarm.role("OWNER")));
    String reading = role(farm.organization, "'farm:read', 'field:read'");
    FarmPerson holder = new FarmPerson();
    assign(holder, reading);
    String less = "{'permissions': ['field:read']}";
    assertThat(colleague.send("PATCH", "/v1/roles/" + reading, less).statusCode()).isEqualTo(403);
    assertThat(holder.get("/v1/farms/" + farm.farm).statusCode()).isEqualTo(200);
    assertThat(owner.send("PATCH", "/v1/roles/" + reading, less).statusCode()).isEqualTo(200);
  }

  @Test
  void aManagerCannotMoveAFarmToAnotherOrganization() {
    FarmPerson manager = new FarmPerson().on(farm, "MANAGER");
    TestFarm own = new TestFarm(manager.subject);
    String move = "{'organizationId': '" + own.organization + "'}";
    String path = "/v1/farms/" + farm.farm;
    assertThat(manager.send("PATCH", path, move).statusCode()).isEqualTo(403);
    assertThat(owner.read(path).path("organizationId").asText())
        .isEqualTo(farm.organization.toString());
  }

  @Test
  void theIdOfADeletedRecordCannotBeUsedByAnotherFarm() {
    UUID id = UUID.randomUUID();
    String site = "{'id': '%s', 'originType': 'USER', 'farmId': '%s', 'name': 'x'}";
    String path = "/v1/sites/" + id;
    assertThat(owner.send("PUT", path, site.formatted(id, farm.farm)).statusCode()).isEqualTo(201);
    assertThat(owner.send("DELETE", path, "").statusCode()).isEqualTo(204);
    FarmPerson thief = new FarmPerson();
    TestFarm own = new TestFarm(thief.subject);
    assertThat(thief.send("PUT", path, site.formatted(id, own.farm)).statusCode()).isEqualTo(403);
    assertThat(owner.send("PUT", path, site.formatted(id, farm.farm)).statusCode())
        .as("its own people may")
        .isEqualTo(201);
  }

  @Test
  void theAuthorCannotRedirectAnInvitationAfterItsRoleIsRaised() {
    FarmPerson manager = new FarmPerson().on(farm, "MANAGER");
    String invited = "{'email': '%s@example.org', 'role': 'WORKER'}".formatted(UUID.randomUUID());
    var made = manager.send("POST", "/v1/farms/" + farm.farm + "/users", invited);
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    String assignment = "/v1/access-assignments/" + Json.parse(made.body()).path("id").asText();
    String raise = "{'roleId': '" + TestFarm.role("OWNER") + "'}";
    assertThat(owner.send("PATCH", assignment, raise).statusCode()).isEqualTo(200);
    String user = "/v1/users/" + Json.parse(made.body()).path("userId").asText();
    String own = "{'email': '" + UUID.randomUUID() + "@example.org'}";
    assertThat(manager.send("PATCH", user, own).statusCode()).isEqualTo(403);
    assertThat(manager.send("DELETE", user, "").statusCode()).isEqualTo(403);
    assertThat(owner.send("DELETE", assignment, "").statusCode()).isEqualTo(204);
    assertThat(manager.send("PATCH", user, own).statusCode()).as("opens nothing").isEqualTo(200);
  }

  @Test
  void aUserWithALookAlikeAddressIsNotAdded() {
    String name = "k" + UUID.randomUUID();
    UUID alike =
        TestFarm.system(
            "User",
            UUID.randomUUID(),
            "{'displayName': 'Alike', 'status': 'ACTIVE', 'subject': '%s', 'email': '%s@x.example'}"
                .formatted(name, "\u212a" + name.substring(1)));
    String body = "{'email': '%s@X.example', 'role': 'OWNER'}".formatted(name);
    HttpResponse<String> added = owner.send("POST", "/v1/farms/" + farm.farm + "/users", body);
    assertThat(added.statusCode()).as(added.body()).isEqualTo(201);
    assertThat(Json.parse(added.body()).path("userId").asText()).isNotEqualTo(alike.toString());
  }

  @Test
  void theLastUserWhoCanGrantAccessCannotBeRemoved() {
    String path = assignment(owner);
    assertThat(owner.send("PATCH", path, "{'endsAt': '2999-01-01'}").statusCode()).isEqualTo(409);
    TestFarm.system(
        "AccessAssignment",
        UUID.randomUUID(),
        "{'userId': '%s', 'farmId': '%s', 'roleId': '%s'}"
            .formatted(
                TestFarm.system(
                    "User",
                    UUID.randomUUID(),
                    "{'displayName': 'x', 'email': 'x@example.org', 'status': 'INVITED'}"),
                farm.farm,
                TestFarm.role("OWNER")));
    assertThat(owner.send("DELETE", path, "").statusCode()).as("nobody has come").isEqualTo(409);
    FarmPerson other = new FarmPerson();
    TestFarm second = new TestFarm(other.subject);
    String custom = role(second.organization, "'accessAssignment:create', 'role:update'");
    TestFarm.system(
        "AccessAssignment",
        UUID.randomUUID(),
        "{'userId': '%s', 'farmId': '%s', 'roleId': '%s'}"
            .formatted(other.id, second.farm, custom));
    other.items("/v1/access-assignments").stream()
        .filter(a -> !a.path("roleId").asText().equals(custom))
        .forEach(a -> other.send("DELETE", "/v1/access-assignments/" + a.path("id").asText(), ""));
    String less = "{'permissions': ['role:update']}";
    assertThat(other.send("PATCH", "/v1/roles/" + custom, less).statusCode()).isEqualTo(409);
  }

  @Test
  void permissionsInAWrongFormatAreRefused() {
    String body =
        "{'name': 'x', 'organizationId': '%s', 'originType': 'USER', 'permissions': {'a': 'b'}}"
            .formatted(farm.organization);
    UUID id = UUID.randomUUID();
    String whole = body.replaceFirst("\\{", "{'id': '" + id + "', ");
    assertThat(owner.send("PUT", "/v1/roles/" + id, whole).statusCode()).isEqualTo(422);
  }

  @Test
  void aGuessedIdOfAFutureAdministratorIsNotUsed() {
    String subject = "next-" + UUID.randomUUID();
    UUID guessed =
        NameUuids.v5(UUID.fromString("3a9f1c52-6f0b-5c1e-9a53-0d8c2b7e4f10"), "user  " + subject);
    String lure =
        "{'id': '%s', 'originType': 'USER', 'displayName': 'x', 'email': '%s@example.org'}"
            .formatted(guessed, guessed);
    assertThat(owner.send("PUT", "/v1/users/" + guessed, lure).statusCode()).isEqualTo(201);
    var platform = TestPlatform.shared().platform();
    Onboarding onboarding =
        new Onboarding(platform.infrastructure().database(), platform.records().records());
    UUID made =
        onboarding
            .user(new Onboarding.NewUser(subject, Optional.empty(), "Next", Optional.empty()))
            .await();
    assertThat(made).isNotEqualTo(guessed);
  }

  @Test
  void aPageOfAnotherOriginGetsNoToken() {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri("/dev/identity/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Origin", "https://evil.example")
            .POST(
                BodyPublishers.ofString(
                    "grant_type=urn:glebe:params:oauth:grant-type:development&user=admin"));
    assertThat(TestPlatform.shared().send(request).statusCode()).isEqualTo(400);
  }

  /** The headers are those that a browser sends with a request of a script. */
  @ParameterizedTest
  @CsvSource({
    "https://evil.example, cross-site, 403",
    "null, cross-site, 403",
    "http://localhost.evil.example, cross-site, 403",
    "http://localhost:5173, cross-site, 200",
    "http://[::1]:5173, cross-site, 200",
    "http://localhost:5173, same-site, 200"
  })
  void theFixedTokenIsNotForPagesOfOtherSites(String origin, String site, int status) {
    for (String path : List.of("/api/v2/collections", "/sta/v1.1/Things")) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(TestPlatform.shared().uri(path))
              .header("Authorization", "bearer  glebe-dev-token")
              .header("Origin", origin)
              .header("Sec-Fetch-Site", site);
      assertThat(TestPlatform.shared().send(request).statusCode()).as(path).isEqualTo(status);
    }
  }
}
