package io.glebe.api.farm.activity;

import static io.glebe.api.farm.RecordEndpointsClient.answered;
import static io.glebe.api.farm.RecordEndpointsClient.created;
import static io.glebe.api.farm.RecordEndpointsClient.get;
import static io.glebe.api.farm.RecordEndpointsClient.header;
import static io.glebe.api.farm.RecordEndpointsClient.ok;
import static io.glebe.api.farm.RecordEndpointsClient.refused;
import static io.glebe.api.farm.RecordEndpointsClient.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.farm.RecordEndpointsClient;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests of periods, records, attachments and inputs for both long and short paths. */
abstract class ActivitySuite {
  private static final String PERIOD =
      "{'crop': 'maize', 'startsAt': '2026-04-01', 'endsAt': '2026-10-15'}";
  private static final String INPUT =
      "{'originType': 'USER', 'direction': 'INPUT', 'category': 'SEED', 'quantity': 25, 'unit':"
          + " 'kg', 'activityId': '%s', 'farmId': '%s'}";
  private static final String FORM =
      "--XyZ\r\nContent-Disposition: form-data; name=\"file\"; filename=\"soil.txt\"\r\n"
          + "Content-Type: text/plain\r\n\r\nclay\r\n--XyZ--\r\n";

  final TestFarm farm = new TestFarm("owner");
  final String field = RecordEndpointsClient.field(farm.farm, "Main");
  final String region = RecordEndpointsClient.defaultRegion(field);
  final String action =
      created(send("POST", "/v1/actions", "{'fieldId': '" + field + "', 'type': 'SCOUTING'}"))
          .path("id")
          .asText();
  final String season =
      created(send("POST", "/v1/activities", "{'farmId': '" + farm.farm + "', 'name': 'Season'}"))
          .path("id")
          .asText();

  /** The path of the cultivation periods of the region. */
  abstract String periods();

  abstract String period(String id);

  abstract String actions();

  abstract String records();

  abstract String record(String id);

  /** The path of the list of attachments of a record. */
  abstract String attachments(String record);

  /** The path for the upload of an attachment. */
  abstract String upload(String record);

  /**
   * @param form {@code download}, {@code stream} or empty
   */
  abstract String attachment(String record, String form, String id);

  /** The path of the inputs and outputs of the season. */
  abstract String inputs();

  abstract String input(String id);

  private static boolean holds(JsonNode page, JsonNode record) {
    for (JsonNode item : page.path("items")) {
      if (item.path("id").equals(record.path("id"))) {
        return true;
      }
    }
    return false;
  }

  /** Checks the refused changes of a record and then one valid change. */
  private void changes(String path, String patch, String refusedPatch, String member) {
    String etag = "\"" + 1 + "\"";
    refused(send("PATCH", path, patch, "If-Match", "\"9\""), 412, "precondition-failed");
    refused(send("PATCH", path, patch, "If-None-Match", "*"), 400, "malformed-request");
    refused(send("PATCH", path, "{", "If-Match", etag), 400, "malformed-request");
    refused(
        send("PATCH", path, patch, "Content-Type", "text/plain"), 415, "unsupported-media-type");
    refused(send("PATCH", path, refusedPatch), 422, "invalid-record");
    new TestFarm("neighbour");
    refused(TestFarm.send("neighbour", "PATCH", path, patch.replace('\'', '"')), 403, "forbidden");
    refused(TestFarm.send("neighbour", "DELETE", path, ""), 403, "forbidden");
    HttpResponse<String> changed = send("PATCH", path, patch, "If-Match", etag);
    assertThat(ok(changed).has(member)).isTrue();
    assertThat(header(changed, "ETag")).isEqualTo("\"2\"");
    assertThat(header(send("PATCH", path, patch), "ETag"))
        .as("nothing to change")
        .isEqualTo("\"2\"");
    refused(send("DELETE", path, "", "If-Match", etag), 412, "precondition-failed");
  }

  @Test
  void aCultivationPeriodIsCreatedReadChangedAndDeleted() {
    HttpResponse<String> made = send("POST", periods(), PERIOD);
    JsonNode period = created(made);
    String path = period(period.path("id").asText());
    assertThat(header(made, "Location")).endsWith(period.path("id").asText());
    assertThat(header(made, "ETag")).isEqualTo("\"1\"");
    assertThat(period.path("regionId").asText()).isEqualTo(region);
    assertThat(ok(get(path))).isEqualTo(period);
    assertThat(get(path, "If-None-Match", "\"1\"").statusCode()).isEqualTo(304);
    assertThat(holds(ok(get(periods())), period)).isTrue();
    String other = PERIOD.replace("{", "{'regionId': '" + UUID.randomUUID() + "', ");
    refused(send("POST", periods(), other), 422, "invalid-record");
    refused(send("POST", periods(), "{'crop': 7}"), 422, "invalid-record");
    String again = PERIOD.replace("{", "{'id': '" + period.path("id").asText() + "', ");
    refused(send("POST", periods(), again), 412, "precondition-failed");
    changes(path, "{'variety': 'early'}", "{'endsAt': '2020-01-01'}", "variety");
    assertThat(ok(send("PATCH", path, "{'variety': null}")).has("variety")).isFalse();
    refused(send("DELETE", path, "", "If-Match", "\"2-gzip\""), 412, "precondition-failed");
    answered(send("DELETE", path, "", "If-Match", "\"3-gzip\""), 204); // of the compressed form
    refused(get(path), 404, "not-found");
    refused(send("DELETE", path, ""), 404, "not-found");
    assertThat(holds(ok(get(periods())), period)).isFalse();
  }

  @Test
  void anActionIsListed() {
    assertThat(holds(ok(get(actions())), Json.object().put("id", action))).isTrue();
    assertThat(holds(ok(get(actions())), Json.object().put("id", season))).isFalse();
    new TestFarm("neighbour");
    refused(TestFarm.send("neighbour", "GET", actions(), ""), 403, "forbidden");
  }

  private JsonNode note() {
    String body = "{'type': 'NOTE', 'actionId': '%s', 'payload': {'text': 'dry'}}";
    return created(send("POST", records(), body.formatted(action)));
  }

  @Test
  void aRecordIsCreatedReadChangedAndDeleted() {
    JsonNode made = note();
    String path = record(made.path("id").asText());
    assertThat(made.path("fieldId").asText()).isEqualTo(field);
    assertThat(made.path("regionId").asText()).isEqualTo(region);
    assertThat(holds(ok(get(records())), made)).isTrue();
    JsonNode faulty =
        refused(
            send("POST", records(), "{'type': 'NOTE', 'payload': {'text': 7}}"),
            422,
            "invalid-record");
    assertThat(faulty.path("violations").path(0).path("pointer").asText())
        .isEqualTo("/payload/text");
    refused(send("POST", records(), "{'type': 'NOPE', 'payload': {}}"), 422, "invalid-record");
    refused(send("POST", records(), "{'payload': {}}"), 422, "invalid-record");
    changes(path, "{'note': 'seen again'}", "{'type': 'SOIL_SAMPLE'}", "note");
    refused(send("PATCH", path, "{'payload': {'text': 7}}"), 422, "invalid-record");
    assertThat(ok(send("PATCH", path, "{'payload': {'mine': 1}}")).path("payload"))
        .isEqualTo(TestFarm.json("{'text': 'dry', 'mine': 1}"));
    answered(send("DELETE", path, ""), 204);
    refused(send("DELETE", path, ""), 404, "not-found");
    assertThat(holds(ok(get(records())), made)).isFalse();
  }

  @Test
  void anAttachmentIsUploadedReadAndDeleted() {
    String record = note().path("id").asText();
    String type = "multipart/form-data; boundary=XyZ";
    JsonNode file =
        created(TestFarm.send("owner", "POST", upload(record), FORM, "Content-Type", type));
    String id = file.path("id").asText();
    assertThat(file.path("dataId").asText()).isEqualTo(record);
    assertThat(ok(get(attachments(record))).path("items")).containsExactly(file);
    for (String form : new String[] {"download", "stream"}) {
      String path = attachment(record, form, id);
      HttpResponse<String> whole = get(path);
      assertThat(whole.body()).isEqualTo("clay");
      assertThat(get(path, "If-None-Match", header(whole, "ETag")).statusCode()).isEqualTo(304);
      assertThat(get(path, "Range", "bytes=1-2").body()).isEqualTo("la");
      refused(get(path, "Range", "bytes=9-"), 416, "range-not-satisfiable");
      refused(TestFarm.send("neighbour", "GET", path, ""), 403, "forbidden");
    }
    refused(send("DELETE", record(record), ""), 409, "dependent-records");
    String path = attachment(record, "", id);
    refused(TestFarm.send("neighbour", "DELETE", path, ""), 403, "forbidden");
    refused(send("DELETE", path, "", "If-Match", "\"9\""), 412, "precondition-failed");
    refused(
        TestFarm.send("neighbour", "POST", upload(record), FORM, "Content-Type", type),
        403,
        "forbidden");
    answered(send("DELETE", path, ""), 204);
    refused(get(attachment(record, "stream", id)), 404, "not-found");
    assertThat(ok(get(attachments(record))).path("items")).isEmpty();
    answered(send("DELETE", record(record), ""), 204);
  }

  @Test
  void anInputIsCreatedReadChangedAndDeleted() {
    String id = UUID.randomUUID().toString();
    String body = INPUT.formatted(season, farm.farm).replace("{", "{'id': '" + id + "', ");
    String path = input(id);
    refused(get(path), 404, "not-found");
    JsonNode made = created(send("PUT", path, body, "If-None-Match", "*"));
    refused(send("PUT", path, body, "If-None-Match", "*"), 412, "precondition-failed");
    refused(send("PUT", path, body, "If-Match", "\"9\""), 412, "precondition-failed");
    refused(send("PUT", path, body.replace("SEED", "YIELD")), 422, "invalid-record");
    String misplaced = body.replace(id, UUID.randomUUID().toString());
    assertThat(send("PUT", path, misplaced).statusCode()).isIn(400, 422);
    assertThat(ok(get(path))).isEqualTo(made);
    assertThat(holds(ok(get(inputs())), made)).isTrue();
    assertThat(
            ok(send("PUT", path, body.replace("'quantity': 25", "'quantity': 30")))
                .path("quantity")
                .asInt())
        .isEqualTo(30);
    new TestFarm("neighbour");
    refused(TestFarm.send("neighbour", "GET", path, ""), 403, "forbidden");
    refused(TestFarm.send("neighbour", "DELETE", path, ""), 403, "forbidden");
    answered(send("DELETE", path, ""), 204);
    assertThat(ok(get(inputs())).path("items")).isEmpty();
  }
}
