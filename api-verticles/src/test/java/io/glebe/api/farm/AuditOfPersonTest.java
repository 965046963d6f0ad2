package io.glebe.api.farm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Who reads in the audit log what happened to somebody's record, rights and tokens. */
class AuditOfPersonTest {
  private static final TestFarm FARM = new TestFarm("manager");
  private static final Person OWNER = new Person().on(FARM, "OWNER");

  private static Person member(String role) {
    return new Person("'organizationIds': ['" + FARM.organization + "']").on(FARM, role);
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
  void whatHappensToAPersonIsReadByThePersonAndAdministratorsAlone() {
    Person person = member("WORKER");
    Person auditor = member("AUDITOR");
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
  void theAuthorReadsWhatHeWrote() {
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
  void theDeletionOfAPersonIsLearnedByThoseAround() {
    Person person = new Person("'organizationIds': ['" + FARM.organization + "']");
    Person auditor = member("AUDITOR");
    Person stranger = new Person().on(new TestFarm("neighbour"), "OWNER");
    TestFarm.deleteBySystem("User", person.id);
    assertThat(actions(auditor.items(accounts(person.id)))).containsExactly("DELETE");
    assertThat(actions(OWNER.items(accounts(person.id)))).containsExactly("DELETE");
    assertThat(stranger.items(accounts(person.id))).isEmpty();
  }

  @Test
  void whoHoldsAnAssignmentReadsWhatHappensToItWithoutAnyOtherRight() {
    Person person = new Person();
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
    assertThat(new Person().items(accounts(assignment))).isEmpty();
  }
}
