package io.glebe.api.farm.activity;

import static io.glebe.api.farm.RecordEndpointsClient.answered;
import static io.glebe.api.farm.RecordEndpointsClient.created;
import static io.glebe.api.farm.RecordEndpointsClient.defaultRegion;
import static io.glebe.api.farm.RecordEndpointsClient.field;
import static io.glebe.api.farm.RecordEndpointsClient.get;
import static io.glebe.api.farm.RecordEndpointsClient.header;
import static io.glebe.api.farm.RecordEndpointsClient.ok;
import static io.glebe.api.farm.RecordEndpointsClient.refused;
import static io.glebe.api.farm.RecordEndpointsClient.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeasurementEndpointsTest {
  private static final TestFarm FARM = new TestFarm("owner");
  private static final String FIELD = field(FARM.farm, "Measured");
  private static final String MAIN = defaultRegion(FIELD);
  private static final String OF_FIELD = "/v1/farms/" + FARM.farm + "/fields/" + FIELD + "/records";
  private static final String OF_REGION = "/v1/regions/" + MAIN + "/records";
  private static final String ACTION = action();

  private static String action() {
    return created(send("POST", "/v1/actions", "{'fieldId': '" + FIELD + "', 'type': 'SAMPLING'}"))
        .path("id")
        .asText();
  }

  private static String collectionPath(String form) {
    return form.equals("field") ? OF_FIELD : OF_REGION;
  }

  /** The short or the long path of the same record. */
  private static String one(String form, String id) {
    return form.equals("flat")
        ? "/v1/records/" + id
        : OF_FIELD.replace("/records", "/actions/" + ACTION + "/records/" + id);
  }

  @Test
  void everyTypeOfTheCatalogueAcceptsItsExample() {
    JsonNode types = ok(get("/v1/records/types"));
    assertThat(types.path("items")).hasSize(20);
    assertThat(types.path("hasMore").asBoolean()).isFalse();
    for (JsonNode type : types.path("items")) {
      assertThat(type.path("payloadSchema").path("type").asText()).isEqualTo("object");
      ObjectNode body = Json.object().put("type", type.path("type").asText());
      body.set("payload", type.path("example"));
      JsonNode record = answered(TestFarm.send("owner", "POST", OF_FIELD, body.toString()), 201);
      assertThat(record.path("type")).isEqualTo(type.path("type"));
      assertThat(record.path("dataTypeId")).isEqualTo(type.path("dataTypeId"));
      assertThat(record.path("payload")).isEqualTo(type.path("example"));
      JsonNode dataType = ok(get("/v1/data-types/" + record.path("dataTypeId").asText()));
      assertThat(dataType.path("code")).isEqualTo(type.path("type"));
      assertThat(dataType.path("recordType").asBoolean()).isTrue();
      assertThat(dataType.path("originType").asText()).isEqualTo("SYSTEM");
    }
    refused(TestFarm.send("stranger", "GET", "/v1/records/types", ""), 403, "forbidden");
  }

  @ParameterizedTest
  @ValueSource(strings = {"field", "region"})
  void aRecordNeedsOnlyTypeAndPayload(String form) {
    HttpResponse<String> made =
        send(
            "POST",
            collectionPath(form),
            "{'type': 'SOIL_SAMPLE', 'actionId': '"
                + ACTION
                + "', 'payload': {'ph': 6.40, 'observedAt': '2026-03-02T08:00:00Z', 'mine': 1}}");
    JsonNode record = created(made);
    String id = record.path("id").asText();
    assertThat(header(made, "Location")).endsWith("/v1/data/" + id);
    assertThat(header(made, "ETag")).isEqualTo("\"1\"");
    assertThat(record.path("type").asText()).isEqualTo("SOIL_SAMPLE");
    assertThat(record.path("actionId").asText()).isEqualTo(ACTION);
    assertThat(record.path("attachments").isArray()).isTrue();
    assertThat(record.path("fieldId").asText()).isEqualTo(FIELD);
    assertThat(record.path("regionId").asText()).isEqualTo(MAIN);
    assertThat(record.path("phenomenonTime").asText()).isEqualTo("2026-03-02T08:00:00Z");
    JsonNode generic = ok(get("/v1/data/" + id));
    assertThat(generic.has("type")).isFalse();
    assertThat(generic.path("activityId").asText()).isEqualTo(ACTION);
    assertThat(generic.at("/payload/mine").asInt()).isEqualTo(1);
    assertThat(ok(get(collectionPath(form) + "?limit=1000")).path("items")).contains(record);
    assertThat(ok(get(collectionPath(form) + "?activityId=" + UUID.randomUUID())).path("items"))
        .isEmpty();
    assertThat(get(collectionPath(form), "Accept", "application/ld+json").body())
        .contains("\"@type\":\"Data\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"field", "region"})
  void errorsInThePayloadAreReportedWithAPointer(String form) {
    JsonNode problem =
        refused(
            send(
                "POST",
                collectionPath(form),
                "{'type': 'SOIL_SAMPLE', 'payload': {'ph': 15, 'parameters': [{'value': 'x'}]}}"),
            422,
            "invalid-record");
    assertThat(problem.path("violations"))
        .extracting(v -> v.path("rule").asText() + v.path("pointer").asText())
        .contains(
            "V20/payload/ph", "V20/payload/parameters/0/name", "V20/payload/parameters/0/value");
    for (String action : List.of("{}", "'x'", "'" + UUID.randomUUID() + "'")) {
      String body = "{'type': 'NOTE', 'payload': {'text': 'x'}, 'actionId': " + action + "}";
      JsonNode refused = refused(send("POST", collectionPath(form), body), 422, "invalid-record");
      assertThat(refused.at("/violations/0/pointer").asText())
          .as("the member that was sent")
          .isEqualTo("/actionId");
    }
    refused(send("POST", collectionPath(form), "{'payload': {}}"), 422, "invalid-record");
    refused(
        send("POST", collectionPath(form), "{'type': 'NONSENSE', 'payload': {}}"),
        422,
        "invalid-record");
    refused(send("POST", collectionPath(form), "{'type': 'NOTE'}"), 422, "invalid-record");
    refused(
        send("POST", collectionPath(form), "{'type': 'NOTE', 'payload': 'x'}"),
        422,
        "invalid-record");
    refused(
        send(
            "POST",
            collectionPath(form),
            "{'type': 'NOTE', 'payload': {'text': 'x'}, 'fieldId': '" + UUID.randomUUID() + "'}"),
        422,
        "invalid-record");
    refused(
        send(
            "POST",
            collectionPath(form),
            "{'type': 'NOTE', 'payload': {'text': 'x'}, 'actionId': '" + UUID.randomUUID() + "'}"),
        422,
        "invalid-record");
    refused(get(collectionPath(form) + "?colour=red"), 400, "malformed-request");
    refused(send("PUT", collectionPath(form), "{}"), 405, "method-not-allowed");
    new TestFarm("neighbour");
    refused(TestFarm.send("neighbour", "GET", collectionPath(form), ""), 403, "forbidden");
    refused(
        TestFarm.send(
            "neighbour",
            "POST",
            collectionPath(form),
            "{\"type\":\"NOTE\",\"payload\":{\"text\":\"x\"}}"),
        403,
        "forbidden");
  }

  @ParameterizedTest
  @ValueSource(strings = {"flat", "nested"})
  void aRecordIsChangedAndDeletedByEitherPath(String form) {
    String id =
        created(
                send(
                    "POST",
                    OF_FIELD,
                    "{'type': 'YIELD', 'actionId': '"
                        + ACTION
                        + "', 'payload': {'quantity': 8, 'unit': 't', 'moisture': 14}}"))
            .path("id")
            .asText();
    String path = one(form, id);
    JsonNode changed =
        ok(send("PATCH", path, "{'payload': {'quantity': 9, 'moisture': null}, 'note': 'dry'}"));
    assertThat(changed.path("payload").toString())
        .isIn("{\"unit\":\"t\",\"quantity\":9}", "{\"quantity\":9,\"unit\":\"t\"}");
    assertThat(changed.path("type").asText()).isEqualTo("YIELD");
    // a client may send back the document that it has read
    ok(TestFarm.send("owner", "PATCH", path, changed.toString()));
    refused(send("PATCH", path, "{'type': 'NOTE'}"), 422, "invalid-record");
    refused(send("PATCH", path, "{'payload': {'unit': null}}"), 422, "invalid-record");
    refused(send("PATCH", path, "{'note': 'x'}", "If-Match", "\"1\""), 412, "precondition-failed");
    refused(get(path), 405, "method-not-allowed");
    new TestFarm("neighbour");
    refused(TestFarm.send("neighbour", "DELETE", path, ""), 403, "forbidden");
    answered(send("DELETE", path, ""), 204);
    refused(send("DELETE", path, ""), 404, "not-found");
    refused(get("/v1/data/" + id), 404, "not-found");
  }

  @Test
  void everyLinkInTheLongPathOfARecordIsChecked() {
    String loose =
        created(send("POST", OF_FIELD, "{'type': 'NOTE', 'payload': {'text': 'loose'}}"))
            .path("id")
            .asText();
    refused(send("DELETE", one("nested", loose), ""), 404, "not-found");
    String bound =
        created(
                send(
                    "POST",
                    OF_FIELD,
                    "{'type': 'NOTE', 'actionId': '" + ACTION + "', 'payload': {'text': 'b'}}"))
            .path("id")
            .asText();
    String path = one("nested", bound);
    refused(send("PATCH", path.replace(ACTION, action()), "{}"), 404, "not-found");
    refused(
        send("PATCH", path.replace(FIELD, field(FARM.farm, "Another")), "{}"), 404, "not-found");
    TestFarm other = new TestFarm("owner");
    refused(
        send("PATCH", path.replace(FARM.farm.toString(), other.farm.toString()), "{}"),
        404,
        "not-found");
    answered(send("DELETE", path, ""), 204);
  }

  @Test
  void anOrganizationUsesItsOwnDataTypesForItsRecords() {
    UUID id = UUID.randomUUID();
    TestFarm.system(
        "DataType",
        id,
        "{'code': 'BEE_COUNT', 'name': 'Bees', 'organizationId': '"
            + FARM.organization
            + "', 'payloadSchema': {'type': 'object', 'required': ['bees']}}");
    JsonNode record =
        created(send("POST", OF_FIELD, "{'type': 'BEE_COUNT', 'payload': {'bees': 7}}"));
    assertThat(record.path("dataTypeId").asText()).isEqualTo(id.toString());
    assertThat(record.path("type").asText()).isEqualTo("BEE_COUNT");
    refused(send("POST", OF_FIELD, "{'type': 'BEE_COUNT', 'payload': {}}"), 422, "invalid-record");
    TestFarm other = new TestFarm("owner");
    refused(
        send(
            "POST",
            "/v1/farms/" + other.farm + "/fields/" + field(other.farm, "Far") + "/records",
            "{'type': 'BEE_COUNT', 'payload': {'bees': 7}}"),
        422,
        "invalid-record");
  }
}
