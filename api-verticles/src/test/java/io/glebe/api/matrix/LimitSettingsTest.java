package io.glebe.api.matrix;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.RecordEndpointsClient;
import io.glebe.api.farm.TestFarm;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.ObservationSettings;
import io.glebe.core.config.RecordSettings;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.database.fixture.DatastreamRow;
import io.glebe.core.json.Json;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sizes and counts of requests are settings: a platform with lower ones refuses what is above. */
class LimitSettingsTest {
  private static final int CHARACTERS = 100;
  private static final int EXPRESSION = 10;
  private static final int POSITIONS = 5;
  private static final int REMOVALS = 2;
  private static final int CHANGES = 3;
  private static final int OPERATIONS = 3;
  private static final int ROWS = 2;

  @TempDir private static Path folder;
  private static final String ACCOUNTS = "/v1/farms/" + SpatioClient.FARM + "/device-accounts";
  private static final String PAGE = "64k";
  private static final int NOTE = 30_000;

  private static Platform platform;
  private static SpatioClient client;
  private static OwnerClient owner;

  @BeforeAll
  static void start() throws Exception {
    platform =
        Platform.start(
            TestPlatform.settings(folder)
                .with(RecordSettings.BATCH_OPERATIONS, Integer.toString(OPERATIONS))
                .with(RecordSettings.BATCH_BYTES, "200k")
                .with(RecordSettings.BATCH_RESULT_CHARACTERS, "65536")
                .with(RecordSettings.RECORD_PAGE_BYTES, PAGE)
                .with(RecordSettings.RECORD_TREE_BYTES, "128k")
                .with(ObservationSettings.SENSOR_SERIES_ROWS, "" + ROWS)
                .with(IdentitySettings.DEVICE_ACCOUNTS, "1")
                .with(SpatioSettings.FILTER_CHARACTERS, Integer.toString(CHARACTERS))
                .with(SpatioSettings.EXPRESSION_CHARACTERS, Integer.toString(EXPRESSION))
                .with(SpatioSettings.GEOMETRY_POSITIONS, Integer.toString(POSITIONS))
                .with(SensorSettings.SENSOR_QUERY_CHARACTERS, Integer.toString(CHARACTERS))
                .with(SensorSettings.SENSOR_REMOVALS, Integer.toString(REMOVALS))
                .with(SensorSettings.PATCH_OPERATIONS, Integer.toString(CHANGES))
                .with(SensorSettings.OBSERVATION_ROWS, Integer.toString(ROWS)));
    client = SpatioClient.founded(platform);
    owner = OwnerClient.of(platform);
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  private static HttpResponse<byte[]> get(String path) {
    return owner.get(path);
  }

  private static HttpResponse<byte[]> post(String path, Object body) {
    return owner.post(path, body);
  }

  private static void refused(int status, HttpResponse<byte[]> answer, String reason) {
    expect(status, answer);
    assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains(reason);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static ObjectNode outbox(int operations) {
    ObjectNode outbox = Json.object();
    ArrayNode list = outbox.putArray("operations");
    for (int i = 0; i < operations; i++) {
      list.addObject().put("method", "DANCE").put("path", "/nowhere");
    }
    return outbox;
  }

  @Test
  @Tag("GLEBE_BATCH_OPERATIONS")
  void operationsOfABatch() {
    expect(200, post("/v1/$batch", outbox(OPERATIONS)));
    refused(400, post("/v1/$batch", outbox(OPERATIONS + 1)), "at most " + OPERATIONS);
  }

  @Test
  @Tag("GLEBE_RECORD_PAGE_BYTES")
  void bytesOfAPageOfRecords() {
    for (int i = 0; i < 3; i++) {
      ObjectNode task = task(NOTE);
      expect(201, owner.put("/v1/tasks/" + task.path("id").asText(), task));
    }
    JsonNode page = Json.parseObject(get("/v1/tasks?limit=100").body());
    assertThat(page.path("items")).hasSizeBetween(1, 2);
    assertThat(page.path("hasMore").asBoolean()).isTrue();
  }

  private static ObjectNode task(int note) {
    ObjectNode task =
        Json.object().put("name", "long").put("status", "PLANNED").put("originType", "USER");
    task.put("farmId", SpatioClient.FARM.toString()).put("note", "x".repeat(note));
    return task.put("id", UUID.randomUUID().toString());
  }

  private static ObjectNode outboxOf(ObjectNode... tasks) {
    ObjectNode outbox = Json.object();
    ArrayNode list = outbox.putArray("operations");
    for (ObjectNode task : tasks) {
      String path = "/tasks/" + task.path("id").asText();
      list.addObject().put("method", "PUT").put("path", path).set("body", task);
    }
    return outbox;
  }

  @Test
  @Tag("GLEBE_BATCH_BYTES")
  void bytesOfABatch() {
    ObjectNode task = task(NOTE);
    refused(413, post("/v1/$batch", outboxOf(task).put("x", "x".repeat(200_000))), "bytes");
    expect(404, get("/v1/tasks/" + task.path("id").asText()));
    expect(200, post("/v1/$batch", outboxOf(task)));
    expect(200, get("/v1/tasks/" + task.path("id").asText()));
  }

  @Test
  @Tag("GLEBE_BATCH_RESULT_CHARACTERS")
  void charactersOfTheResultsOfABatch() {
    ObjectNode last = task(NOTE);
    ObjectNode outbox = outboxOf(task(2 * NOTE), task(NOTE), last);
    JsonNode results = json(expect(200, post("/v1/$batch", outbox))).path("results");
    assertThat(results.valueStream().mapToInt(each -> each.path("status").asInt()))
        .containsExactly(201, 201, 429);
    assertThat(results.get(2).path("outcome").asText()).isEqualTo("RETRY");
    expect(404, get("/v1/tasks/" + last.path("id").asText()));
    assertThat(json(post("/v1/$batch", outboxOf(last))).at("/results/0/status").asInt())
        .isEqualTo(201);
  }

  private static String region(String member, String value, int text) {
    ObjectNode region = TestFarm.json("{'geometry': " + RecordEndpointsClient.SQUARE + "}");
    region.put(member, value).put("text", "x".repeat(text));
    return json(expect(201, post("/v1/regions", region))).path("id").asText();
  }

  @Test
  @Tag("GLEBE_RECORD_TREE_BYTES")
  void bytesOfATreeOfRegions() {
    ObjectNode field = TestFarm.json("{'geometry': " + RecordEndpointsClient.SQUARE + "}");
    String fields = "/v1/farms/" + SpatioClient.FARM + "/fields";
    String id = json(expect(201, post(fields, field.put("name", "f")))).path("id").asText();
    String outer = region("fieldId", id, 1);
    String inner = region("parentRegionId", outer, 2 * NOTE);
    expect(200, get("/v1/regions/" + outer));
    region("parentRegionId", outer, 2 * NOTE);
    region("parentRegionId", outer, 2 * NOTE);
    expect(413, get("/v1/regions/" + outer));
    expect(200, get("/v1/regions/" + inner));
  }

  @Test
  @Tag("GLEBE_SENSOR_SERIES_ROWS")
  void rowsOfASeriesOfADatastream() {
    long datastream = DatastreamRow.ofFarm(platform.infrastructure().database(), SpatioClient.FARM);
    for (int hour = 0; hour <= ROWS; hour++) {
      ObjectNode observation =
          Json.object().put("result", 1).put("phenomenonTime", "2026-03-02T1" + hour + ":00:00Z");
      expect(201, post("/sta/v1.1/Datastreams(" + datastream + ")/Observations", observation));
    }
    String series =
        "/sta/v1.1/Datastreams("
            + datastream
            + ")/aggregate/time-series?resolution=PT1H&aggregation=mean&datetime=2026-03-02T10:00:00Z/2026-03-02T1";
    expect(200, get(series + "1:59:59Z"));
    refused(400, get(series + "2:59:59Z"), "more than " + ROWS + " hours");
  }

  private static HttpResponse<byte[]> deviceAccount() {
    ObjectNode probe = Json.object().put("template", "soil-probe");
    probe
        .putObject("thing")
        .put("name", "Probe")
        .putObject("properties")
        .put("farmId", SpatioClient.FARM.toString());
    long thing =
        json(expect(201, post("/sta/v1.1/composite", probe))).at("/thing/@iot.id").asLong();
    return post(ACCOUNTS, Json.object().put("thingId", thing));
  }

  @Test
  @Tag("GLEBE_DEVICE_ACCOUNTS")
  void accountsOfTheDevicesOfAFarm() {
    String name = json(expect(201, deviceAccount())).path("name").asText();
    refused(409, deviceAccount(), "at most 1 accounts");
    assertThat(json(get(ACCOUNTS)).path("items")).hasSize(1);
    expect(204, owner.delete(ACCOUNTS + "/" + name));
    expect(201, deviceAccount());
  }

  @Test
  @Tag("GLEBE_BATCH_OPERATIONS")
  void requestsOfASensorBatch() {
    ObjectNode batch = Json.object();
    ArrayNode requests = batch.putArray("requests");
    for (int i = 0; i < OPERATIONS; i++) {
      requests.addObject().put("id", "" + i).put("method", "GET").put("url", "Things");
    }
    expect(200, post("/sta/v1.1/$batch", batch));
    requests.addObject().put("id", "more").put("method", "GET").put("url", "Things");
    refused(400, post("/sta/v1.1/$batch", batch), "at most " + OPERATIONS + " requests");
  }

  /** A filter by a name of this many characters in all. */
  private static String filter(String start, int characters) {
    return start + "x".repeat(characters - start.length() - 1) + "'";
  }

  @Test
  @Tag("GLEBE_FILTER_CHARACTERS")
  void charactersOfAFilter() {
    String fits = encoded(filter("id = '", CHARACTERS));
    String tooLong = encoded(filter("id = '", CHARACTERS + 1));
    String reason = "longer than " + CHARACTERS + " characters";
    String items = "/collections/" + client.collection() + "/items?filter=";
    expect(200, client.get(items + fits));
    refused(400, client.get(items + tooLong), reason);
    expect(200, client.get("/stac/search?filter=" + fits));
    refused(400, client.get("/stac/search?filter=" + tooLong), reason);
    String fields = "/v1/features/collections/fields/items?filter=";
    refused(400, get(fields + tooLong), reason);
    ObjectNode search = Json.object().put("filter", filter("id = '", CHARACTERS + 1));
    refused(400, client.post("/stac/search", search.put("filter-lang", "cql2-text")), reason);
  }

  @Test
  @Tag("GLEBE_EXPRESSION_CHARACTERS")
  void charactersOfABandExpression() {
    String id = client.cube();
    String reason = "at most " + EXPRESSION + " characters";
    String legend = "/collections/" + id + "/legend?expression=";
    expect(200, client.get(legend + encoded("NDVI * 2.0")));
    String longer = "longer than " + EXPRESSION + " characters";
    refused(400, client.get(legend + encoded("NDVI * 2.00")), longer);
    String tilesets = "/collections/" + id + "/tilesets";
    expect(201, client.post(tilesets, Json.object().put("id", "a").put("expression", "NDVI*2")));
    refused(
        422,
        client.post(tilesets, Json.object().put("id", "b").put("expression", "NDVI * 2.00")),
        reason);
  }

  private static ObjectNode line(int positions) {
    ObjectNode line = Json.object().put("type", "LineString");
    ArrayNode coordinates = line.putArray("coordinates");
    for (int i = 0; i < positions; i++) {
      coordinates.addArray().add(15 + 0.001 * i).add(46);
    }
    return line;
  }

  private static ObjectNode feature(String id, int positions) {
    ObjectNode feature = Json.object().put("type", "Feature").put("id", id);
    feature.set("geometry", line(positions));
    feature.putObject("properties");
    return feature;
  }

  private static ObjectNode location(int positions) {
    ObjectNode location = Json.object().put("name", "line").put("description", "line");
    location.put("encodingType", "application/geo+json").set("location", line(positions));
    return location;
  }

  @Test
  @Tag("GLEBE_GEOMETRY_POSITIONS")
  void positionsOfAGeometry() {
    String reason = "at most " + POSITIONS + " positions";
    String items = "/collections/" + client.collection() + "/items";
    expect(201, client.post(items, "application/geo+json", feature("a", POSITIONS).toString()));
    refused(
        422,
        client.post(items, "application/geo+json", feature("b", POSITIONS + 1).toString()),
        reason);
    refused(422, client.put(items + "/a", feature("a", POSITIONS + 1)), reason);
    String search = "/stac/search?intersects=";
    expect(200, client.get(search + encoded(line(POSITIONS).toString())));
    refused(400, client.get(search + encoded(line(POSITIONS + 1).toString())), reason);
    expect(201, post("/sta/v1.1/Locations", location(POSITIONS)));
    refused(400, post("/sta/v1.1/Locations", location(POSITIONS + 1)), reason);
  }

  @Test
  @Tag("GLEBE_SENSOR_QUERY_CHARACTERS")
  void charactersOfAQueryOptionOfSensorThings() {
    String things = "/sta/v1.1/Things?$filter=";
    expect(200, get(things + encoded(filter("name eq '", CHARACTERS))));
    refused(400, get(things + encoded(filter("name eq '", CHARACTERS + 1))), "longer than");
  }

  private static ArrayNode rows(int rows) {
    ObjectNode block = Json.object();
    block.putObject("Datastream").put("@iot.id", 1);
    block.putArray("components").add("result");
    ArrayNode data = block.putArray("dataArray");
    for (int i = 0; i < rows; i++) {
      data.addArray().add(i);
    }
    return Json.array().add(block);
  }

  private static HttpResponse<byte[]> createProperty(String name) {
    ObjectNode property = Json.object().put("name", name).put("description", "limit");
    return post("/sta/v1.1/ObservedProperties", property.put("definition", "urn:glebe:limit"));
  }

  @Test
  @Tag("GLEBE_SENSOR_REMOVALS")
  void entitiesThatARequestDeletes() {
    String path = "/sta/v1.1/ObservedProperties?$filter=" + encoded("name eq 'removed'");
    for (int i = 0; i <= REMOVALS; i++) {
      expect(201, createProperty("removed"));
    }
    refused(413, owner.delete(path), "more than " + REMOVALS);
    String first = json(get(path)).at("/value/0/@iot.id").asText();
    expect(200, owner.delete("/sta/v1.1/ObservedProperties(" + first + ")"));
    expect(200, owner.delete(path));
    assertThat(json(get(path)).path("value")).isEmpty();
  }

  private static ArrayNode changes(int operations) {
    ArrayNode patch = Json.array();
    for (int i = 0; i < operations; i++) {
      patch.addObject().put("op", "replace").put("path", "/description").put("value", "v" + i);
    }
    return patch;
  }

  @Test
  @Tag("GLEBE_PATCH_OPERATIONS")
  void operationsOfAJsonPatch() {
    String id = json(expect(201, createProperty("patched"))).path("@iot.id").asText();
    String path = "/sta/v1.1/ObservedProperties(" + id + ")";
    expect(200, owner.patch(path, changes(CHANGES)));
    refused(400, owner.patch(path, changes(CHANGES + 1)), "at most " + CHANGES);
  }

  @Test
  @Tag("GLEBE_OBSERVATION_ROWS")
  void rowsOfObservations() {
    expect(201, post("/sta/v1.1/CreateObservations", rows(ROWS)));
    refused(
        413,
        post("/sta/v1.1/CreateObservations", rows(ROWS + 1)),
        "at most " + ROWS + " observations");
  }
}
