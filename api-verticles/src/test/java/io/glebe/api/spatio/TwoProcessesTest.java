package io.glebe.api.spatio;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.Database;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two platforms on one database and one store: their writers do not disturb each other. */
class TwoProcessesTest {
  private static final String MAY = "2026-05-01T10:00:00Z";
  private static final String JUNE = "2026-06-01T10:00:00Z";

  @TempDir private static Path folder;
  private static Platform second;

  private final SpatioClient here = new SpatioClient("/api/v2");
  private final SpatioClient there = new SpatioClient("/api/v2", second);
  private final Database database = here.platform().infrastructure().database();

  @BeforeAll
  static void start() throws Exception {
    var first = TestPlatform.shared().platform().settings();
    second =
        Platform.start(
            first
                .with(StorageSettings.ZARR_URL, first.dataDir().resolve("zarr").toUri().toString())
                .with(ProcessSettings.DATA_DIR, folder.toString()));
  }

  @AfterAll
  static void stop() {
    second.close();
  }

  private static byte[] cells(int value) {
    byte[] cells = new byte[2 * 200];
    Arrays.fill(cells, (byte) value);
    return cells;
  }

  private static byte[] stored(SpatioClient client, String id) {
    return client.get("/collections/" + id + "/layers/NDVI/data/binary?datetime=" + MAY).body();
  }

  private boolean claimed(String id) {
    return database
            .query("SELECT 1 FROM cube_slice_claim WHERE collection_id = $1", id)
            .await()
            .size()
        > 0;
  }

  private void idle(String id) {
    await().until(() -> !claimed(id));
  }

  private HeldRequest upload(String id) throws Exception {
    HeldRequest held =
        HeldRequest.half(
            here,
            "PUT",
            "/collections/" + id + "/layers/NDVI/data/binary?datetime=" + MAY,
            "application/octet-stream",
            cells(1));
    await().until(() -> claimed(id));
    return held;
  }

  @Test
  void theSecondWriterOfASliceIsRefused() throws Exception {
    String id = here.cube();
    try (HeldRequest held = upload(id)) {
      String output =
          new String(
              expect(409, there.fill(id, "NDVI", "datetime=" + MAY, cells(2))).body(),
              StandardCharsets.UTF_8);
      assertThat(output).contains("another upload");
      expect(200, there.fill(id, "NDVI", "datetime=" + JUNE, cells(3)));
      assertThat(held.finish()).isEqualTo(200);
    }
    idle(id);
    assertThat(stored(here, id)).endsWith(cells(1));
    expect(200, there.fill(id, "NDVI", "datetime=" + MAY, cells(4)));
    await().untilAsserted(() -> assertThat(stored(here, id)).endsWith(cells(4)));
    assertThat(json(there.get("/collections/" + id + "/time")).path("times").toString())
        .contains(MAY, JUNE);
  }

  @Test
  void aCollectionIsNotRemovedWhileAnotherProcessWritesToIt() throws Exception {
    String id = here.cube();
    try (HeldRequest held = upload(id)) {
      expect(409, there.delete("/collections/" + id));
      assertThat(held.finish()).isEqualTo(200);
    }
    idle(id);
    await().until(() -> there.delete("/collections/" + id).statusCode() == 204);
    await().until(() -> here.get("/collections/" + id).statusCode() == 404);
  }

  @Test
  void aCollectionCreatedAgainIsNewInTheOtherProcessToo() {
    String id = here.cube();
    expect(200, here.fill(id, "NDVI", "datetime=" + MAY, cells(1)));
    await().untilAsserted(() -> assertThat(stored(there, id)).endsWith(cells(1)));
    expect(204, here.delete("/collections/" + id));
    expect(201, here.post("/collections", SpatioClient.named(id)));
    expect(201, here.post("/collections/" + id + "/zarr/init", SpatioClient.grid()));
    expect(201, here.post("/collections/" + id + "/layers", SpatioClient.layer("NDVI")));
    expect(200, here.fill(id, "NDVI", "datetime=" + MAY, cells(5)));
    await().untilAsserted(() -> assertThat(stored(there, id)).endsWith(cells(5)));
    expect(200, there.fill(id, "NDVI", "datetime=" + MAY, cells(6)));
    await().untilAsserted(() -> assertThat(stored(here, id)).endsWith(cells(6)));
  }

  @Test
  void theSlicesOfAStoppedProcessAreFreeImmediately() throws Exception {
    String id = here.cube();
    var address = database.address();
    UUID writer = UUID.randomUUID();
    long holder = writer.getMostSignificantBits();
    try (Connection dying =
            DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
        var sql = dying.createStatement()) {
      sql.execute("SELECT pg_advisory_lock(" + holder + ")");
      database
          .query(
              "INSERT INTO cube_writer (id, collection_id, holder) VALUES ($1, $2, $3)",
              writer,
              id,
              holder)
          .await();
      database
          .query(
              "INSERT INTO cube_slice_claim VALUES ($1, 'NDVI', $2, $3)",
              id,
              OffsetDateTime.parse(MAY),
              writer)
          .await();
      expect(409, here.fill(id, "NDVI", "datetime=" + MAY, cells(1)));
      expect(409, there.delete("/collections/" + id));
    }
    await().until(() -> here.fill(id, "NDVI", "datetime=" + MAY, cells(1)).statusCode() == 200);
    assertThat(stored(here, id)).endsWith(cells(1));
    idle(id);
    expect(204, there.delete("/collections/" + id));
  }

  @Test
  void anUploadThatLostItsClaimsChangesNothing() throws Exception {
    String id = here.cube();
    try (HeldRequest held = upload(id)) {
      database.query("DELETE FROM cube_writer WHERE collection_id = $1", id).await();
      assertThat(held.finish()).isEqualTo(503);
    }
    assertThat(json(there.get("/collections/" + id + "/time")).path("times")).isEmpty();
  }
}
