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
import io.glebe.core.database.Database;
import io.glebe.core.database.fixture.DatastreamRow;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.identity.HashedTokens;
import io.glebe.core.json.Json;
import io.vertx.sqlclient.SqlConnection;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** One caller takes all that he can get of a shared resource; another one is still served. */
@Execution(ExecutionMode.SAME_THREAD)
final class SharesOfCallersTest {
  private static final int SHARE = 2;
  private static final String WAITING =
      "select count(*) from pg_locks where not granted and relation = $1::text::regclass";

  @TempDir private static Path folder;
  private static Platform platform;
  private static SpatioClient client;
  private static String greedy;
  private static String other;

  private final List<RawConnection> open = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeAll
  static void start() throws Exception {
    String share = Integer.toString(SHARE);
    platform =
        Platform.start(
            TestPlatform.settings(folder)
                .with(StorageSettings.DATABASE_POOL, "4")
                .with(StorageSettings.DATABASE_WAIT, "5s")
                .with(StorageSettings.ATTACHMENT_UPLOADS_PER_CALLER, share)
                .with(SpatioSettings.UPLOADS_PER_CALLER, share)
                .with(RecordSettings.CHANGE_STREAMS_PER_CALLER, share)
                .with(RecordSettings.BATCHES_PER_CALLER, share)
                .with(SensorSettings.LIVE_STREAMS_PER_CALLER, share));
    client = SpatioClient.founded(platform);
    greedy = token("owner");
    other = token("neighbour");
    Onboarding onboarding = new Onboarding(database(), platform.records().records());
    UUID user =
        onboarding
            .user(
                new Onboarding.NewUser(
                    "neighbour", Optional.empty(), "Neighbour", Optional.empty()))
            .await();
    onboarding.assign(user, SpatioClient.FARM, "OWNER").await();
  }

  private static String token(String subject) {
    return new HashedTokens(database(), InstantSource.system(), () -> {})
        .issue(
            new HashedTokens.Order(
                "shares",
                platform.identity().recordIssuer(),
                subject,
                Set.of("farm-api", "sensor-api", "spatio-api"),
                Set.of(
                    "farm-read",
                    "farm-write",
                    "sensor-read",
                    "sensor-write",
                    "spatio-read",
                    "spatio-write"),
                Optional.empty()),
            Optional.empty())
        .await()
        .token();
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  @AfterEach
  void leave() throws IOException {
    for (RawConnection connection : open) {
      connection.close();
    }
    http.shutdownNow();
  }

  private static URI uri(String path) {
    return URI.create(platform.address() + path);
  }

  private static Database database() {
    return platform.infrastructure().database();
  }

  private static HttpRequest.Builder request(String token, String path) {
    return HttpRequest.newBuilder(uri(path))
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", Json.MEDIA_TYPE);
  }

  private RawConnection begin(String token, String line, String... rest) throws IOException {
    RawConnection connection = new RawConnection(uri("/"));
    open.add(connection);
    connection.say(line + " HTTP/1.1", "Host: 127.0.0.1", "Authorization: Bearer " + token);
    connection.say(rest);
    return connection;
  }

  private void opensItsShareOf(String path) throws IOException {
    for (int i = 0; i < SHARE; i++) {
      assertThat(begin(greedy, "GET " + path, "").read(false).status()).isEqualTo(200);
    }
    refused(begin(greedy, "GET " + path, "").read(true));
    assertThat(begin(other, "GET " + path, "").read(false).status()).isEqualTo(200);
  }

  private static void refused(RawResponse answer) {
    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.headers()).containsKey("Retry-After");
    assertThat(Json.parseObject(answer.body()).path("detail").asText())
        .startsWith("this caller has " + SHARE + " ");
  }

  @Test
  void streamsOfChanges() throws IOException {
    opensItsShareOf("/v1/changes?collections=sites");
  }

  @Test
  void liveStreamsOfObservations() throws IOException {
    long datastream = DatastreamRow.ofFarm(database(), SpatioClient.FARM);

    opensItsShareOf("/sta/v1.1/Datastreams(" + datastream + ")/live");
  }

  @Test
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
  }

  private static long count(String sql, Object... parameters) {
    return database().query(sql, parameters).await().iterator().next().getLong(0);
  }

  /** A lock on a whole table: its readers and writers wait. */
  private record Locked(SqlConnection connection) implements AutoCloseable {
    static Locked table(String name) {
      SqlConnection connection = database().session().await();
      connection.query("begin").execute().await();
      connection.query("lock table " + name + " in access exclusive mode").execute().await();
      return new Locked(connection);
    }

    @Override
    public void close() {
      connection.query("rollback").execute().await();
      connection.close().await();
    }
  }

  private CompletableFuture<HttpResponse<String>> send(HttpRequest.Builder request) {
    return http.sendAsync(request.build(), BodyHandlers.ofString());
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
  void batchesOfSensors() throws Exception {
    ObjectNode batch = batchOfSensors("Sensors");
    List<CompletableFuture<HttpResponse<String>>> running = new ArrayList<>();
    try (Locked _ = Locked.table("sensor.sensor")) {
      for (int i = 0; i < SHARE; i++) {
        running.add(send(batch(greedy, "/sta/v1.1/$batch", batch)));
      }
      await().until(() -> count(WAITING, "sensor.sensor") == SHARE);

      assertThat(send(batch(greedy, "/sta/v1.1/$batch", batch)).get().statusCode()).isEqualTo(429);
      refused(beginLarge("/sta/v1.1/$batch").read(true));
      HttpResponse<String> served =
          send(batch(other, "/sta/v1.1/$batch", batchOfSensors("Things"))).get();
      assertThat(served.statusCode()).as(served.body()).isEqualTo(200);
    }
    for (CompletableFuture<HttpResponse<String>> each : running) {
      assertThat(each.get().statusCode()).isEqualTo(200);
    }
  }

  @Test
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
    try (Locked _ = Locked.table("record.tasks")) {
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
    }
    for (CompletableFuture<HttpResponse<String>> each : running) {
      assertThat(each.get().statusCode()).isEqualTo(200);
    }
  }

  @Test
  void databaseConnectionsOfLongReads() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> reads;
    try (Locked _ = Locked.table("sensor.sensor")) {
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
