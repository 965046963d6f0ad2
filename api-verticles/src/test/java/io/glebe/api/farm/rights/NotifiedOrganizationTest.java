package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** An organization sees in its audit log every access that a platform administrator takes. */
class NotifiedOrganizationTest {
  private final FarmPerson owner = new FarmPerson();
  private final TestFarm ownFarm = new TestFarm(owner.subject);
  private final FarmPerson stranger = new FarmPerson().on(new TestFarm("neighbour"), "OWNER");
  private final FarmPerson administrator =
      new FarmPerson("'roleIds': ['" + TestFarm.role("ADMINISTRATOR") + "']");

  private static JsonNode done(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
    return Json.parse(answer.body());
  }

  private static List<String> accounts(FarmPerson reader, Object entity) {
    List<String> accounts = new ArrayList<>();
    for (JsonNode item : reader.items("/v1/audit-logs?limit=1000&entityId=" + entity)) {
      accounts.add(item.path("action").asText() + " " + item.path("entityType").asText());
      String one = "/v1/audit-logs/" + item.path("id").asText();
      assertThat(reader.get(one).statusCode()).isEqualTo(200);
    }
    return accounts;
  }

  @Test
  void theOrganizationSeesAMembershipAndARoleThatAnAdministratorTakes() {
    done(
        administrator.send(
            "PATCH",
            "/v1/users/" + administrator.id,
            "{'roleIds': ['%s', '%s'], 'organizationIds': ['%s']}"
                .formatted(
                    TestFarm.role("ADMINISTRATOR"), TestFarm.role("OWNER"), ownFarm.organization)));
    assertThat(administrator.get("/v1/products").statusCode()).isEqualTo(200);
    assertThat(accounts(owner, administrator.id)).containsExactly("UPDATE User");
    assertThat(accounts(stranger, administrator.id)).isEmpty();
    done(administrator.send("PATCH", "/v1/users/" + administrator.id, "{'timezone': 'UTC'}"));
    assertThat(accounts(owner, administrator.id)).as("no affair of theirs").hasSize(1);
  }

  @Test
  void theOrganizationSeesAFarmThatAnAdministratorCreates() {
    UUID farm = UUID.randomUUID();
    done(
        administrator.send(
            "PUT",
            "/v1/farms/" + farm,
            "{'id': '%s', 'originType': 'USER', 'name': 'x', 'organizationId': '%s', 'timezone': 'UTC', 'defaultCurrency': 'EUR'}"
                .formatted(farm, ownFarm.organization)));
    assertThat(accounts(owner, farm)).containsExactly("CREATE Farm");
    assertThat(accounts(stranger, farm)).isEmpty();
    UUID assignment = assignmentOn(farm);
    assertThat(accounts(owner, assignment)).containsExactly("CREATE AccessAssignment");
    assertThat(accounts(stranger, assignment)).isEmpty();
  }

  private UUID assignmentOn(UUID farm) {
    return administrator.items("/v1/access-assignments?limit=1000&farmId=" + farm).stream()
        .map(item -> UUID.fromString(item.path("id").asText()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theOrganizationSeesAnAssignmentOnAFarmWithoutUsers() {
    UUID farm = UUID.randomUUID();
    TestFarm.system(
        "Farm",
        farm,
        "{'name': 'Left', 'organizationId': '%s', 'timezone': 'UTC', 'defaultCurrency': 'EUR'}"
            .formatted(ownFarm.organization));
    UUID assignment = UUID.randomUUID();
    done(
        administrator.send(
            "PUT",
            "/v1/access-assignments/" + assignment,
            "{'id': '%s', 'originType': 'USER', 'userId': '%s', 'farmId': '%s', 'roleId': '%s'}"
                .formatted(assignment, administrator.id, farm, TestFarm.role("OWNER"))));
    assertThat(accounts(owner, assignment)).containsExactly("CREATE AccessAssignment");
    assertThat(accounts(stranger, assignment)).isEmpty();
  }

  @Test
  void changesByMembersOnOtherFarmsAreNotShown() {
    UUID farm = UUID.randomUUID();
    FarmPerson elsewhere = new FarmPerson();
    TestFarm.system(
        "Farm",
        farm,
        "{'name': 'Other', 'organizationId': '%s', 'timezone': 'UTC', 'defaultCurrency': 'EUR'}"
            .formatted(ownFarm.organization));
    TestFarm.system(
        "AccessAssignment",
        UUID.randomUUID(),
        "{'userId': '%s', 'farmId': '%s', 'roleId': '%s'}"
            .formatted(elsewhere.id, farm, TestFarm.role("OWNER")));
    HttpResponse<String> added =
        elsewhere.send(
            "POST",
            "/v1/farms/" + farm + "/users",
            "{'email': '%s@glebe.example', 'role': 'VIEWER'}".formatted(UUID.randomUUID()));
    assertThat(accounts(owner, done(added).path("id").asText())).isEmpty();
  }
}
