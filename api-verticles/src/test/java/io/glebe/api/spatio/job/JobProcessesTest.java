package io.glebe.api.spatio.job;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.config.JobSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.json.Json;
import io.glebe.core.metrics.MeterNames;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two platforms on one database and one store, limited to one running and one waiting job. */
class JobProcessesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int SIDE = 2048;
  private static final String JOBS = "/collections/jobs/";

  @TempDir private static Path folder;
  private static Platform first;
  private static Platform second;
  private static SpatioClient client;
  private static String collection;

  @BeforeAll
  static void start() throws Exception {
    Settings settings =
        TestPlatform.settings(Files.createDirectory(folder.resolve("first")))
            .with(StorageSettings.ZARR_URL, folder.resolve("zarr").toUri().toString())
            .with(JobSettings.JOBS_RUNNING, "1")
            .with(JobSettings.JOBS_WAITING, "1");
    first = Platform.start(settings);
    second =
        Platform.start(
            settings.with(
                ProcessSettings.DATA_DIR,
                Files.createDirectory(folder.resolve("second")).toString()));
    client = SpatioClient.founded(first);
    collection = filled();
  }

  @AfterAll
  static void stop() {
    second.close();
    first.close();
  }

  private static String filled() {
    String id = client.collection();
    ObjectNode grid = Json.object().put("crs", "EPSG:3857").put("width", SIDE).put("height", SIDE);
    grid.putArray("bbox").add(1_700_000).add(5_700_000).add(1_720_480).add(5_720_480);
    expect(201, client.post("/collections/" + id + "/zarr/init", grid));
    ObjectNode layer = Json.object().put("name", "B04").put("dtype", "uint8");
    expect(201, client.post("/collections/" + id + "/layers", layer));
    ByteBuffer cells = ByteBuffer.allocate(SIDE * SIDE);
    for (int i = 0; i < SIDE * SIDE; i++) {
      cells.put((byte) (i / SIDE / 8 + i % SIDE / 8));
    }
    expect(200, client.fill(id, "B04", "datetime=2026-05-01T10:00:00Z", cells.array()));
    expect(200, client.fill(id, "B04", "datetime=2026-05-02T10:00:00Z", cells.array()));
    return id;
  }

  private static HttpResponse<byte[]> submitted() {
    ObjectNode body = Json.object().put("collection", collection);
    body.putArray("layers").add("B04");
    body.putObject("zooms").put("min", 13).put("max", 15);
    body.putArray("datetimes").add("2026-05-01/2026-05-02");
    return client.post("/collections/bulk-operations", body);
  }

  private static String submit() {
    return json(expect(202, submitted())).path("id").asText();
  }

  private static ObjectNode ended(String job) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> !json(client.get(JOBS + job)).path("state").asText().matches("QUEUED|RUNNING"));
    return json(expect(200, client.get(JOBS + job)));
  }

  private static double parts(Platform platform) {
    return platform
        .infrastructure()
        .meters()
        .registry()
        .counter(MeterNames.JOB_PARTS, "outcome", "done")
        .count();
  }

  @Test
  void twoProcessesShareTheWork() {
    double before = parts(first);
    double beforeThere = parts(second);
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              ObjectNode done = ended(submit());
              assertThat(done.path("state").asText()).as(done.toString()).isEqualTo("COMPLETED");
              assertThat(done.path("counts").path("done"))
                  .isEqualTo(done.path("counts").path("total"));
              return parts(first) > before && parts(second) > beforeThere;
            });
  }

  @Test
  @Tag("GLEBE_JOBS_RUNNING")
  @Tag("GLEBE_JOBS_WAITING_PER_CALLER")
  void aJobOverTheLimitOfWaitingJobsIs429() throws Exception {
    try (HeldParts held = HeldParts.of(first)) {
      String running = submit();
      while (!held.hold(running)) {
        running = submit();
      }
      String waiting = submit();

      HttpResponse<byte[]> refused = expect(429, submitted());
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
      assertThat(json(refused).path("detail").asText()).contains("wait");
      assertThat(json(client.get(JOBS + waiting)).path("state").asText()).isEqualTo("QUEUED");
      assertThat(json(expect(200, client.delete(JOBS + waiting))).path("state").asText())
          .isEqualTo("CANCELLED");
      String next = submit();
      expect(429, submitted());
      for (String each : new String[] {next, running}) {
        expect(200, client.delete(JOBS + each));
      }
    }
  }
}
