package io.glebe.api.farm.record;

import static io.glebe.api.farm.TestFarm.json;
import static io.glebe.api.farm.TestFarm.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RecordApiTest extends RecordApiFixture {
  @Test
  void aCreatedRecordIsReturnedWithLocationAndEtag() {
    UUID id = UUID.randomUUID();
    HttpResponse<String> created = put("/v1/tasks/" + id, task(id), "If-None-Match", "*");
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    assertThat(header(created, "ETag")).isEqualTo("\"1\"");
    assertThat(header(created, "Location")).endsWith("/v1/tasks/" + id);
    HttpResponse<String> read = get("/v1/tasks/" + id);
    assertThat(read.body()).isEqualTo(created.body());
    assertThat(header(read, "ETag")).isEqualTo("\"1\"");
    assertThat(get("/v1/tasks/" + id, "If-None-Match", "\"1\"").statusCode()).isEqualTo(304);
    refused(put("/v1/tasks/" + id, task(id), "If-None-Match", "*"), 412, "precondition-failed");
    assertThat(put("/v1/tasks/" + id, task(id)).statusCode()).isEqualTo(200);
  }

  @Test
  void onlyAllowedStatusTransitionsAreAccepted() {
    String task = newTask();
    refused(patch(task, "{'status': 'COMPLETED'}"), 409, "invalid-transition");
    assertThat(patch(task, "{'status': 'ASSIGNED'}").statusCode()).isEqualTo(200);
    refused(patch(task, "{'status': 'COMPLETED'}"), 409, "invalid-transition");
    assertThat(patch(task, "{'status': 'IN_PROGRESS'}").statusCode()).isEqualTo(200);
  }

  @Test
  void preconditionsAreStrict() {
    String task = newTask();
    assertThat(patch(task, "{'name': 'a'}", "If-Match", "\"1\"").statusCode()).isEqualTo(200);
    refused(patch(task, "{'name': 'b'}", "If-Match", "\"1\""), 412, "precondition-failed");
    refused(patch(task, "{'name': 'b'}", "If-Match", "W/\"2\""), 412, "precondition-failed");
    refused(patch(task, "{'name': 'b'}", "If-None-Match", "*"), 400, "malformed-request");
    refused(send("owner", "DELETE", task, "", "If-Match", "\"1\""), 412, "precondition-failed");
    assertThat(send("owner", "DELETE", task, "", "If-Match", "\"7\", \"2\"").statusCode())
        .isEqualTo(204);
    refused(get(task), 404, "not-found");
  }

  @Test
  void aDeletionIsInTheAuditLog() {
    String task = newTask();
    String id = task.substring(task.lastIndexOf('/') + 1);
    assertThat(send("owner", "DELETE", task, "").statusCode()).isEqualTo(204);
    JsonNode page = Json.parseObject(get("/v1/audit-logs?action=DELETE&entityId=" + id).body());
    assertThat(page.path("items").size()).isEqualTo(1);
    assertThat(page.at("/items/0/entityType").asText()).isEqualTo("Task");
    refused(put("/v1/audit-logs/" + UUID.randomUUID(), "{}"), 405, "method-not-allowed");
  }

  @Test
  void unknownAttributesAreStoredAndReportedInAHeader() {
    String task = newTask();
    HttpResponse<String> patched = patch(task, "{'x-colour': 'rdeča', 'ž': 1}");
    assertThat(header(patched, "Glebe-Unknown-Attributes")).contains("x-colour").contains("%C5%BE");
    assertThat(Json.parseObject(get(task).body()).path("x-colour").asText()).isEqualTo("rdeča");
  }

  @Test
  void linkedDataIsTheSameRecordAfterThreeKeywords() {
    String task = newTask();
    HttpResponse<String> linked = get(task, "Accept", "application/ld+json");
    assertThat(header(linked, "Content-Type")).isEqualTo("application/ld+json");
    assertThat(linked.body()).startsWith("{\"@context\":\"http").contains("\"@type\":\"Task\"");
    ObjectNode bare = Json.parseObject(linked.body());
    bare.remove(List.of("@context", "@id", "@type"));
    assertThat(bare).isEqualTo(Json.parseObject(get(task).body()));
    assertThat(get(task, "Accept", "application/ld+json", "If-None-Match", "\"1\"").statusCode())
        .isEqualTo(200);
    refused(get(task, "Accept", "text/csv"), 406, "not-acceptable");
    JsonNode page =
        Json.parseObject(get("/v1/tasks?limit=1", "Accept", "application/ld+json").body());
    assertThat(page.at("/items/0/@type").asText()).isEqualTo("Task");
  }

  @Test
  void everyCollectionReturnsAPage() {
    for (EntityType type : Catalogue.standard().types()) {
      HttpResponse<String> page = get("/v1/" + type.path() + "?limit=2");
      assertThat(page.statusCode()).as(type.path() + page.body()).isEqualTo(200);
      JsonNode json = Json.parseObject(page.body());
      assertThat(json.path("items").isArray()).isTrue();
      assertThat(json.path("nextCursor").asText()).isNotEmpty();
      assertThat(json.path("hasMore").isBoolean()).isTrue();
    }
  }

  @Test
  void badParametersAreRefused() {
    for (String query :
        List.of(
            "limit=0",
            "limit=1001",
            "limit=x",
            "limit=",
            "cursor=x",
            "updatedAfter=yesterday",
            "updatedAfter=2026-01-01T00:00:00.Z",
            "colour=red",
            "fieldId=1",
            "status=LOST",
            "limit=1&limit=2")) {
      refused(get("/v1/tasks?" + query), 400, "malformed-request");
    }
    refused(get("/v1/tasks/NOT-A-UUID"), 400, "malformed-request");
    refused(
        get("/v1/tasks/" + UUID.randomUUID().toString().toUpperCase(Locale.ROOT)),
        400,
        "malformed-request");
    refused(send("owner", "POST", "/v1/tasks", "{}"), 405, "method-not-allowed");
    refused(
        patch(newTask(), "{}", "Content-Type", "application/json"), 415, "unsupported-media-type");
    refused(patch(newTask(), "{'name': 'x'}", "Processing-Job-Id", "x"), 400, "malformed-request");
  }

  @Test
  void unknownUsersAndUsersOfOtherFarmsAreForbidden() {
    String task = newTask();
    new TestFarm("neighbour");
    refused(send("neighbour", "GET", task, ""), 403, "forbidden");
    refused(send("neighbour", "PATCH", task, "{\"name\": \"x\"}"), 403, "forbidden");
    refused(send("stranger", "GET", "/v1/tasks", ""), 403, "forbidden");
    JsonNode list =
        Json.parseObject(send("neighbour", "GET", "/v1/tasks?farmId=" + FARM.farm, "").body());
    assertThat(list.path("items").size()).isZero();
  }

  @Test
  void theCreatorOfAnOrganizationAndAFarmOwnsThem() {
    new TestFarm("neighbour");
    UUID organization = UUID.randomUUID();
    UUID farm = UUID.randomUUID();
    String organizationBody =
        "{\"id\": \"" + organization + "\", \"name\": \"New estate\", \"originType\": \"USER\"}";
    assertThat(
            send("neighbour", "PUT", "/v1/organizations/" + organization, organizationBody)
                .statusCode())
        .isEqualTo(201);
    assertThat(send("neighbour", "GET", "/v1/organizations/" + organization, "").statusCode())
        .isEqualTo(200);
    String body =
        "{\"id\": \""
            + farm
            + "\", \"name\": \"New farm\", \"organizationId\": \""
            + organization
            + "\", \"originType\": \"USER\"}";
    HttpResponse<String> made = send("neighbour", "PUT", "/v1/farms/" + farm, body);
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    assertThat(send("neighbour", "GET", "/v1/farms/" + farm, "").statusCode()).isEqualTo(200);
    String site = "/v1/sites/" + UUID.randomUUID();
    String barn =
        "{\"id\": \""
            + site.substring(10)
            + "\", \"name\": \"Barn\", \"farmId\": \""
            + farm
            + "\", \"originType\": \"USER\"}";
    assertThat(send("neighbour", "PUT", site, barn).statusCode()).isEqualTo(201);
  }

  @Test
  void anOutboxIsAppliedInOrderAndAFailedOperationBlocksNoOther() {
    UUID one = UUID.randomUUID();
    UUID two = UUID.randomUUID();
    ObjectNode outbox = Json.object();
    var operations = outbox.putArray("operations");
    operations
        .addObject()
        .put("method", "PUT")
        .put("path", "/tasks/" + one)
        .<ObjectNode>set("headers", json("{'If-None-Match': '*'}"))
        .set("body", json(task(one)));
    operations
        .addObject()
        .put("method", "PUT")
        .put("path", "/tasks/" + two)
        .set("body", json("{'id': 'poison'}"));
    operations
        .addObject()
        .put("method", "PATCH")
        .put("path", "/tasks/" + one)
        .set("body", json("{'name': 'Reap'}"));
    operations.addObject().put("method", "DELETE").put("path", "/tasks/" + two);
    operations.addObject().put("method", "DANCE").put("path", "/nowhere");
    JsonNode first =
        Json.parseObject(send("owner", "POST", "/v1/$batch", outbox.toString()).body())
            .path("results");
    assertThat(first)
        .extracting(r -> r.path("status").asInt())
        .containsExactly(201, 422, 200, 404, 400);
    assertThat(first)
        .extracting(r -> r.path("outcome").asText())
        .containsExactly("DONE", "REFUSED", "DONE", "DONE", "REFUSED");
    assertThat(first.get(2).at("/body/name").asText()).isEqualTo("Reap");
    JsonNode again =
        Json.parseObject(send("owner", "POST", "/v1/$batch", outbox.toString()).body())
            .path("results");
    assertThat(again)
        .extracting(r -> r.path("status").asInt())
        .containsExactly(412, 422, 200, 404, 400);
    assertThat(again.get(2).at("/headers/ETag").asText()).isEqualTo("\"2\"");
    refused(send("owner", "POST", "/v1/$batch", "{\"operations\": {}}"), 400, "malformed-request");
  }

  @Test
  void aMisspeltMemberOrHeaderOfAnOutboxMakesNoUnconditionalWrite() {
    UUID id = UUID.randomUUID();
    String patch = "{'method': 'PATCH', 'path': '/tasks/" + id + "', 'body': {'name': 'Reap'}";
    String outbox =
        "{'operations': [{'method': 'PUT', 'path': '/tasks/%s', 'body': %s}, "
                .formatted(id, task(id))
            + patch
            + ", 'header': {'If-Match': '\\\"7\\\"'}}, "
            + patch
            + ", 'headers': {'If-Mach': '\\\"7\\\"'}}, "
            + patch
            + ", 'headers': {'if-match': '\\\"7\\\"'}}, "
            + patch
            + ", 'headers': {'if-match': '\\\"1\\\"', 'Content-Type': 'application/json'}}]}";

    JsonNode results =
        Json.parseObject(send("owner", "POST", "/v1/$batch", outbox.replace('\'', '"')).body())
            .path("results");

    assertThat(results)
        .extracting(r -> r.path("status").asInt() + " " + r.path("outcome").asText())
        .containsExactly("201 DONE", "400 REFUSED", "400 REFUSED", "412 CONFLICT", "200 DONE");
    assertThat(results.get(1).at("/body/detail").asText())
        .isEqualTo("header is no member of an operation; did you mean headers?");
    assertThat(results.get(2).at("/body/detail").asText())
        .isEqualTo("If-Mach is no header of an operation; did you mean If-Match?");
    refused(
        send("owner", "POST", "/v1/$batch", "{\"operations\": [], \"operation\": []}"),
        400,
        "malformed-request");
  }
}
