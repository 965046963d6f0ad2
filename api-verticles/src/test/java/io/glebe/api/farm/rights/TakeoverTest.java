package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Attempts to take the identity of another user, by every endpoint that writes a User record. */
class TakeoverTest {
  private static final TestFarm HOME = new TestFarm("manager");

  private static ObjectNode json(String text) {
    return TestFarm.json(text);
  }

  private static String id(HttpResponse<String> created) {
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    return Json.parse(created.body()).path("id").asText();
  }

  /** Creates a farm of the person, who becomes OWNER there. */
  private static String farmOf(FarmPerson person) {
    String organization = id(person.send("POST", "/v1/organizations", "{'name': 'Mine'}"));
    return id(
        person.send(
            "POST",
            "/v1/farms",
            "{'name': 'Mine', 'organizationId': '%s', 'timezone': 'UTC', 'defaultCurrency': 'EUR'}"
                .formatted(organization)));
  }

  private static JsonNode add(FarmPerson owner, String farm, String email) {
    HttpResponse<String> added =
        owner.send(
            "POST",
            "/v1/farms/" + farm + "/users",
            "{'email': '%s', 'role': 'VIEWER'}".formatted(email));
    assertThat(added.statusCode()).as(added.body()).isEqualTo(201);
    return Json.parse(added.body());
  }

  private static JsonNode stored(UUID user) {
    return Json.parse(TestFarm.send("admin", "GET", "/v1/users/" + user, "").body());
  }

  private static void forbidden(UserEndpoints.Answer answer) {
    assertThat(answer.status()).as(answer.body().toString()).isEqualTo(403);
  }

  private static void refusedAsV31(UserEndpoints.Answer answer, String pointer) {
    forbidden(answer);
    assertThat(answer.body().path("violations"))
        .as(answer.body().toString())
        .anySatisfy(
            v -> {
              assertThat(v.path("rule").asText()).isEqualTo("V31");
              assertThat(v.path("pointer").asText()).isEqualTo(pointer);
            });
  }

  @ParameterizedTest
  @EnumSource
  void addingAPersonToAFarmGivesNoRightsOverThatPerson(UserEndpoints endpoints) {
    FarmPerson victim = new FarmPerson().on(HOME, "OWNER");
    FarmPerson attacker = new FarmPerson();
    JsonNode assignment = add(attacker, farmOf(attacker), victim.email);
    assertThat(assignment.path("userId").asText()).isEqualTo(victim.id.toString());
    JsonNode before = stored(victim.id);
    for (String change :
        List.of(
            "{'subject': 'stolen-%s'}".formatted(victim.id),
            "{'subject': null}",
            "{'email': 'attacker@glebe.example', 'subject': null}",
            "{'issuer': 'https://attacker.example'}",
            "{'email': 'attacker@glebe.example'}",
            "{'status': 'DISABLED'}",
            "{'roleIds': null}",
            "{'displayName': 'Nobody'}",
            "{'x-note': 'mine'}")) {
      forbidden(endpoints.write(attacker, victim.id, json(change)));
    }
    assertThat(attacker.send("DELETE", "/v1/users/" + victim.id, "").statusCode()).isEqualTo(403);
    assertThat(stored(victim.id)).isEqualTo(before);
    assertThat(victim.get("/v1/farms/" + HOME.farm).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource
  void aUserCannotTakeTheSubjectOfAnotherUser(UserEndpoints endpoints) {
    FarmPerson victim = new FarmPerson();
    FarmPerson attacker = new FarmPerson().on(HOME, "OWNER");
    ObjectNode subject = Json.object().put("subject", victim.subject);
    refusedAsV31(endpoints.write(attacker, attacker.id, subject), "/subject");
    refusedAsV31(endpoints.write(attacker, attacker.id, json("{'status': 'DISABLED'}")), "/status");
    refusedAsV31(
        endpoints.write(attacker, attacker.id, json("{'email': '" + victim.email + "'}")),
        "/email");
    refusedAsV31(
        endpoints.write(attacker, attacker.id, json("{'issuer': 'urn:other'}")), "/issuer");
    assertThat(stored(attacker.id).path("subject").asText()).isEqualTo(attacker.subject);
    assertThat(endpoints.write(attacker, attacker.id, json("{'displayName': 'Somebody'}")).status())
        .as("what is stored already")
        .isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource(names = {"PUT", "BATCHED_PUT"})
  void onlyAnAdministratorCreatesAUserRecordWithASubject(UserEndpoints endpoints) {
    FarmPerson victim = new FarmPerson();
    FarmPerson attacker = new FarmPerson().on(HOME, "OWNER");
    String subject = "'originType': 'USER', 'subject': '%s'".formatted(victim.subject);
    refusedAsV31(
        endpoints.write(attacker, UUID.randomUUID(), json("{" + subject + "}")), "/subject");
    refusedAsV31(
        endpoints.write(
            attacker, UUID.randomUUID(), json("{" + subject + ", 'issuer': 'urn:other'}")),
        "/issuer");
    refusedAsV31(
        endpoints.write(
            attacker,
            UUID.randomUUID(),
            json("{'originType': 'USER', 'email': 'a@glebe.example', 'status': 'ACTIVE'}")),
        "/status");
    UUID invited = UUID.randomUUID();
    UserEndpoints.Answer made =
        endpoints.write(
            attacker,
            invited,
            json("{'originType': 'USER', 'email': '" + invited + "@x.example'}"));
    assertThat(made.status()).as(made.body().toString()).isEqualTo(201);
    assertThat(stored(invited).path("status").asText()).isEqualTo("INVITED");
  }

  @ParameterizedTest
  @EnumSource
  void anOwnerDoesNotGetTheRightsOfAPersonOnAnotherFarm(UserEndpoints endpoints) {
    TestFarm second = new TestFarm("neighbour");
    FarmPerson worker = new FarmPerson().on(HOME, "WORKER").on(second, "MANAGER");
    FarmPerson owner = new FarmPerson().on(HOME, "OWNER");
    forbidden(endpoints.write(owner, worker.id, json("{'subject': '" + owner.subject + "-2'}")));
    forbidden(
        endpoints.write(owner, worker.id, json("{'email': 'x@glebe.example', 'subject': null}")));
    assertThat(worker.get("/v1/farms/" + second.farm).statusCode()).isEqualTo(200);
    assertThat(owner.get("/v1/farms/" + second.farm).statusCode()).isEqualTo(403);
  }

  @Test
  void theAuthorCanChangeAnInvitationUntilOthersUseIt() {
    FarmPerson author = new FarmPerson();
    FarmPerson other = new FarmPerson();
    String farm = farmOf(author);
    String email = "new-" + UUID.randomUUID() + "@glebe.example";
    UUID invited = UUID.randomUUID();
    String body =
        "{'id': '%s', 'originType': 'USER', 'displayName': 'New', 'email': '%s'}"
            .formatted(invited, email);
    assertThat(author.send("PUT", "/v1/users/" + invited, body).statusCode()).isEqualTo(201);
    assertThat(stored(invited).path("status").asText()).isEqualTo("INVITED");
    assertThat(
            UserEndpoints.PATCH
                .write(author, invited, json("{'email': 'typo-" + email + "'}"))
                .status())
        .isEqualTo(200);
    assertThat(
            UserEndpoints.PATCH.write(author, invited, json("{'email': '" + email + "'}")).status())
        .isEqualTo(200);
    assertThat(add(author, farm, email).path("userId").asText()).isEqualTo(invited.toString());
    forbidden(UserEndpoints.PATCH.write(author, invited, json("{'email': 'mine@glebe.example'}")));
    assertThat(add(other, farmOf(other), email).path("userId").asText())
        .isEqualTo(invited.toString());
    forbidden(
        UserEndpoints.PATCH.write(author, invited, json("{'email': 'attacker@glebe.example'}")));
    assertThat(author.send("DELETE", "/v1/users/" + invited, "").statusCode()).isEqualTo(403);
    forbidden(
        UserEndpoints.PATCH.write(other, invited, json("{'email': 'attacker@glebe.example'}")));
    assertThat(stored(invited).path("email").asText()).isEqualTo(email);
  }

  @Test
  void addingAUserToAFarmAcceptsOnlyAddressAndName() {
    FarmPerson owner = new FarmPerson();
    String users = "/v1/farms/" + farmOf(owner) + "/users";
    String body = "'email': 'plain-%s@glebe.example', 'role': 'VIEWER'".formatted(owner.id);
    String more = "{" + body + ", 'subject': 'x', 'status': 'ACTIVE'}";
    assertThat(owner.send("POST", users, more).statusCode()).isEqualTo(422);
    HttpResponse<String> added = owner.send("POST", users, "{" + body + "}");
    JsonNode user = stored(UUID.fromString(Json.parse(added.body()).path("userId").asText()));
    assertThat(user.has("subject")).isFalse();
    assertThat(user.path("status").asText()).isEqualTo("INVITED");
  }

  @ParameterizedTest
  @EnumSource
  void anOrganizationChangesOnlyItsOwnEntriesOfAUser(UserEndpoints endpoints) {
    UUID elsewhere = TestFarm.system("Organization", UUID.randomUUID(), "{'name': 'Elsewhere'}");
    FarmPerson member =
        new FarmPerson("'organizationIds': ['%s', '%s']".formatted(elsewhere, HOME.organization));
    FarmPerson owner = new FarmPerson().on(HOME, "OWNER");
    UserEndpoints.Answer taken = endpoints.write(owner, member.id, json("{'organizationIds': []}"));
    assertThat(taken.status()).as(taken.body().toString()).isEqualTo(200);
    assertThat(stored(member.id).path("organizationIds"))
        .extracting(JsonNode::asText)
        .containsExactly(elsewhere.toString());
    UUID third = TestFarm.system("Organization", UUID.randomUUID(), "{'name': 'Third'}");
    refusedAsV31(
        endpoints.write(
            owner,
            member.id,
            json("{'organizationIds': ['%s', '%s']}".formatted(HOME.organization, third))),
        "/organizationIds/1");
    JsonNode now = stored(member.id);
    assertThat(now.path("email").asText()).as("kept").isEqualTo(member.email);
    assertThat(now.path("subject").asText()).as("kept").isEqualTo(member.subject);
  }

  @Test
  void anAdministratorChangesASubjectOnlyByItsOwnOperationAndThePersonSeesIt() {
    FarmPerson person = new FarmPerson().on(HOME, "WORKER");
    String path = "/v1/users/" + person.id;
    String patch = "{\"subject\":\"new-" + person.subject + "\"}";
    HttpResponse<String> ordinary = TestFarm.send("admin", "PATCH", path, patch);
    assertThat(ordinary.statusCode()).isEqualTo(403);
    assertThat(ordinary.body()).contains("V31", "/v1/admin/users/{userId}");
    assertThat(person.get("/v1/farms/" + HOME.farm).statusCode()).isEqualTo(200);
    String operation = "/v1/admin/users/" + person.id;
    assertThat(person.send("PATCH", operation, patch).statusCode()).isEqualTo(403);
    assertThat(TestFarm.send("admin", "PATCH", operation, patch, "If-Match", "\"99\"").statusCode())
        .isEqualTo(412);
    HttpResponse<String> bound = TestFarm.send("admin", "PATCH", operation, patch);
    assertThat(bound.statusCode()).as(bound.body()).isEqualTo(200);
    assertThat(person.get("/v1/farms/" + HOME.farm).statusCode()).as("at once").isIn(401, 403);
    HttpResponse<String> seen =
        TestPlatform.shared()
            .send(
                HttpRequest.newBuilder(
                        TestPlatform.shared().uri("/v1/audit-logs?entityId=" + person.id))
                    .header(
                        "Authorization", "Bearer " + FarmPerson.token("new-" + person.subject)));
    assertThat(Json.parse(seen.body()).path("items"))
        .filteredOn(entry -> entry.path("changedAttributes").toString().contains("subject"))
        .filteredOn(entry -> entry.path("action").asText().equals("UPDATE"))
        .as(seen.body())
        .hasSize(1);
  }

  @Test
  void theIdOfADeletedPersonCannotBeReused() {
    FarmPerson gone = new FarmPerson();
    TestFarm.deleteBySystem("User", gone.id);
    FarmPerson attacker = new FarmPerson().on(HOME, "OWNER");
    forbidden(
        UserEndpoints.PUT.write(
            attacker, gone.id, json("{'originType': 'USER', 'email': 'a@glebe.example'}")));
  }

  @Test
  void movingAFarmNeedsTheRightToCreateFarmsInTheNewOrganization() {
    FarmPerson attacker = new FarmPerson();
    String farm = farmOf(attacker);
    attacker.on(HOME, "VIEWER");
    String move = "{'organizationId': '" + HOME.organization + "'}";
    assertThat(attacker.send("PATCH", "/v1/farms/" + farm, move).statusCode()).isEqualTo(403);
  }

  @Test
  void knownAndUnknownAddressesGetTheSameResponse() {
    FarmPerson owner = new FarmPerson();
    String farm = farmOf(owner);
    FarmPerson known = new FarmPerson();
    JsonNode one = add(owner, farm, known.email);
    JsonNode other = add(owner, farm, "unknown-" + known.email);
    assertThat(one.properties().stream().map(java.util.Map.Entry::getKey))
        .containsExactlyElementsOf(
            other.properties().stream().map(java.util.Map.Entry::getKey).toList());
    for (String same : List.of("createdByUserId", "originType", "farmId", "roleId")) {
      assertThat(one.path(same)).as(same).isEqualTo(other.path(same));
    }
    assertThat(one.path("createdByUserId").asText()).isEqualTo(owner.id.toString());
    assertThat(owner.items("/v1/audit-logs?entityId=" + one.path("id").asText()))
        .singleElement()
        .satisfies(
            entry ->
                assertThat(entry.path("changedByUserId").asText()).isEqualTo(owner.id.toString()));
    String byId = "{'userId': '%s', 'role': 'VIEWER'}";
    HttpResponse<String> unreached =
        owner.send("POST", "/v1/farms/" + farm + "/users", byId.formatted(new FarmPerson().id));
    HttpResponse<String> unknown =
        owner.send("POST", "/v1/farms/" + farm + "/users", byId.formatted(UUID.randomUUID()));
    assertThat(unreached.statusCode()).isEqualTo(422).isEqualTo(unknown.statusCode());
    assertThat(detail(unreached)).isEqualTo(detail(unknown));
  }

  /** The detail of the problem without the id, which was sent. */
  private static String detail(HttpResponse<String> refusal) {
    return Json.parse(refusal.body())
        .path("violations")
        .path(0)
        .path("detail")
        .asText()
        .replaceAll("[0-9a-f-]{36}", "ID");
  }

  @Test
  void malformedPermissionsOfARoleAreInvalidAlsoInAnOutbox() {
    FarmPerson owner = new FarmPerson().on(HOME, "OWNER");
    for (String wrong : List.of("\"*:*\"", "7", "\"field:fly\"", "[\"x\"]", "null")) {
      UUID role = UUID.randomUUID();
      String body =
          "{\"id\":\"%s\",\"originType\":\"USER\",\"name\":\"r-%s\",\"organizationId\":\"%s\",\"permissions\":[%s]}"
              .formatted(role, role, HOME.organization, wrong);
      HttpResponse<String> put = owner.send("PUT", "/v1/roles/" + role, body);
      assertThat(put.statusCode()).as(wrong + put.body()).isEqualTo(422);
      JsonNode violation = Json.parse(put.body()).path("violations").path(0);
      assertThat(violation.path("pointer").asText()).as(wrong).isEqualTo("/permissions/0");
      if (!wrong.equals("null")) {
        assertThat(violation.path("rule").asText()).as(wrong).isEqualTo("V25");
      }
      String outbox =
          "{\"operations\":[{\"method\":\"PUT\",\"path\":\"/roles/%s\",\"body\":%s}]}"
              .formatted(role, body);
      JsonNode result =
          Json.parse(owner.send("POST", "/v1/$batch", outbox).body()).path("results").path(0);
      assertThat(result.path("outcome").asText()).as(wrong).isEqualTo("REFUSED");
      assertThat(result.path("status").asInt()).as(wrong).isEqualTo(422);
    }
  }
}
