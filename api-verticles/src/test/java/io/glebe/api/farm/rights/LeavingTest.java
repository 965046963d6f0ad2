package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Users can leave farms and organizations, but every farm keeps a user who can grant access. */
class LeavingTest {
  private static String assignment(FarmPerson person) {
    return "/v1/access-assignments/"
        + person.items("/v1/access-assignments").stream()
            .filter(held -> held.path("userId").asText().equals(person.id.toString()))
            .findFirst()
            .orElseThrow()
            .path("id")
            .asText();
  }

  @Test
  void anyUserCanGiveUpHisAccess() {
    TestFarm farm = new TestFarm("manager");
    FarmPerson viewer = new FarmPerson().on(farm, "VIEWER");
    FarmPerson colleague = new FarmPerson().on(farm, "VIEWER");
    String foreign = assignment(colleague);
    assertThat(viewer.send("DELETE", foreign, "").statusCode()).isEqualTo(403);
    assertThat(viewer.send("DELETE", assignment(viewer), "").statusCode()).isEqualTo(204);
    assertThat(viewer.get("/v1/farms/" + farm.farm).statusCode()).isEqualTo(403);
    assertThat(colleague.get("/v1/farms/" + farm.farm).statusCode()).isEqualTo(200);
  }

  @Test
  void theOnlyOwnerCannotLeaveBeforeThereIsAnotherOwner() {
    FarmPerson owner = new FarmPerson();
    TestFarm farm = new TestFarm(owner.subject);
    String own = assignment(owner);
    HttpResponse<String> refused = owner.send("DELETE", own, "");
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("V26", "dependent-records");
    new FarmPerson().on(farm, "OWNER");
    assertThat(owner.send("DELETE", own, "").statusCode()).isEqualTo(204);
  }

  @Test
  void anOwnerWithLimitedAccessDoesNotReplaceThePermanentOwner() {
    FarmPerson owner = new FarmPerson();
    TestFarm farm = new TestFarm(owner.subject);
    FarmPerson other = new FarmPerson().on(farm, "OWNER");
    String end = "{'endsAt': '" + Instant.now().plus(Duration.ofDays(1)) + "'}";
    assertThat(other.send("PATCH", assignment(other), end).statusCode()).isEqualTo(200);
    assertThat(owner.send("DELETE", assignment(owner), "").statusCode()).isEqualTo(409);
    assertThat(owner.send("DELETE", "/v1/users/" + owner.id, "").statusCode()).isEqualTo(409);
  }

  @Test
  void theOnlyOwnerOfAFarmCannotBeDeleted() {
    FarmPerson owner = new FarmPerson();
    TestFarm first = new TestFarm(owner.subject);
    TestFarm second = new TestFarm(owner.subject);
    HttpResponse<String> refused = TestFarm.send("admin", "DELETE", "/v1/users/" + owner.id, "");
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
    assertThat(Json.parse(refused.body()).path("type").asText()).endsWith("dependent-records");
    JsonNode violation = Json.parse(refused.body()).path("violations").path(0);
    assertThat(violation.path("rule").asText()).isEqualTo("V26");
    assertThat(violation.path("detail").asText()).startsWith("2 farms");
    assertThat(owner.send("DELETE", "/v1/users/" + owner.id, "").statusCode()).isEqualTo(409);
    FarmPerson heir = new FarmPerson().on(first, "OWNER").on(second, "OWNER");
    assertThat(owner.send("DELETE", "/v1/users/" + owner.id, "").statusCode()).isEqualTo(204);
    assertThat(heir.get("/v1/farms/" + first.farm).statusCode()).isEqualTo(200);
  }

  @Test
  void aDisabledOnlyOwnerCannotBeDeletedEither() {
    FarmPerson owner = new FarmPerson();
    TestFarm farm = new TestFarm(owner.subject);
    String path = "/v1/users/" + owner.id;
    HttpResponse<String> disabled =
        TestFarm.send("admin", "PATCH", path, "{\"status\": \"DISABLED\"}");
    assertThat(disabled.statusCode()).as(disabled.body()).isEqualTo(200);
    assertThat(TestFarm.send("admin", "DELETE", path, "").statusCode()).isEqualTo(409);
    new FarmPerson().on(farm, "OWNER");
    assertThat(TestFarm.send("admin", "DELETE", path, "").statusCode()).isEqualTo(204);
  }

  @Test
  void anOwnerCannotBeDeletedIfOnlyAManagerRemains() {
    FarmPerson owner = new FarmPerson();
    TestFarm farm = new TestFarm(owner.subject);
    new FarmPerson().on(farm, "MANAGER");
    String path = "/v1/users/" + owner.id;
    assertThat(TestFarm.send("admin", "DELETE", path, "").statusCode()).isEqualTo(409);
    new FarmPerson().on(farm, "OWNER");
    assertThat(TestFarm.send("admin", "DELETE", path, "").statusCode()).isEqualTo(204);
  }

  @Test
  void aUserCannotRemoveARoleFromOthersThatHeCannotAssign() {
    FarmPerson owner = new FarmPerson();
    TestFarm farm = new TestFarm(owner.subject);
    FarmPerson manager = new FarmPerson().on(farm, "MANAGER");
    FarmPerson worker = new FarmPerson().on(farm, "WORKER");
    String path = assignment(owner);
    String viewer = "{'roleId': '%s'}".formatted(TestFarm.role("VIEWER"));
    assertThat(manager.send("DELETE", path, "").statusCode()).isEqualTo(403);
    assertThat(manager.send("PATCH", path, viewer).statusCode()).isEqualTo(403);
    assertThat(manager.send("PATCH", path, "{'endsAt': '2020-01-01'}").statusCode()).isEqualTo(403);
    assertThat(manager.send("DELETE", assignment(worker), "").statusCode()).isEqualTo(204);
  }

  @Test
  void aPersonCanLeaveAnOrganizationButCannotJoinOne() {
    UUID organization = TestFarm.system("Organization", UUID.randomUUID(), "{'name': 'Coop'}");
    UUID role =
        TestFarm.system(
            "Role",
            UUID.randomUUID(),
            "{'name': 'Desk', 'organizationId': '%s', 'permissions': ['organization:read']}"
                .formatted(organization));
    FarmPerson member =
        new FarmPerson(
            "'organizationIds': ['%s'], 'roleIds': ['%s']".formatted(organization, role));
    String path = "/v1/users/" + member.id;
    assertThat(member.send("PATCH", path, "{'roleIds': [], 'organizationIds': []}").statusCode())
        .isEqualTo(200);
    assertThat(member.read(path).path("organizationIds")).isEmpty();
    assertThat(member.read(path).path("roleIds")).isEmpty();
    String join = "{'organizationIds': ['%s']}".formatted(organization);
    assertThat(member.send("PATCH", path, join).statusCode()).isEqualTo(403);
  }

  @Test
  void aPutWithoutMembershipsKeepsTheMemberships() {
    UUID organization = TestFarm.system("Organization", UUID.randomUUID(), "{'name': 'Coop'}");
    FarmPerson member = new FarmPerson("'organizationIds': ['%s']".formatted(organization));
    String body = "{'id': '%s', 'displayName': 'Me'}".formatted(member.id);
    assertThat(member.send("PUT", "/v1/users/" + member.id, body).statusCode()).isEqualTo(200);
    JsonNode now = member.read("/v1/users/" + member.id);
    assertThat(now.path("organizationIds")).hasSize(1);
    assertThat(now.path("subject").asText()).isEqualTo(member.subject);
    assertThat(now.path("displayName").asText()).isEqualTo("Me");
  }

  /** The path of a Worker of the farm who is this person. */
  private static String worker(TestFarm farm, FarmPerson person) {
    UUID id = UUID.randomUUID();
    String path = "/v1/workers/" + id;
    String worker =
        "{\"id\": \"%s\", \"name\": \"Ana\", \"farmId\": \"%s\", \"userId\": \"%s\", \"originType\": \"USER\"}"
            .formatted(id, farm.farm, person.id);
    assertThat(TestFarm.send("owner", "PUT", path, worker).statusCode()).isEqualTo(201);
    return path;
  }

  @Test
  void aWorkerBlocksTheDeletionOfItsUserForAllWhoMayChangeTheWorker() {
    TestFarm farm = new TestFarm("owner");
    FarmPerson manager = new FarmPerson().on(farm, "MANAGER");
    String path = worker(farm, manager);
    String user = "/v1/users/" + manager.id;
    for (HttpResponse<String> refused :
        List.of(manager.send("DELETE", user, ""), TestFarm.send("admin", "DELETE", user, ""))) {
      assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
      assertThat(refused.body()).contains("dependent-records", "Worker.userId");
    }
    assertThat(manager.send("PATCH", path, "{'userId': null}").statusCode()).isEqualTo(200);
    assertThat(manager.send("DELETE", user, "").statusCode()).isEqualTo(204);
  }

  @Test
  void aWorkerRecordOfAFarmDoesNotKeepAPersonAndRemainsUsable() {
    TestFarm farm = new TestFarm("owner");
    FarmPerson person = new FarmPerson().on(farm, "WORKER");
    String path = worker(farm, person);
    assertThat(person.send("DELETE", "/v1/users/" + person.id, "").statusCode()).isEqualTo(204);
    HttpResponse<String> kept = TestFarm.send("owner", "GET", path, "");
    assertThat(Json.parse(kept.body()).path("userId").asText()).isEqualTo(person.id.toString());
    HttpResponse<String> changed =
        TestFarm.send("owner", "PATCH", path, "{\"jobTitle\": \"Milker\"}");
    assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
    HttpResponse<String> cleared = TestFarm.send("owner", "PATCH", path, "{\"userId\": null}");
    assertThat(Json.parse(cleared.body()).has("userId")).as(cleared.body()).isFalse();
  }
}
