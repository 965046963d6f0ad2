package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Lost rights do not come back: rights of creators, roles of organizations, ids and farms. */
class LostRightsTest {
  private final FarmPerson owner = new FarmPerson();
  private final TestFarm farm = new TestFarm(owner.subject);

  private static String id(HttpResponse<String> made) {
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    return Json.parse(made.body()).path("id").asText();
  }

  private static String assignment(FarmPerson reader, FarmPerson holder, String farm) {
    return "/v1/access-assignments/"
        + reader.items("/v1/access-assignments").stream()
            .filter(a -> a.path("userId").asText().equals(holder.id.toString()))
            .filter(a -> a.path("farmId").asText().equals(farm))
            .findFirst()
            .orElseThrow()
            .path("id")
            .asText();
  }

  private String assignment(FarmPerson holder) {
    return assignment(owner, holder, farm.farm.toString());
  }

  private static String named(String id, String organization) {
    return "{'id': '%s', 'originType': 'USER', 'name': 'F', 'organizationId': '%s', 'timezone': 'UTC', 'defaultCurrency': 'EUR'}"
        .formatted(id, organization);
  }

  @Test
  void theCreatorOfAnOrganizationHasNoAccessAfterItsLastFarmIsDeleted() {
    FarmPerson creator = new FarmPerson();
    String organization =
        id(creator.send("POST", "/v1/organizations", "{'name': 'Mine', 'kind': 'FARM_BUSINESS'}"));
    String path = "/v1/organizations/" + organization;
    assertThat(creator.send("PATCH", path, "{'name': 'First'}").statusCode())
        .as("before the first farm")
        .isEqualTo(200);
    String first = UUID.randomUUID().toString();
    assertThat(creator.send("PUT", "/v1/farms/" + first, named(first, organization)).statusCode())
        .isEqualTo(201);
    FarmPerson heir = new FarmPerson();
    TestFarm.system(
        "AccessAssignment",
        UUID.randomUUID(),
        "{'userId': '%s', 'farmId': '%s', 'roleId': '%s'}"
            .formatted(heir.id, first, TestFarm.role("OWNER")));
    String own = assignment(heir, creator, first);
    assertThat(heir.send("DELETE", own, "").statusCode()).isEqualTo(204);
    assertThat(creator.send("PATCH", path, "{'name': 'Out'}").statusCode()).isEqualTo(403);
    assertThat(heir.send("DELETE", "/v1/farms/" + first, "").statusCode()).isEqualTo(204);
    assertThat(creator.send("PATCH", path, "{'name': 'Back'}").statusCode()).isEqualTo(403);
    String second = UUID.randomUUID().toString();
    assertThat(creator.send("PUT", "/v1/farms/" + second, named(second, organization)).statusCode())
        .isEqualTo(403);
  }

  private String desk(String permissions) {
    return TestFarm.system(
            "Role",
            UUID.randomUUID(),
            "{'name': 'Desk', 'organizationId': '%s', 'permissions': [%s]}"
                .formatted(farm.organization, permissions))
        .toString();
  }

  private FarmPerson clerk(String role, String onFarm) {
    FarmPerson clerk =
        new FarmPerson(
            "'organizationIds': ['%s'], 'roleIds': ['%s']".formatted(farm.organization, role));
    return onFarm.isEmpty() ? clerk : clerk.on(farm, onFarm);
  }

  private int renames(FarmPerson person) {
    return person
        .send("PATCH", "/v1/organizations/" + farm.organization, "{'name': 'Renamed'}")
        .statusCode();
  }

  private static void holdsNothing(FarmPerson person) {
    assertThat(person.read("/v1/users/" + person.id).path("organizationIds")).isEmpty();
    assertThat(person.read("/v1/users/" + person.id).path("roleIds")).isEmpty();
  }

  @Test
  void losingTheLastAssignmentRemovesTheRolesOfTheOrganization() {
    FarmPerson clerk = clerk(desk("'organization:read', 'organization:update'"), "WORKER");
    new FarmPerson().on(farm, "WORKER");
    assertThat(renames(clerk)).isEqualTo(200);
    assertThat(owner.send("DELETE", assignment(clerk), "").statusCode()).isEqualTo(204);
    assertThat(renames(clerk)).isEqualTo(403);
    holdsNothing(clerk);
    assertThat(clerk.items("/v1/audit-logs?entityType=User"))
        .as("the person reads that it was taken away")
        .anyMatch(
            entry ->
                entry.path("entityId").asText().equals(clerk.id.toString())
                    && entry.path("changedAttributes").toString().contains("roleIds")
                    && entry.path("changedByUserId").asText().equals(owner.id.toString()));
  }

  @Test
  void leavingTheLastFarmRemovesTheMembershipOfTheOrganization() {
    FarmPerson clerk = clerk(desk("'organization:update'"), "WORKER");
    UUID second = UUID.randomUUID();
    TestFarm.system("Farm", second, named(second.toString(), farm.organization.toString()));
    TestFarm.system(
        "AccessAssignment",
        UUID.randomUUID(),
        "{'userId': '%s', 'farmId': '%s', 'roleId': '%s'}"
            .formatted(clerk.id, second, TestFarm.role("VIEWER")));
    assertThat(clerk.send("DELETE", assignment(clerk), "").statusCode()).isEqualTo(204);
    assertThat(renames(clerk)).as("still on the other farm").isEqualTo(200);
    String last = assignment(clerk, clerk, second.toString());
    assertThat(clerk.send("DELETE", last, "").statusCode()).isEqualTo(204);
    assertThat(renames(clerk)).isEqualTo(403);
    holdsNothing(clerk);
  }

  @Test
  void rolesOfAnOrganizationAreInactiveAfterAllAssignmentsHaveEnded() {
    FarmPerson clerk = clerk(desk("'organization:update'"), "WORKER");
    String end = "{'startsAt': '2020-01-01', 'endsAt': '2020-02-01'}";
    assertThat(owner.send("PATCH", assignment(clerk), end).statusCode()).isEqualTo(200);
    assertThat(renames(clerk)).isEqualTo(403);
  }

  @Test
  void rolesOfAnOrganizationAreValidWithoutAFarm() {
    assertThat(renames(clerk(desk("'organization:update'"), ""))).isEqualTo(200);
  }

  @Test
  void rolesOfAnOrganizationAreRemovedWithTheFarm() {
    FarmPerson clerk = clerk(desk("'organization:update'"), "WORKER");
    assertThat(owner.send("DELETE", "/v1/farms/" + farm.farm, "").statusCode()).isEqualTo(204);
    assertThat(renames(clerk)).isEqualTo(403);
    holdsNothing(clerk);
  }

  @Test
  void aUserCannotRemoveOrganizationRolesThatHeCannotAssign() {
    FarmPerson director = clerk(desk("'organization:update', 'organization:delete'"), "WORKER");
    FarmPerson manager = new FarmPerson().on(farm, "MANAGER");
    HttpResponse<String> refused = manager.send("DELETE", assignment(director), "");
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
    assertThat(refused.body()).contains("V25");
    assertThat(renames(director)).isEqualTo(200);
    assertThat(owner.send("DELETE", assignment(director), "").statusCode()).isEqualTo(204);
  }

  @Test
  void aDeletedIdCanBeReusedOnlyWithTheRightToCreateThere() {
    FarmPerson manager = new FarmPerson().on(farm, "MANAGER");
    String id = UUID.randomUUID().toString();
    String path = "/v1/sites/" + id;
    String site = "{'id': '%s', 'originType': 'USER', 'farmId': '%s', 'name': 'x'}";
    assertThat(manager.send("PUT", path, site.formatted(id, farm.farm)).statusCode())
        .isEqualTo(201);
    assertThat(manager.send("DELETE", path, "").statusCode()).isEqualTo(204);
    assertThat(owner.send("DELETE", assignment(manager), "").statusCode()).isEqualTo(204);
    TestFarm own = new TestFarm(manager.subject);
    assertThat(manager.send("PUT", path, site.formatted(id, own.farm)).statusCode()).isEqualTo(403);
    assertThat(owner.send("PUT", path, site.formatted(id, farm.farm)).statusCode()).isEqualTo(201);
  }

  @Test
  void anAssignmentCanBeRestoredByItsDeleterButNotAfterTheUserHasLeft() {
    FarmPerson worker = new FarmPerson().on(farm, "WORKER");
    String path = assignment(worker);
    String id = path.substring(path.lastIndexOf('/') + 1);
    String whole =
        "{'id': '%s', 'originType': 'USER', 'userId': '%s', 'farmId': '%s', 'roleId': '%s'}"
            .formatted(id, worker.id, farm.farm, TestFarm.role("WORKER"));
    assertThat(owner.send("DELETE", path, "").statusCode()).isEqualTo(204);
    HttpResponse<String> again = owner.send("PUT", path, whole);
    assertThat(again.statusCode()).as(again.body()).isEqualTo(201);
    assertThat(worker.get("/v1/farms/" + farm.farm).statusCode()).isEqualTo(200);
    assertThat(worker.send("DELETE", path, "").statusCode()).isEqualTo(204);
    assertThat(owner.send("PUT", path, whole).statusCode()).as("he has left").isEqualTo(422);
    FarmPerson other = new FarmPerson();
    String foreign = whole.replace(worker.id.toString(), other.id.toString());
    assertThat(owner.send("PUT", path, foreign).statusCode()).as("somebody else").isEqualTo(422);
  }

  @Test
  void aDisabledOwnerDoesNotAllowTheOtherOwnerToLeave() {
    FarmPerson other = new FarmPerson().on(farm, "OWNER");
    TestFarm.patchBySystem("User", other.id, "{'status': 'DISABLED'}");
    String path = assignment(owner);
    HttpResponse<String> refused = owner.send("DELETE", path, "");
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("V26");
    assertThat(owner.send("DELETE", "/v1/users/" + owner.id, "").statusCode()).isEqualTo(409);
    TestFarm.patchBySystem("User", other.id, "{'status': 'ACTIVE'}");
    assertThat(owner.send("DELETE", path, "").statusCode()).isEqualTo(204);
  }

  @Test
  void aFarmWithCollectionsOrThingsCannotBeDeleted() {
    FarmPerson dependencies = owner.through("spatio-api", "spatio-read", "spatio-write");
    FarmPerson sensors = owner.through("sensor-api", "sensor-read", "sensor-write");
    String collection = "kept-" + farm.farm;
    HttpResponse<String> made =
        dependencies.send(
            "POST",
            "/api/v2/collections",
            "{'id': '%s', 'title': 'x', 'farmId': '%s'}".formatted(collection, farm.farm));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    HttpResponse<String> thing =
        sensors.send(
            "POST",
            "/sta/v1.1/Things",
            "{'name': 'x', 'description': 'x', 'properties': {'farmId': '%s'}}"
                .formatted(farm.farm));
    assertThat(thing.statusCode()).as(thing.body()).isEqualTo(201);
    String path = "/v1/farms/" + farm.farm;
    HttpResponse<String> refused = owner.send("DELETE", path, "");
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
    assertThat(refused.body()).contains("dependent-records", "1 collection", "1 Thing");
    assertThat(dependencies.send("DELETE", "/api/v2/collections/" + collection, "").statusCode())
        .isEqualTo(204);
    assertThat(owner.send("DELETE", path, "").statusCode()).as("the Thing").isEqualTo(409);
    String self = Json.parse(thing.body()).path("@iot.id").asText();
    assertThat(sensors.send("DELETE", "/sta/v1.1/Things(" + self + ")", "").statusCode())
        .isIn(200, 204);
    assertThat(owner.send("DELETE", path, "").statusCode()).isEqualTo(204);
  }
}
