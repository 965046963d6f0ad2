package io.glebe.api.matrix;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.config.RecordSettings;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.identity.HashedTokens;
import io.glebe.core.json.Json;
import io.glebe.core.json.JsonPatch;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sizes and counts of requests are settings: a platform with lower ones refuses what is above. */
class LimitSettingsTest {
  private static final int CHARACTERS = 100;
  private static final int EXPRESSION = 10;
  private static final int POSITIONS = 5;
  private static final int REMOVALS = 2;
  private static final int CHANGES = 3;
  private static final int OPERATIONS = 1;
  private static final int ROWS = 2;

  @TempDir private static Path folder;
  private static final String PAGE = "64k";
  private static final int NOTE = 30_000;

  private static Platform platform;
  private static SpatioClient client;
  private static String token;

  @BeforeAll
  static void start() throws Exception {
    platform =
        Platform.start(
            TestPlatform.settings(folder)
                .with(RecordSettings.BATCH_OPERATIONS, Integer.toString(OPERATIONS))
                .with(RecordSettings.RECORD_PAGE_BYTES, PAGE)
                .with(SpatioSettings.FILTER_CHARACTERS, Integer.toString(CHARACTERS))
                .with(SpatioSettings.EXPRESSION_CHARACTERS, Integer.toString(EXPRESSION))
                .with(SpatioSettings.GEOMETRY_POSITIONS, Integer.toString(POSITIONS))
                .with(SensorSettings.SENSOR_QUERY_CHARACTERS, Integer.toString(CHARACTERS))
                .with(SensorSettings.SENSOR_REMOVALS, Integer.toString(REMOVALS))
                .with(SensorSettings.PATCH_OPERATIONS, Integer.toString(CHANGES))
                .with(SensorSettings.OBSERVATION_ROWS, Integer.toString(ROWS)));
    client = SpatioClient.founded(platform);
    token =
        new HashedTokens(platform.infrastructure().database(), InstantSource.system(), () -> {})
            .issue(
                new HashedTokens.Order(
                    "limits",
                    platform.identity().recordIssuer(),
                    "owner",
                    Set.of("farm-api", "sensor-api"),
                    Set.of("farm-read", "farm-write", "sensor-read", "sensor-write"),
                    Optional.empty()),
                Optional.empty())
            .await()
            .token();
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  private static HttpResponse<byte[]> get(String path) {
    return SpatioClient.exchange(request(path));
  }

  private static HttpResponse<byte[]> post(String path, Object body) {
    return SpatioClient.exchange(request(path).POST(BodyPublishers.ofString(body.toString())));
  }

  private static HttpResponse<byte[]> patch(String path, ArrayNode operations) {
    return SpatioClient.exchange(
        request(path)
            .setHeader("Content-Type", JsonPatch.MEDIA_TYPE)
            .method("PATCH", BodyPublishers.ofString(operations.toString())));
  }

  private static HttpResponse<byte[]> delete(String path) {
    return SpatioClient.exchange(request(path).DELETE());
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(platform.address() + path))
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", Json.MEDIA_TYPE);
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
  void operationsOfABatch() {
    expect(200, post("/v1/$batch", outbox(OPERATIONS)));
    refused(400, post("/v1/$batch", outbox(OPERATIONS + 1)), "at most " + OPERATIONS);
  }

  @Test
  void bytesOfAPageOfRecords() {
    ObjectNode task =
        Json.object().put("name", "long").put("status", "PLANNED").put("originType", "USER");
    task.put("farmId", SpatioClient.FARM.toString()).put("note", "x".repeat(NOTE));
    for (int i = 0; i < 3; i++) {
      String id = UUID.randomUUID().toString();
      HttpRequest.Builder put = request("/v1/tasks/" + id);
      put.PUT(BodyPublishers.ofString(task.put("id", id).toString()));
      expect(201, SpatioClient.exchange(put));
    }
    JsonNode page = Json.parseObject(get("/v1/tasks?limit=100").body());
    assertThat(page.path("items")).hasSize(2);
    assertThat(page.path("hasMore").asBoolean()).isTrue();
  }

  @Test
  void requestsOfASensorBatch() {
    ObjectNode batch = Json.object();
    ArrayNode requests = batch.putArray("requests");
    requests.addObject().put("id", "1").put("method", "GET").put("url", "Things");
    expect(200, post("/sta/v1.1/$batch", batch));
    requests.addObject().put("id", "2").put("method", "GET").put("url", "Things");
    refused(400, post("/sta/v1.1/$batch", batch), "at most " + OPERATIONS + " requests");
  }

  /** A filter by a name of this many characters in all. */
  private static String filter(String start, int characters) {
    return start + "x".repeat(characters - start.length() - 1) + "'";
  }

  @Test
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
  void entitiesThatARequestDeletes() {
    String path = "/sta/v1.1/ObservedProperties?$filter=" + encoded("name eq 'removed'");
    for (int i = 0; i <= REMOVALS; i++) {
      expect(201, createProperty("removed"));
    }
    refused(413, delete(path), "more than " + REMOVALS);
    String first = json(get(path)).at("/value/0/@iot.id").asText();
    expect(200, delete("/sta/v1.1/ObservedProperties(" + first + ")"));
    expect(200, delete(path));
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
  void operationsOfAJsonPatch() {
    String id = json(expect(201, createProperty("patched"))).path("@iot.id").asText();
    String path = "/sta/v1.1/ObservedProperties(" + id + ")";
    expect(200, patch(path, changes(CHANGES)));
    refused(400, patch(path, changes(CHANGES + 1)), "at most " + CHANGES);
  }

  @Test
  void rowsOfObservations() {
    expect(201, post("/sta/v1.1/CreateObservations", rows(ROWS)));
    refused(
        413,
        post("/sta/v1.1/CreateObservations", rows(ROWS + 1)),
        "at most " + ROWS + " observations");
  }
}
