package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.farm.TestFarm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The deletion of an organization reaches the audit logs and feeds of all who have read it. */
class DeletedOrganizationTest {
  private static String organization(FarmPerson creator) {
    UUID id = UUID.randomUUID();
    HttpResponse<String> made =
        creator.send(
            "PUT",
            "/v1/organizations/" + id,
            "{'id': '%s', 'originType': 'USER', 'name': 'Estate'}".formatted(id));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    return id.toString();
  }

  private static List<JsonNode> deletions(FarmPerson reader, String entity, Object id) {
    return reader.items("/v1/audit-logs?action=DELETE&entityType=" + entity + "&entityId=" + id);
  }

  private static void deletedByAdministrator(String path) {
    HttpResponse<String> deleted = TestFarm.send("admin", "DELETE", path, "");
    assertThat(deleted.statusCode()).as(deleted.body()).isEqualTo(204);
  }

  @Test
  void theCreatorWhoDeletesItFindsTheDeletionInTheLog() {
    FarmPerson creator = new FarmPerson();
    String organization = organization(creator);
    assertThat(creator.send("DELETE", "/v1/organizations/" + organization, "").statusCode())
        .isEqualTo(204);
    assertThat(deletions(creator, "Organization", organization)).hasSize(1);
    assertThat(deletions(new FarmPerson(), "Organization", organization)).isEmpty();
  }

  @Test
  void theCreatorLearnsThatAnAdministratorHasDeletedIt() {
    FarmPerson creator = new FarmPerson();
    String organization = organization(creator);
    deletedByAdministrator("/v1/organizations/" + organization);
    assertThat(deletions(creator, "Organization", organization)).hasSize(1);
  }

  @Test
  void theWorkersOfItsFarmsLearnOfItAfterTheFarmsAreDeleted() {
    FarmPerson owner = new FarmPerson();
    TestFarm farm = new TestFarm(owner.subject);
    FarmPerson worker = new FarmPerson().on(farm, "WORKER");
    FarmPerson left = new FarmPerson().on(farm, "WORKER");
    FarmPerson stranger = new FarmPerson().on(new TestFarm("manager"), "WORKER");
    assertThat(worker.read("/v1/organizations/" + farm.organization).path("name").asText())
        .isEqualTo("Estate");
    String held =
        left.items("/v1/access-assignments?userId=" + left.id).getFirst().path("id").asText();
    assertThat(left.send("DELETE", "/v1/access-assignments/" + held, "").statusCode())
        .isEqualTo(204);
    assertThat(owner.send("DELETE", "/v1/farms/" + farm.farm, "").statusCode()).isEqualTo(204);
    deletedByAdministrator("/v1/organizations/" + farm.organization);
    for (FarmPerson reader : List.of(owner, worker, left)) {
      assertThat(deletions(reader, "Organization", farm.organization)).hasSize(1);
    }
    assertThat(deletions(stranger, "Organization", farm.organization)).isEmpty();
  }

  @Test
  void theDeletionReachesReadersWhoFollowTheLog() throws Exception {
    FarmPerson creator = new FarmPerson();
    String organization = organization(creator);
    String log = "/v1/audit-logs?action=DELETE&entityType=Organization";
    String cursor = creator.read(log).path("nextCursor").asText();
    assertThat(creator.items(log + "&cursor=" + cursor)).isEmpty();
    try (var events = new ChangeEvents(creator.bearer(), "collections=audit-logs")) {
      deletedByAdministrator("/v1/organizations/" + organization);
      assertThat(events.first(data -> data.contains(organization) && data.contains("\"DELETE\"")))
          .contains("\"Organization\"");
    }
    assertThat(creator.items(log + "&cursor=" + cursor))
        .extracting(entry -> entry.path("entityId").asText())
        .containsExactly(organization);
  }
}
