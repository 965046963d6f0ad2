package io.glebe.api.farm.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The first violation of a refusal names an attribute that the caller sent. */
class RefusalOrderTest extends RecordApiFixture {
  private static JsonNode violations(HttpResponse<String> response) {
    refused(response, 422, "invalid-record");
    return Json.parseObject(response.body()).path("violations");
  }

  private static HttpResponse<String> post(String path, String body) {
    return TestFarm.send("owner", "POST", path, body.replace('\'', '"'));
  }

  @Test
  void aWrongReferenceComesBeforeTheFarmThatWouldHaveFollowedFromIt() {
    String nothing = UUID.randomUUID().toString();
    HttpResponse<String> refused =
        post("/v1/actions", "{'fieldId': '%s', 'type': 'SOWING'}".formatted(nothing));
    JsonNode violations = violations(refused);
    assertThat(violations.path(0).path("pointer").asText()).isEqualTo("/fieldId");
    assertThat(Json.parseObject(refused.body()).path("detail").asText())
        .startsWith("there is no Field " + nothing);
    assertThat(violations).extracting(v -> v.path("pointer").asText()).contains("/farmId");
  }

  @Test
  void aWrongValueComesBeforeAMissingOne() {
    UUID id = UUID.randomUUID();
    JsonNode violations =
        violations(
            put(
                "/v1/tasks/" + id,
                "{'id': '%s', 'originType': 'USER', 'status': 'PLANNED', 'priority': 'SOON'}"
                    .formatted(id)));
    assertThat(violations)
        .extracting(v -> v.path("pointer").asText())
        .containsExactly("/priority", "/farmId", "/name");
  }

  @Test
  void anUnknownPermissionIsAnInvalidRecord() {
    TestFarm farm = new TestFarm("owner");
    UUID id = UUID.randomUUID();
    String role =
        "{'id': '%s', 'originType': 'USER', 'name': 'Pilot', 'organizationId': '%s',"
            + " 'permissions': ['field:read', 'field:fly', 'auditLog:create', 'field:*']}";
    HttpResponse<String> refused = put("/v1/roles/" + id, role.formatted(id, farm.organization));
    JsonNode violations = violations(refused);
    assertThat(violations)
        .extracting(v -> v.path("rule").asText() + " " + v.path("pointer").asText())
        .containsExactly("V25 /permissions/1", "V25 /permissions/2", "V25 /permissions/3");
  }

  @Test
  void inputsOfAJobAreFoundByTheRecordThatTheyName() {
    String task = newTask().substring("/v1/tasks/".length());
    String service =
        TestFarm.system(
                "ProcessingService",
                UUID.randomUUID(),
                "{'name': 'Planner %s', 'kind': 'ANALYSIS', 'provider': 'Glebe', 'status': 'ACTIVE'}"
                    .formatted(UUID.randomUUID()))
            .toString();
    String job =
        make(
            "processing-jobs",
            "'farmId': '%s', 'serviceId': '%s', 'status': 'CREATED'".formatted(FARM.farm, service));
    String input =
        make(
            "processing-job-inputs",
            "'processingJobId': '%s', 'kind': 'RECORD', 'entityType': 'Task', 'entityId': '%s'"
                .formatted(job, task));
    make(
        "processing-job-inputs",
        "'processingJobId': '%s', 'kind': 'RECORD', 'entityType': 'Farm', 'entityId': '%s'"
            .formatted(job, FARM.farm));
    String list = "/v1/processing-job-inputs?processingJobId=" + job;
    assertThat(Json.parseObject(get(list).body()).path("items")).hasSize(2);
    for (String filter : new String[] {"&entityId=" + task, "&entityType=Task"}) {
      assertThat(Json.parseObject(get(list + filter).body()).path("items"))
          .extracting(item -> item.path("id").asText())
          .containsExactly(input);
    }
    refused(get(list + "&entityId=x"), 400, "malformed-request");
  }
}
