package io.glebe.api.farm;

import static io.glebe.api.farm.RecordEndpointsClient.SQUARE;
import static io.glebe.api.farm.RecordEndpointsClient.answered;
import static io.glebe.api.farm.RecordEndpointsClient.created;
import static io.glebe.api.farm.RecordEndpointsClient.field;
import static io.glebe.api.farm.RecordEndpointsClient.get;
import static io.glebe.api.farm.RecordEndpointsClient.header;
import static io.glebe.api.farm.RecordEndpointsClient.ok;
import static io.glebe.api.farm.RecordEndpointsClient.refused;
import static io.glebe.api.farm.RecordEndpointsClient.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FarmEndpointsTest {
  private static final TestFarm FARM = new TestFarm("owner");

  @Test
  void aPostCreatesARecordAndRefusesAnExistingId() {
    HttpResponse<String> made = send("POST", "/v1/organizations", "{'name': 'New business'}");
    JsonNode organization = created(made);
    String id = organization.path("id").asText();
    assertThat(header(made, "Location")).endsWith("/v1/organizations/" + id);
    assertThat(header(made, "ETag")).isEqualTo("\"1\"");
    assertThat(organization.path("originType").asText()).isEqualTo("USER");
    String same = "{'id': '" + id + "', 'name': 'Again'}";
    refused(send("POST", "/v1/organizations", same), 412, "precondition-failed");
    refused(send("POST", "/v1/organizations", "{'id': 'x', 'name': 'y'}"), 422, "invalid-record");
    refused(send("POST", "/v1/organizations", "{'name': 7}"), 422, "invalid-record");
    refused(send("POST", "/v1/users", "{'displayName': 'x'}"), 405, "method-not-allowed");
    JsonNode farm =
        created(send("POST", "/v1/farms", "{'name': 'Second', 'organizationId': '" + id + "'}"));
    String path = "/v1/farms/" + farm.path("id").asText();
    assertThat(ok(get(path))).isEqualTo(farm);
    assertThat(ok(send("PATCH", path, "{'name': 'Renamed'}")).path("name").asText())
        .isEqualTo("Renamed");
    refused(TestFarm.send("stranger", "POST", "/v1/farms", "{}"), 403, "forbidden");
  }

  @Test
  void aNewFieldHasADefaultRegionAndIsListedInItsFarm() {
    String id = field(FARM.farm, "Long acre");
    String farm = "/v1/farms/" + FARM.farm;
    HttpResponse<String> read = get(farm);
    JsonNode fields = ok(read).path("fields");
    assertThat(fields).extracting(f -> f.path("id").asText()).contains(id);
    assertThat(header(read, "Cache-Control")).isEqualTo("no-store");
    assertThat(get(farm, "If-None-Match", header(read, "ETag")).statusCode()).isEqualTo(200);
    HttpResponse<String> pure = get(farm + "?view=record");
    assertThat(ok(pure).has("fields")).isFalse();
    assertThat(get(farm + "?view=record", "If-None-Match", header(pure, "ETag")).statusCode())
        .isEqualTo(304);
    assertThat(ok(get(farm, "Accept", "application/ld+json")).has("fields")).isFalse();
    JsonNode page = ok(get("/v1/farms?view=tree&limit=1000"));
    JsonNode home = null;
    for (JsonNode item : page.path("items")) {
      home = item.path("id").asText().equals(FARM.farm.toString()) ? item : home;
    }
    assertThat(home).isNotNull();
    assertThat(home.path("fields")).isEqualTo(fields);
    assertThat(ok(get("/v1/farms?limit=1")).path("items").path(0).has("fields")).isFalse();
    refused(get("/v1/farms?view=forest"), 400, "malformed-request");
    refused(get("/v1/farms?colour=red"), 400, "malformed-request");
    assertThat(
            ok(get("/v1/regions/" + RecordEndpointsClient.defaultRegion(id)))
                .path("isDefault")
                .asBoolean())
        .isTrue();
    // a client may send back the document that it has read
    assertThat(
            TestFarm.send("owner", "PUT", farm, read.body(), "If-Match", header(read, "ETag"))
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void nestedPathsOfFieldsCheckTheWholeChain() {
    String id = field(FARM.farm, "Short acre");
    TestFarm other = new TestFarm("owner");
    String nested = "/v1/farms/" + FARM.farm + "/fields/" + id;
    String wrong = "/v1/farms/" + other.farm + "/fields/" + id;
    assertThat(ok(send("PATCH", nested, "{'name': 'Mended'}")).path("name").asText())
        .isEqualTo("Mended");
    assertThat(
            ok(send("PATCH", nested, "{'name': 'Plain'}", "Content-Type", "application/json"))
                .path("name")
                .asText())
        .isEqualTo("Plain");
    refused(send("PATCH", wrong, "{'name': 'x'}"), 404, "not-found");
    refused(send("DELETE", wrong, ""), 404, "not-found");
    refused(send("PATCH", nested, "{'name': null}"), 422, "invalid-record");
    refused(
        send("PATCH", nested, "{'name': 'x'}", "If-Match", "\"1\""), 412, "precondition-failed");
    HttpResponse<String> read = get(nested);
    refused(read, 405, "method-not-allowed");
    assertThat(header(read, "Allow")).contains("PATCH").contains("DELETE");
    String fields = "/v1/farms/" + FARM.farm + "/fields";
    refused(get(fields), 405, "method-not-allowed");
    refused(send("POST", fields, "{'name': 'No place'}"), 422, "invalid-record");
    refused(
        send(
            "POST",
            fields,
            "{'name': 'x', 'farmId': '" + other.farm + "', 'geometry': " + SQUARE + "}"),
        422,
        "invalid-record");
    refused(
        send("POST", "/v1/farms/" + UUID.randomUUID() + "/fields", "{'name': 'x'}"),
        404,
        "not-found");
    refused(send("POST", "/v1/farms/x/fields", "{'name': 'x'}"), 400, "malformed-request");
    new TestFarm("neighbour");
    refused(TestFarm.send("neighbour", "PATCH", nested, "{\"name\": \"x\"}"), 403, "forbidden");
    refused(
        TestFarm.send(
            "neighbour",
            "POST",
            fields,
            ("{'name': 'x', 'geometry': " + SQUARE + "}").replace('\'', '"')),
        403,
        "forbidden");
    answered(send("DELETE", nested, ""), 204);
    refused(send("DELETE", nested, ""), 404, "not-found");
  }

  @Test
  void aUserIsAddedToAFarmWithARole() {
    String users = "/v1/farms/" + FARM.farm + "/users";
    String email = "new-" + UUID.randomUUID() + "@glebe.example";
    String body = "{'email': '" + email + "', 'role': 'VIEWER'}";
    JsonNode assignment = created(send("POST", users, body));
    assertThat(assignment.path("farmId").asText()).isEqualTo(FARM.farm.toString());
    String user = assignment.path("userId").asText();
    JsonNode invited = ok(get("/v1/users/" + user));
    assertThat(invited.path("status").asText()).isEqualTo("INVITED");
    assertThat(invited.path("email").asText()).isEqualTo(email);
    assertThat(ok(send("POST", users, body)).path("id")).isEqualTo(assignment.path("id"));
    String shout = "{'email': '" + email.toUpperCase(Locale.ROOT) + "', 'role': 'WORKER'}";
    JsonNode second = created(send("POST", users, shout));
    assertThat(second.path("userId").asText()).isEqualTo(user);
    assertThat(second.path("createdByUserId")).isEqualTo(assignment.path("createdByUserId"));
    String role = assignment.path("roleId").asText();
    assertThat(
            ok(send("POST", users, "{'userId': '" + user + "', 'roleId': '" + role + "'}"))
                .path("id"))
        .isEqualTo(assignment.path("id"));
    String nobody = "none-" + UUID.randomUUID() + "@glebe.example";
    refused(
        send("POST", users, "{'email': '" + nobody + "', 'role': 'KING'}"), 422, "invalid-record");
    refused(send("POST", users, "{'role': 'VIEWER'}"), 422, "invalid-record");
    refused(send("POST", users, "{'email': '" + nobody + "'}"), 422, "invalid-record");
    refused(send("POST", users, "{'userId': 'x', 'role': 'VIEWER'}"), 422, "invalid-record");
    String endless = "{'email': '" + nobody + "', 'role': 'VIEWER', 'validUntl': '2030-01-01'}";
    JsonNode unknown = refused(send("POST", users, endless), 422, "invalid-record");
    assertThat(unknown.at("/violations/0/pointer").asText()).isEqualTo("/validUntl");
    String misspelt = "{'emial': '" + nobody + "', 'role': 'VIEWER'}";
    assertThat(
            refused(send("POST", users, misspelt), 422, "invalid-record").path("detail").asText())
        .isEqualTo("emial is no member of an added user; did you mean email?");
    String stray = "{'email': '" + nobody + "', 'roleId': '" + UUID.randomUUID() + "'}";
    refused(send("POST", users, stray), 422, "invalid-record");
    assertThat(ok(get("/v1/users?email=" + nobody)).path("items")).isEmpty();
    refused(send("POST", "/v1/farms/" + UUID.randomUUID() + "/users", body), 404, "not-found");
    TestFarm far = new TestFarm("neighbour");
    String other = "/v1/farms/" + far.farm + "/users";
    JsonNode known = created(TestFarm.send("neighbour", "POST", other, body.replace('\'', '"')));
    assertThat(known.path("userId").asText()).isEqualTo(user);
    refused(TestFarm.send("neighbour", "POST", users, body.replace('\'', '"')), 403, "forbidden");
  }

  @Test
  void aFarmWithoutFieldsIsReadAsItWasWritten() {
    TestFarm bare = new TestFarm("owner");
    String path = "/v1/farms/" + bare.farm;
    assertThat(Json.parseObject(get(path).body()))
        .isEqualTo(Json.parseObject(get(path + "?view=record").body()));
  }
}
