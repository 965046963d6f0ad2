package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.farm.TestFarm;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A user without an organization can be read by the caller who created the record. */
class CreatedUserTest {
  private final TestFarm farm = new TestFarm("owner");
  private final FarmPerson creator = new FarmPerson().on(farm, "MANAGER");
  private final FarmPerson colleague = new FarmPerson().on(farm, "MANAGER");
  private final UUID id = UUID.randomUUID();
  private final String path = "/v1/users/" + id;

  private void create() {
    HttpResponse<String> made =
        creator.send(
            "PUT",
            path,
            "{'id': '%s', 'originType': 'USER', 'displayName': 'New', 'email': '%s@glebe.example', 'status': 'INVITED'}"
                .formatted(id, id));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
  }

  private static boolean lists(FarmPerson reader, UUID user) {
    return reader.items("/v1/users?limit=1000").stream()
        .map(item -> item.path("id").asText())
        .anyMatch(user.toString()::equals);
  }

  @Test
  void theCreatorReadsTheRecordAndFindsItInTheList() {
    create();
    JsonNode read = creator.read(path);
    assertThat(read.path("displayName").asText()).isEqualTo("New");
    assertThat(read.path("email").asText()).isEqualTo(id + "@glebe.example");
    assertThat(lists(creator, id)).isTrue();
    assertThat(colleague.get(path).statusCode()).isEqualTo(403);
    assertThat(lists(colleague, id)).isFalse();
  }

  @Test
  void theCreatorSeesNoMoreThanTheNameOnceThePersonHasSignedIn() {
    create();
    TestFarm.patchBySystem("User", id, "{'subject': 's-%s', 'status': 'ACTIVE'}".formatted(id));
    JsonNode read = creator.read(path);
    assertThat(read.path("displayName").asText()).isEqualTo("New");
    assertThat(read.has("email")).isFalse();
    assertThat(read.has("subject")).isFalse();
  }

  @Test
  void anOrganizationTakesThePlaceOfTheCreator() {
    create();
    UUID elsewhere = TestFarm.system("Organization", UUID.randomUUID(), "{'name': 'Elsewhere'}");
    TestFarm.patchBySystem("User", id, "{'organizationIds': ['%s']}".formatted(elsewhere));
    assertThat(creator.get(path).statusCode()).isEqualTo(403);
    assertThat(lists(creator, id)).isFalse();
  }

  @Test
  void theCreatorLearnsOfTheDeletion() {
    create();
    assertThat(TestFarm.send("admin", "DELETE", path, "").statusCode()).isEqualTo(204);
    assertThat(creator.items("/v1/audit-logs?action=DELETE&entityId=" + id)).hasSize(1);
    assertThat(colleague.items("/v1/audit-logs?action=DELETE&entityId=" + id)).isEmpty();
  }
}
