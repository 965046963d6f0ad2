package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import io.glebe.core.record.change.ActingAccounts;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Access to the audit log entries about a User record, its permissions and its tokens. */
class AuditOfPersonTest {
  private static final TestFarm FARM = new TestFarm("manager");
  private static final FarmPerson OWNER = new FarmPerson().on(FARM, "OWNER");

  private static FarmPerson member(String role) {
    return new FarmPerson("'organizationIds': ['" + FARM.organization + "']").on(FARM, role);
  }

  private static String accounts(UUID entity) {
    return "/v1/audit-logs?limit=1000&entityId=" + entity;
  }

  private static List<String> actions(List<JsonNode> accounts) {
    return accounts.stream().map(account -> account.path("action").asText()).toList();
  }

  private static List<JsonNode> byAdministrator(String path) {
    HttpResponse<String> answer = TestFarm.send("admin", "GET", path, "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    List<JsonNode> items = new ArrayList<>();
    Json.parseObject(answer.body()).path("items").forEach(items::add);
    return items;
  }

  @Test
  void onlyThePersonAndAdministratorsReadChangesOfAPerson() {
    FarmPerson person = member("WORKER");
    FarmPerson auditor = member("AUDITOR");
    TestFarm.patchBySystem("User", person.id, "{'phone': '+38640123456'}");
    String path = accounts(person.id);
    assertThat(actions(person.items(path))).containsExactly("CREATE", "UPDATE");
    assertThat(person.items(path).getLast().path("changedAttributes").toString())
        .isEqualTo("[\"phone\"]");
    assertThat(actions(byAdministrator(path))).containsExactly("CREATE", "UPDATE");
    assertThat(OWNER.items(path)).isEmpty();
    assertThat(auditor.items(path)).isEmpty();
    String account = person.items(path).getLast().path("id").asText();
    assertThat(person.get("/v1/audit-logs/" + account).statusCode()).isEqualTo(200);
    assertThat(auditor.get("/v1/audit-logs/" + account).statusCode()).isEqualTo(403);
  }

  @Test
  void theAuthorOfAChangeReadsIt() {
    HttpResponse<String> added =
        OWNER.send(
            "POST",
            "/v1/farms/" + FARM.farm + "/users",
            "{'email': 'new-%s@glebe.example', 'role': 'VIEWER'}".formatted(UUID.randomUUID()));
    UUID invited = UUID.fromString(Json.parseObject(added.body()).path("userId").asText());
    assertThat(actions(OWNER.items(accounts(invited)))).containsExactly("CREATE");
    assertThat(member("AUDITOR").items(accounts(invited))).isEmpty();
  }

  @Test
  void membersOfTheOrganizationReadTheDeletionOfAPerson() {
    FarmPerson person = new FarmPerson("'organizationIds': ['" + FARM.organization + "']");
    FarmPerson auditor = member("AUDITOR");
    FarmPerson stranger = new FarmPerson().on(new TestFarm("neighbour"), "OWNER");
    TestFarm.deleteBySystem("User", person.id);
    assertThat(actions(auditor.items(accounts(person.id)))).containsExactly("DELETE");
    assertThat(actions(OWNER.items(accounts(person.id)))).containsExactly("DELETE");
    assertThat(stranger.items(accounts(person.id))).isEmpty();
  }

  @Test
  void aUserReadsChangesOfHisAssignmentWithoutAnyOtherPermission() {
    FarmPerson person = new FarmPerson();
    UUID assignment = UUID.randomUUID();
    TestFarm.system(
        "AccessAssignment",
        assignment,
        "{'userId': '%s', 'farmId': '%s', 'roleId': '%s'}"
            .formatted(person.id, FARM.farm, TestFarm.role("VIEWER")));
    TestFarm.patchBySystem("AccessAssignment", assignment, "{'note': 'for the summer'}");
    TestFarm.deleteBySystem("AccessAssignment", assignment);
    List<String> all = List.of("CREATE", "UPDATE", "DELETE");
    assertThat(actions(person.items(accounts(assignment)))).isEqualTo(all);
    assertThat(actions(OWNER.items(accounts(assignment)))).isEqualTo(all);
    assertThat(new FarmPerson().items(accounts(assignment))).isEmpty();
  }

  private static String newToken(String subject, int status) {
    HttpResponse<String> made =
        TestFarm.send(
            "admin",
            "POST",
            "/v1/admin/tokens",
            "{\"name\": \"helper\", \"subject\": \"%s\", \"audiences\": [\"farm-api\"], \"scopes\": [\"farm-read\"]}"
                .formatted(subject));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(status);
    return Json.parseObject(made.body()).path("id").asText();
  }

  @Test
  void aTokenOfAPersonIsInTheAuditLogAndInTheTokenListAndThePersonCanRevokeIt() {
    FarmPerson person = member("WORKER");
    UUID token = UUID.fromString(newToken(person.subject, 201));
    List<JsonNode> made = person.items(accounts(token));
    assertThat(actions(made)).containsExactly("CREATE");
    assertThat(made.getFirst().path("entityType").asText()).isEqualTo("Token");
    assertThat(made.getFirst().path("reason").asText()).isEqualTo("helper");
    assertThat(actions(byAdministrator(accounts(token)))).containsExactly("CREATE");
    assertThat(OWNER.items(accounts(token))).isEmpty();
    String own = "/v1/users/" + person.id + "/tokens";
    assertThat(person.items(own))
        .extracting(t -> t.path("name").asText() + " by " + t.path("createdBy").asText())
        .containsExactly("helper by ADMINISTRATOR", "test by ADMINISTRATOR");
    assertThat(byAdministrator(own)).hasSize(2);
    assertThat(OWNER.get(own).statusCode()).isEqualTo(403);
    assertThat(OWNER.send("DELETE", own + "/" + token, "").statusCode()).isEqualTo(403);
    String foreign = "/v1/users/" + OWNER.id + "/tokens/" + token;
    assertThat(OWNER.send("DELETE", foreign, "").statusCode()).isEqualTo(404);
    assertThat(person.send("DELETE", own + "/" + token, "").statusCode()).isEqualTo(204);
    assertThat(person.items(own)).hasSize(1);
    assertThat(actions(person.items(accounts(token)))).containsExactly("CREATE", "DELETE");
    assertThat(person.send("DELETE", own + "/" + token, "").statusCode()).isEqualTo(204);
    assertThat(person.items(accounts(token))).as("ended once").hasSize(2);
  }

  @Test
  void noTokenIsCreatedForAnUnknownUser() {
    newToken("nobody-" + UUID.randomUUID(), 422);
  }

  @Test
  void aTokenIsInvalidAfterItsUserIsDeletedAlsoForTheNextUserOfTheSubject() {
    FarmPerson first = member("OWNER");
    TestFarm.deleteBySystem("User", first.id);
    FarmPerson second = new FarmPerson("'x-heir': true", first.subject).on(FARM, "OWNER");
    assertThat(second.get("/v1/users/" + second.id).statusCode()).isEqualTo(200);
    await().untilAsserted(() -> assertThat(first.get("/v1/farms").statusCode()).isEqualTo(401));
  }

  @Test
  void aTokenIsInvalidAfterThePersonGetsAnotherSubject() {
    FarmPerson person = member("WORKER");
    TestFarm.patchBySystem("User", person.id, "{'subject': 'other-" + person.id + "'}");
    await().untilAsserted(() -> assertThat(person.get("/v1/farms").statusCode()).isEqualTo(401));
  }

  @Test
  void aServiceAccountOfAPersonIsInTheAuditLogOfThePerson() {
    FarmPerson person = new FarmPerson("", "device-" + UUID.randomUUID());
    String path = "/v1/admin/service-accounts/" + person.subject;
    String body = "{\"password\": \"a long password\", \"scopes\": [\"sensor-read\"]}";
    for (String method : List.of("PUT", "PUT", "DELETE")) {
      HttpResponse<String> done =
          TestFarm.send("admin", method, path, method.equals("PUT") ? body : "");
      assertThat(done.statusCode()).as(done.body()).isIn(200, 204);
    }
    String log = accounts(ActingAccounts.id(person.subject));
    assertThat(actions(person.items(log))).containsExactly("CREATE", "UPDATE", "DELETE");
    assertThat(actions(byAdministrator(log))).containsExactly("CREATE", "UPDATE", "DELETE");
    assertThat(person.items(log).toString()).doesNotContain("a long password");
    assertThat(OWNER.items(log)).isEmpty();
  }

  @Test
  void aPersonSeesHisServiceAccountsAndCanDisableThem() {
    FarmPerson person = new FarmPerson("", "device-" + UUID.randomUUID());
    String account = "/v1/admin/service-accounts/" + person.subject;
    String body = "{\"password\": \"a long password\", \"scopes\": [\"sensor-read\"]}";
    assertThat(TestFarm.send("admin", "PUT", account, body).statusCode()).isEqualTo(200);
    String own = "/v1/users/" + person.id + "/tokens";
    JsonNode shown = person.items(own).getLast();
    assertThat(shown.path("kind").asText()).isEqualTo("SERVICE_ACCOUNT");
    assertThat(shown.path("name").asText()).isEqualTo(person.subject);
    assertThat(shown.path("createdBy").asText()).isEqualTo("ADMINISTRATOR");
    String one = own + "/" + shown.path("id").asText();
    assertThat(OWNER.send("DELETE", one, "").statusCode()).isEqualTo(403);
    assertThat(person.send("DELETE", one, "").statusCode()).isEqualTo(204);
    assertThat(person.items(own)).extracting(t -> t.path("kind").asText()).containsOnly("TOKEN");
    assertThat(TestFarm.send("admin", "DELETE", account, "").statusCode()).isEqualTo(404);
  }

  @Test
  void aServiceAccountIsDisabledWhenAnInvitedPersonGetsItsNameAsSubject() {
    String subject = "later-" + UUID.randomUUID();
    UUID invited = UUID.randomUUID();
    TestFarm.system(
        "User",
        invited,
        "{'displayName': 'Invited', 'status': 'INVITED', 'email': '%s@glebe.example'}"
            .formatted(subject));
    String path = "/v1/admin/service-accounts/" + subject;
    String body = "{\"password\": \"a long password\", \"scopes\": [\"sensor-read\"]}";
    assertThat(TestFarm.send("admin", "PUT", path, body).statusCode()).isEqualTo(200);
    TestFarm.patchBySystem("User", invited, "{'subject': '" + subject + "', 'status': 'ACTIVE'}");
    assertThat(byAdministrator("/v1/admin/service-accounts"))
        .filteredOn(account -> account.path("name").asText().equals(subject))
        .extracting(account -> account.path("enabled").asBoolean())
        .containsExactly(false);
  }
}
