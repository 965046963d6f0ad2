package io.glebe.api.matrix;

import static io.glebe.api.spatio.SpatioClient.expect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.RawConnection;
import io.glebe.api.http.RawConnection.RawResponse;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.config.RecordSettings;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.fixture.DatastreamRow;
import io.glebe.core.database.fixture.LockedTable;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * One caller takes all that he can get of a shared resource; another one is still served. With him
 * all places are taken, so that further requests of anybody are refused.
 */
@Execution(ExecutionMode.SAME_THREAD)
final class SharesOfCallersTest {
  private static final int SHARE = 2;

  /** Places of all callers together. */
  private static final int TOTAL = SHARE + 1;

  private static final int ANNOUNCED = 1 << 20;
  private static final String WAITING =
      "select count(*) from pg_locks where not granted and relation = $1::text::regclass";

  @TempDir private static Path folder;
  private static Platform platform;
  private static TwoCallers callers;
  private static SpatioClient client;
  private static String greedy;
  private static String other;

  @BeforeAll
  static void start() throws Exception {
    String share = Integer.toString(SHARE);
    String total = Integer.toString(TOTAL);
    platform =
        Platform.start(
            TestPlatform.settings(folder)
                .with(StorageSettings.DATABASE_POOL, "4")
                .with(StorageSettings.DATABASE_WAIT, "5s")
                .with(StorageSettings.ATTACHMENT_UPLOADS, total)
                .with(StorageSettings.ATTACHMENT_UPLOADS_PER_CALLER, share)
                .with(StorageSettings.ATTACHMENT_UNFINISHED_BYTES, "" + TOTAL * ANNOUNCED)
                .with(
                    StorageSettings.ATTACHMENT_UNFINISHED_BYTES_PER_CALLER, "" + SHARE * ANNOUNCED)
                .with(SpatioSettings.UPLOADS_AT_A_TIME, total)
                .with(SpatioSettings.UPLOADS_PER_CALLER, share)
                .with(SpatioSettings.FEATURE_LOADS, total)
                .with(SpatioSettings.FEATURE_LOADS_PER_CALLER, share)
                .with(RecordSettings.CHANGE_STREAMS, total)
                .with(RecordSettings.CHANGE_STREAMS_PER_CALLER, share)
                .with(RecordSettings.BATCHES, total)
                .with(RecordSettings.BATCHES_PER_CALLER, share)
                .with(SensorSettings.LIVE_STREAMS, total)
                .with(SensorSettings.LIVE_STREAMS_PER_CALLER, share));
    callers = TwoCallers.of(platform);
    client = callers.client();
    greedy = callers.greedy();
    other = callers.other();
  }

  @AfterAll
  static void stop() {
    callers.close();
    platform.close();
  }

  @AfterEach
  void end() throws IOException {
    callers.leave();
  }

  private static RawConnection begin(String token, String line, String... rest) throws IOException {
    return callers.begin(token, line, rest);
  }

  private static CompletableFuture<HttpResponse<String>> send(HttpRequest.Builder request) {
    return callers.send(request);
  }

  private static HttpRequest.Builder request(String token, String path) {
    return callers.request(token, path);
  }

  private void opensItsShareOf(String path) throws IOException {
    for (int i = 0; i < SHARE; i++) {
      assertThat(begin(greedy, "GET " + path, "").read(false).status()).isEqualTo(200);
    }
    refused(begin(greedy, "GET " + path, "").read(true));
    assertThat(begin(other, "GET " + path, "").read(false).status()).isEqualTo(200);
    full(begin(other, "GET " + path, "").read(true));
    callers.leave();
    await().until(() -> begin(other, "GET " + path, "").read(false).status() == 200);
  }

  private static void refused(RawResponse answer) {
    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.headers()).containsKey("Retry-After");
    assertThat(Json.parseObject(answer.body()).path("detail").asText())
        .startsWith("this caller has " + SHARE + " ");
  }

  /** Refused because all callers together have too much. */
  private static void full(RawResponse answer) {
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.headers()).containsKey("Retry-After");
  }

  private static void full(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
  }

  @Test
  @Tag("GLEBE_CHANGE_STREAMS")
  @Tag("GLEBE_CHANGE_STREAMS_PER_CALLER")
  void streamsOfChanges() throws IOException {
    opensItsShareOf("/v1/changes?collections=sites");
  }

  @Test
  @Tag("GLEBE_LIVE_STREAMS")
  @Tag("GLEBE_LIVE_STREAMS_PER_CALLER")
  void liveStreamsOfObservations() throws IOException {
    long datastream = DatastreamRow.ofFarm(callers.database(), SpatioClient.FARM);

    opensItsShareOf("/sta/v1.1/Datastreams(" + datastream + ")/live");
  }

  @Test
  @Tag("GLEBE_UPLOADS_AT_A_TIME")
  @Tag("GLEBE_UPLOADS_PER_CALLER")
  void uploadsOfLayerData() throws IOException {
    String id = client.cube();
    String data = "PUT /api/v2/collections/" + id + "/layers/NDVI/data/binary?datetime=2026-05-";
    String[] half = {"Content-Type: application/octet-stream", "Content-Length: 400", "", "half"};
    for (int i = 0; i < SHARE; i++) {
      begin(greedy, data + "0" + (i + 1) + "T10:00:00Z", half);
    }
    await().until(() -> count("select count(*) from cube_upload") == SHARE);

    refused(begin(greedy, data + "11T10:00:00Z", half).read(true));
    begin(other, data + "21T10:00:00Z", half);
    await().until(() -> count("select count(*) from cube_upload") == SHARE + 1);
    full(begin(other, data + "22T10:00:00Z", half).read(true));
    assertThat(count("select count(*) from cube_upload")).isEqualTo(TOTAL);
  }

  /** One of these requests is answered, with a refusal; the others have places. */
  private static RawResponse onlyAnswer(List<RawConnection> requests) throws IOException {
    await().until(() -> requests.stream().anyMatch(RawConnection::isAnswered));
    List<RawConnection> answered = requests.stream().filter(RawConnection::isAnswered).toList();
    assertThat(answered).hasSize(1);
    return answered.getFirst().read(true);
  }

  /** Half of such a body is sent until there is no place for one more. */
  private void bodiesOf(String method, String path, String type, String whole) throws Exception {
    String[] half = {"Content-Type: " + type, "Content-Length: 100000", "", whole};
    String line = method + " " + path;
    List<RawConnection> ofGreedy = new ArrayList<>();
    for (int i = 0; i <= SHARE; i++) {
      ofGreedy.add(begin(greedy, line, half));
    }
    refused(onlyAnswer(ofGreedy));
    full(onlyAnswer(List.of(begin(other, line, half), begin(other, line, half))));
    full(begin(greedy, line, half).read(true));
    callers.leave();
    await().until(() -> status(greedy, method, path, type, whole) / 100 == 2);
  }

  private int status(String token, String method, String path, String type, String body)
      throws Exception {
    HttpRequest.Builder request =
        request(token, path)
            .setHeader("Content-Type", type)
            .method(method, BodyPublishers.ofString(body));
    return send(request).get().statusCode();
  }

  @Test
  @Tag("GLEBE_FEATURE_LOADS")
  @Tag("GLEBE_FEATURE_LOADS_PER_CALLER")
  void loadsOfFeatures() throws Exception {
    String line = "{\"type\":\"Feature\",\"id\":\"a\",\"geometry\":null,\"properties\":{}}";
    String items = "/api/v2/collections/" + client.collection() + "/items";
    bodiesOf("POST", items, "application/x-ndjson", line);
  }

  @Test
  @Tag("GLEBE_ATTACHMENT_UPLOADS")
  @Tag("GLEBE_ATTACHMENT_UPLOADS_PER_CALLER")
  void uploadsOfAttachments() throws Exception {
    String form =
        "--XyZ\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
            + "Content-Type: text/plain\r\n\r\nabc\r\n--XyZ--";
    bodiesOf("POST", callers.record() + "/attachments", "multipart/form-data; boundary=XyZ", form);
  }

  @Test
  @Tag("GLEBE_ATTACHMENT_UNFINISHED_BYTES")
  @Tag("GLEBE_ATTACHMENT_UNFINISHED_BYTES_PER_CALLER")
  void announcedBytesOfAttachments() throws Exception {
    String uploads = callers.record() + "/uploads/";
    String file = "{\"name\":\"hail.jpg\",\"type\":\"image/jpeg\",\"size\":" + ANNOUNCED + "}";
    String first = uploads + UUID.randomUUID();
    assertThat(status(greedy, "PUT", first, Json.MEDIA_TYPE, file)).isEqualTo(201);
    for (int i = 1; i < SHARE; i++) {
      String next = uploads + UUID.randomUUID();
      assertThat(status(greedy, "PUT", next, Json.MEDIA_TYPE, file)).isEqualTo(201);
    }
    String more = uploads + UUID.randomUUID();
    assertThat(status(greedy, "PUT", more, Json.MEDIA_TYPE, file)).isEqualTo(429);
    assertThat(status(other, "PUT", more, Json.MEDIA_TYPE, file)).isEqualTo(201);
    String last = uploads + UUID.randomUUID();
    full(send(request(other, last).PUT(BodyPublishers.ofString(file))).get());
    assertThat(send(request(other, last)).get().statusCode()).as("of the refused").isEqualTo(404);
    assertThat(send(request(greedy, first).DELETE()).get().statusCode()).isEqualTo(204);
    assertThat(status(other, "PUT", last, Json.MEDIA_TYPE, file)).isEqualTo(201);
  }

  private static long count(String sql, Object... parameters) {
    return callers.database().query(sql, parameters).await().iterator().next().getLong(0);
  }

  private static HttpRequest.Builder batch(String token, String path, ObjectNode body) {
    return request(token, path).POST(BodyPublishers.ofString(Json.write(body)));
  }

  /** The head of a large batch, whose body does not follow. */
  private RawConnection beginLarge(String path) throws IOException {
    return begin(
        greedy, "POST " + path, "Content-Type: application/json", "Content-Length: 100000", "");
  }

  private static ObjectNode batchOfSensors(String url) {
    ObjectNode body = Json.object();
    body.putArray("requests").addObject().put("id", "1").put("method", "get").put("url", url);
    return body;
  }

  @Test
  @Tag("GLEBE_BATCHES")
  @Tag("GLEBE_BATCHES_PER_CALLER")
  void batchesOfSensors() throws Exception {
    ObjectNode batch = batchOfSensors("Sensors");
    List<CompletableFuture<HttpResponse<String>>> running = new ArrayList<>();
    try (LockedTable _ = new LockedTable(callers.database(), "sensor.sensor")) {
      for (int i = 0; i < SHARE; i++) {
        running.add(send(batch(greedy, "/sta/v1.1/$batch", batch)));
      }
      await().until(() -> count(WAITING, "sensor.sensor") == SHARE);

      assertThat(send(batch(greedy, "/sta/v1.1/$batch", batch)).get().statusCode()).isEqualTo(429);
      refused(beginLarge("/sta/v1.1/$batch").read(true));
      HttpRequest.Builder things = batch(other, "/sta/v1.1/$batch", batchOfSensors("Things"));
      HttpResponse<String> served = send(things).get();
      assertThat(served.statusCode()).as(served.body()).isEqualTo(200);
      running.add(send(batch(other, "/sta/v1.1/$batch", batch)));
      await().until(() -> count(WAITING, "sensor.sensor") == TOTAL);
      full(send(things).get());
    }
    for (CompletableFuture<HttpResponse<String>> each : running) {
      assertThat(each.get().statusCode()).isEqualTo(200);
    }
  }

  @Test
  @Tag("GLEBE_BATCHES")
  @Tag("GLEBE_BATCHES_PER_CALLER")
  void batchesOfRecords() throws Exception {
    ObjectNode batch = Json.object();
    UUID id = UUID.randomUUID();
    batch
        .putArray("operations")
        .addObject()
        .put("method", "PUT")
        .put("path", "/tasks/" + id)
        .putObject("body")
        .put("id", id.toString())
        .put("name", "Sow")
        .put("farmId", SpatioClient.FARM.toString())
        .put("status", "PLANNED")
        .put("originType", "USER");
    List<CompletableFuture<HttpResponse<String>>> running = new ArrayList<>();
    try (LockedTable _ = new LockedTable(callers.database(), "record.tasks")) {
      for (int i = 0; i < SHARE; i++) {
        running.add(send(batch(greedy, "/v1/$batch", batch)));
      }
      await().until(() -> count(WAITING, "record.tasks") > 0);
      await()
          .until(() -> send(batch(greedy, "/v1/$batch", batch)).get().statusCode(), s -> s == 429);
      refused(beginLarge("/v1/$batch").read(true));

      ObjectNode empty = Json.object();
      empty.putArray("operations");
      assertThat(send(batch(other, "/v1/$batch", empty)).get().statusCode()).isEqualTo(200);
      CompletableFuture<HttpResponse<String>> first = send(batch(other, "/v1/$batch", batch));
      CompletableFuture<HttpResponse<String>> second = send(batch(other, "/v1/$batch", batch));
      full(first.applyToEither(second, answer -> answer).get());
      full(send(batch(greedy, "/v1/$batch", empty)).get());
      running.add(first.isDone() ? second : first);
    }
    for (CompletableFuture<HttpResponse<String>> each : running) {
      assertThat(each.get().statusCode()).isEqualTo(200);
    }
  }

  @Test
  @Tag("GLEBE_DATABASE_READS_PER_CALLER")
  void databaseConnectionsOfLongReads() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> reads;
    try (LockedTable _ = new LockedTable(callers.database(), "sensor.sensor")) {
      reads =
          IntStream.range(0, 12).mapToObj(i -> send(request(greedy, "/sta/v1.1/Sensors"))).toList();
      await().until(() -> count(WAITING, "sensor.sensor") == SHARE);

      HttpResponse<String> served = send(request(other, "/sta/v1.1/Things")).get();
      assertThat(served.statusCode()).as(served.body()).isEqualTo(200);
      expect(200, client.get("/collections"));
      assertThat(count(WAITING, "sensor.sensor")).as("of the greedy one").isEqualTo(SHARE);
    }
    for (CompletableFuture<HttpResponse<String>> each : reads) {
      assertThat(each.get().statusCode()).isIn(200, 429);
    }
  }
}
