package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process is killed while it works on a part of a bulk job. Another process with the same
 * database and object store finishes the job.
 */
@Timeout(600)
class JobKillTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int SIDE = 2048;
  private static final int DAYS = 2;

  @TempDir Path folder;

  private final DatabaseAddress address = TestDatabase.freshAddress();

  private PlatformProcess run(String name) throws IOException {
    String url = "postgresql://" + address.user() + ":" + address.password() + "@" + address;
    String zarr = folder.resolve("zarr").toUri().toString();
    return PlatformProcess.shortLived(
        folder.resolve(name), Map.of("GLEBE_DATABASE_URL", url, "GLEBE_ZARR_URL", zarr));
  }

  private static Client running(PlatformProcess process) throws IOException {
    return new Client(process.running().path("http").asText());
  }

  /** Requests of the farm owner to one process. */
  private record Client(String base) {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    byte[] send(int status, String method, String path, byte[] body, String type) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(base + "/api/v2" + path))
              .header("Authorization", "Bearer glebe-dev-token")
              .header("Content-Type", type)
              .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
              .build();
      try {
        HttpResponse<byte[]> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofByteArray());
        assertThat(answer.statusCode())
            .as(new String(answer.body(), StandardCharsets.UTF_8))
            .isEqualTo(status);
        return answer.body();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    ObjectNode json(int status, String method, String path, ObjectNode body) {
      return Json.parseObject(send(status, method, path, Json.bytes(body), "application/json"));
    }

    ObjectNode get(String path) {
      return Json.parseObject(send(200, "GET", path, new byte[0], "application/json"));
    }
  }

  private static byte[] cells() {
    ByteBuffer cells = ByteBuffer.allocate(SIDE * SIDE);
    for (int i = 0; i < SIDE * SIDE; i++) {
      cells.put((byte) (i / SIDE / 8 + i % SIDE / 8));
    }
    return cells.array();
  }

  private void fill(Client client, UUID farm) {
    ObjectNode body = Json.object().put("id", "large").put("farmId", farm.toString());
    client.json(201, "POST", "/collections", body);
    ObjectNode grid = Json.object().put("crs", "EPSG:3857").put("width", SIDE).put("height", SIDE);
    grid.putArray("bbox").add(1_700_000).add(5_700_000).add(1_720_480).add(5_720_480);
    client.json(201, "POST", "/collections/large/zarr/init", grid);
    client.json(
        201,
        "POST",
        "/collections/large/layers",
        Json.object().put("name", "B04").put("dtype", "uint8"));
    for (int day = 1; day <= DAYS; day++) {
      client.send(
          200,
          "PUT",
          "/collections/large/layers/B04/data/binary?datetime=2026-05-0" + day + "T10:00:00Z",
          cells(),
          "application/octet-stream");
    }
  }

  /** Creates a farm for the owner and returns its id. */
  private UUID farm() throws IOException {
    Path data = Files.createDirectories(folder.resolve("founder"));
    Settings settings =
        TestPlatform.settings(data)
            .with(
                StorageSettings.DATABASE_URL,
                "postgresql://" + address.user() + ":" + address.password() + "@" + address);
    try (Platform platform = Platform.start(settings)) {
      var onboarding =
          new Onboarding(platform.infrastructure().database(), platform.records().records());
      onboarding.roles().await();
      UUID organization = UUID.randomUUID();
      UUID id = UUID.randomUUID();
      onboarding.organization(organization, "Business").await();
      ObjectNode doc = Json.object().put("name", "Farm");
      onboarding.farm(id, doc.put("organizationId", organization.toString())).await();
      UUID owner =
          onboarding
              .user(new Onboarding.NewUser("owner", Optional.empty(), "Owner", Optional.empty()))
              .await();
      onboarding.assign(owner, id, "OWNER").await();
      return id;
    }
  }

  private Connection connection() throws Exception {
    return DriverManager.getConnection(
        "jdbc:postgresql://" + address, address.user(), address.password());
  }

  private static long open(Statement sql) throws Exception {
    return count(sql, "SELECT count(*) FROM bulk_job_part WHERE open");
  }

  private static long done(Statement sql) throws Exception {
    return count(sql, "SELECT count(*) FROM bulk_job_part WHERE NOT open");
  }

  private static long count(Statement sql, String query) throws Exception {
    try (ResultSet rows = sql.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static ObjectNode wanted() {
    ObjectNode wanted = Json.object().put("collection", "large");
    wanted.putArray("layers").add("B04");
    wanted.putObject("zooms").put("min", 13).put("max", 16);
    wanted.putArray("datetimes").add("2026-05-01/2026-05-02");
    return wanted;
  }

  @Test
  void aJobOfAKilledProcessIsFinishedByAnotherProcess() throws Exception {
    UUID farm = farm();
    String job;
    try (PlatformProcess first = run("first");
        Connection connection = connection();
        Statement sql = connection.createStatement()) {
      Client client = running(first);
      fill(client, farm);
      connection.setAutoCommit(false);
      job = client.json(202, "POST", "/collections/bulk-operations", wanted()).path("id").asText();
      await().atMost(PATIENCE).until(() -> done(sql) > 0);
      // a worker waits here after its part and before the commit, and is killed in this state
      sql.execute("SELECT 1 FROM bulk_job WHERE id = '" + job + "' FOR UPDATE");
      long left = open(sql);
      first.kill();
      assertThat(open(sql)).isEqualTo(left).isPositive();
      connection.rollback();
    }

    try (PlatformProcess second = run("second")) {
      Client other = running(second);
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  !other.get("/collections/jobs/" + job).path("state").asText().equals("RUNNING"));
      ObjectNode ended = other.get("/collections/jobs/" + job);
      assertThat(ended.path("state").asText()).as(ended.toString()).isEqualTo("COMPLETED");
      assertThat(ended.path("counts").path("done")).isEqualTo(ended.path("counts").path("total"));
      assertThat(ended.path("outputs")).hasSize(DAYS);
      byte[] archive =
          other.send(
              200,
              "GET",
              "/collections/jobs/"
                  + job
                  + "/outputs/"
                  + ended.path("outputs").get(0).path("name").asText(),
              new byte[0],
              "application/json");
      assertThat(new String(archive, 0, 7, StandardCharsets.US_ASCII)).isEqualTo("PMTiles");
      assertThat(archive.length).isEqualTo(ended.path("outputs").get(0).path("size").asInt());
    }
  }
}
