package io.glebe.api.spatio.job;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.cube.collection.CollectionBody;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bulk jobs from their submission to their output, for one surface. */
abstract class JobSuite {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String MAY = "2026-05-01T10:00:00Z";
  private static final String JUNE = "2026-06-01T10:00:00Z";
  private static final String JOBS = "/collections/jobs";

  @TempDir Path folder;

  private final SpatioClient client;

  JobSuite(SpatioClient client) {
    this.client = client;
  }

  private String cube() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(3000)));
    expect(200, client.fill(id, "NDVI", "datetime=" + JUNE, cells(6000)));
    return id;
  }

  private static byte[] cells(int value) {
    ByteBuffer buffer = ByteBuffer.allocate(2 * 20 * 10).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 20 * 10; i++) {
      buffer.putShort((short) (value + 10 * i));
    }
    return buffer.array();
  }

  private static ObjectNode tiles(String collection) {
    ObjectNode body = Json.object().put("collection", collection);
    body.putArray("layers").add("NDVI");
    body.putObject("zooms").put("min", 12).put("max", 16);
    body.putArray("datetimes").add("2026-05-01");
    return body;
  }

  private ObjectNode submit(ObjectNode body) {
    HttpResponse<byte[]> answer = expect(202, client.post("/collections/bulk-operations", body));
    ObjectNode job = json(answer);
    assertThat(answer.headers().firstValue("Location").orElse(""))
        .endsWith(client.prefix() + JOBS + "/" + job.path("id").asText());
    return job;
  }

  private ObjectNode job(String id) {
    return json(expect(200, client.get(JOBS + "/" + id)));
  }

  private ObjectNode ended(ObjectNode job) {
    String id = job.path("id").asText();
    await().atMost(PATIENCE).until(() -> !job(id).path("state").asText().matches("QUEUED|RUNNING"));
    return job(id);
  }

  private byte[] output(ObjectNode job, String name, String... headers) {
    return client.get(JOBS + "/" + job.path("id").asText() + "/outputs/" + name, headers).body();
  }

  private byte[] tile(String collection, String datetime, String tile) {
    return expect(
            200,
            client.get(
                "/collections/"
                    + collection
                    + "/tiles/WebMercatorQuad/"
                    + tile
                    + "?layers=NDVI&datetime="
                    + datetime))
        .body();
  }

  @Test
  void aPyramidBecomesAnArchiveThatTheOfficialReaderOpens() throws Exception {
    String id = cube();
    ObjectNode job = ended(submit(tiles(id)));

    assertThat(job.path("state").asText()).as(job.toString()).isEqualTo("COMPLETED");
    assertThat(job.path("progress").asInt()).isEqualTo(100);
    assertThat(job.path("counts").path("done")).isEqualTo(job.path("counts").path("total"));
    JsonNode made = job.path("outputs").get(0);
    assertThat(made.path("name").asText()).isEqualTo("NDVI_20260501T100000Z.pmtiles");
    Path archive = folder.resolve("tiles.pmtiles");
    Files.write(archive, output(job, made.path("name").asText()));
    assertThat(Files.size(archive)).isEqualTo(made.path("size").asLong());

    JsonNode read = PmtilesReader.read(archive, "14/8897/5827", "16/35588/23308", "3/0/0");
    assertThat(read.path("header").path("clustered").asBoolean()).isTrue();
    assertThat(read.path("header").path("minZoom").asInt()).isEqualTo(12);
    assertThat(read.path("header").path("maxZoom").asInt()).isEqualTo(16);
    assertThat(read.path("header").path("numAddressedTiles").asLong())
        .isEqualTo(job.path("counts").path("total").asLong());
    assertThat(read.path("metadata").path("format").asText()).isEqualTo("png");
    assertThat(read.path("tiles").path("16/35588/23308").binaryValue())
        .isEqualTo(tile(id, "2026-05-01", "16/35588/23308"));
    assertThat(read.path("tiles").path("14/8897/5827").binaryValue())
        .isEqualTo(tile(id, "2026-05-01", "14/8897/5827"));
    assertThat(read.path("tiles").has("3/0/0")).isFalse();
  }

  @Test
  void aDirectoryIsPackedWithEachContentStoredOnce() throws Exception {
    String id = cube();
    ObjectNode body = tiles(id).put("output", "directory");
    body.putArray("datetimes").add("2026-05-01/2026-06-30");
    ObjectNode job = ended(submit(body));

    assertThat(job.path("outputs").findValuesAsText("name"))
        .containsExactlyInAnyOrder("NDVI_20260501T100000Z.tar", "NDVI_20260601T100000Z.tar");
    Path tar = folder.resolve("tiles.tar");
    Files.write(tar, output(job, "NDVI_20260601T100000Z.tar"));
    Process unpack =
        new ProcessBuilder("tar", "xf", tar.toString(), "-C", folder.toString()).start();
    assertThat(unpack.waitFor()).isZero();
    try (Stream<Path> files = Files.walk(folder)) {
      assertThat(2 * files.filter(f -> f.toString().endsWith(".png")).count())
          .isEqualTo(job.path("counts").path("total").asLong());
    }
    assertThat(Files.readAllBytes(folder.resolve("16/35588/23308.png")))
        .isEqualTo(tile(id, "2026-06-01", "16/35588/23308"));
  }

  @Test
  void anOutputIsDownloadedInRangesAndRevalidated() {
    String id = cube();
    ObjectNode job = ended(submit(tiles(id)));
    String path =
        JOBS
            + "/"
            + job.path("id").asText()
            + "/outputs/"
            + job.path("outputs").get(0).path("name").asText();

    HttpResponse<byte[]> whole = expect(200, client.get(path));
    HttpResponse<byte[]> head = expect(206, client.get(path, "Range", "bytes=0-126"));
    String etag = whole.headers().firstValue("ETag").orElseThrow();

    assertThat(head.body()).isEqualTo(Arrays.copyOf(whole.body(), 127));
    assertThat(new String(head.body(), 0, 7, StandardCharsets.US_ASCII)).isEqualTo("PMTiles");
    assertThat(head.headers().firstValue("Content-Range"))
        .hasValue("bytes 0-126/" + whole.body().length);
    expect(304, client.get(path, "If-None-Match", etag));
    expect(416, client.get(path, "Range", "bytes=" + whole.body().length + "-"));
    expect(404, client.get(JOBS + "/" + job.path("id").asText() + "/outputs/none"));
  }

  @Test
  void aJobHasARecordThatIsRemovedWithItsOutput() {
    String id = cube();
    ObjectNode job = ended(submit(tiles(id)));
    UUID uuid = UUID.fromString(job.path("id").asText());
    var records = TestPlatform.shared().platform().records().records();
    var type = Catalogue.standard().get("ProcessingJob");

    await()
        .atMost(PATIENCE)
        .until(
            () ->
                records
                    .get(Caller.system(), type, uuid)
                    .await()
                    .attributes()
                    .path("status")
                    .asText()
                    .equals("COMPLETED"));
    ObjectNode record = records.get(Caller.system(), type, uuid).await().attributes();
    assertThat(record.path("farmId").asText()).isEqualTo(SpatioClient.FARM.toString());
    assertThat(record.path("parameters").path("collection").asText()).isEqualTo(id);
    assertThat(
            json(expect(200, client.get(JOBS + "?collection=" + id)))
                .path("jobs")
                .findValuesAsText("id"))
        .contains(uuid.toString());

    expect(204, client.delete(JOBS + "/" + uuid));
    expect(404, client.get(JOBS + "/" + uuid));
    expect(404, client.get(JOBS + "/" + uuid + "/outputs/NDVI_20260501T100000Z.pmtiles"));
  }

  @Test
  void aSeriesJobGivesTheSameResultAsARequest() {
    String id = cube();
    ObjectNode body = Json.object().put("type", "time-series").put("collection", id);
    body.putArray("layers").add("NDVI");
    body.putArray("bbox").add(15.49).add(46.02).add(15.5).add(46.03);
    body.putArray("aggregation").add("mean").add("max");
    body.putArray("percentiles").add(90);

    ObjectNode job = ended(submit(body.put("resolution", "P1M")));

    byte[] requested =
        expect(
                200,
                client.get(
                    "/collections/"
                        + id
                        + "/aggregate/time-series?layers=NDVI&bbox=15.49,46.02,15.5,46.03"
                        + "&aggregation=mean,max&percentiles=90&resolution=P1M&f=csv"))
            .body();
    assertThat(job.path("state").asText()).as(job.toString()).isEqualTo("COMPLETED");
    assertThat(output(job, "NDVI.csv"))
        .asString()
        .isEqualTo(new String(requested, StandardCharsets.UTF_8));
  }

  /** A running job on which no worker can work while the parts are held. */
  private ObjectNode held(HeldParts parts, String collection) throws SQLException {
    ObjectNode job = submit(tiles(collection));
    while (!parts.hold(job.path("id").asText())) {
      job = submit(tiles(collection));
    }
    String id = job.path("id").asText();
    await().atMost(PATIENCE).until(() -> job(id).path("state").asText().equals("RUNNING"));
    return job(id);
  }

  @Test
  void aRunningJobIsCancelledOnceAndThenRemoved() throws Exception {
    String id = cube();
    try (HeldParts parts = HeldParts.of(client.platform())) {
      String path = JOBS + "/" + held(parts, id).path("id").asText();

      JsonNode cancelled = json(expect(200, client.delete(path)));
      assertThat(cancelled.path("state").asText()).isEqualTo("CANCELLED");
      assertThat(cancelled.path("outputs")).isEmpty();
      assertThat(cancelled.has("ended")).isTrue();
      parts.release();

      assertThat(json(expect(200, client.get(path))).path("state").asText()).isEqualTo("CANCELLED");
      assertThat(status(cancelled)).isEqualTo("CANCELLED");
      expect(404, client.get(path + "/outputs/NDVI_20260501T100000Z.pmtiles"));
      expect(204, client.delete(path));
      expect(404, client.get(path));
      expect(404, client.delete(path));
    }
  }

  /**
   * A worker locks its part first and the job second; a removal must not lock them in the opposite
   * order.
   */
  @Test
  void aCancelledJobIsRemovedWhileAWorkerHoldsOneOfItsParts() throws Exception {
    String id = cube();
    try (HeldParts worker = HeldParts.of(client.platform());
        ExecutorService removal = Executors.newVirtualThreadPerTaskExecutor()) {
      String job = held(worker, id).path("id").asText();
      String path = JOBS + "/" + job;
      expect(200, client.delete(path));

      Future<HttpResponse<byte[]>> removed = removal.submit(() -> client.delete(path));
      await().atMost(PATIENCE).until(worker::isAwaited);
      worker.holdCounting(job, 1);
      worker.release();

      expect(204, removed.get());
      expect(404, client.get(path));
    }
  }

  /** The status in the ProcessingJob record. */
  private static String status(JsonNode job) {
    var records = TestPlatform.shared().platform().records().records();
    return records
        .get(
            Caller.system(),
            Catalogue.standard().get("ProcessingJob"),
            UUID.fromString(job.path("id").asText()))
        .await()
        .attributes()
        .path("status")
        .asText();
  }

  @Test
  void aJobOfAnotherTenantIsNeitherReadNorCancelled() throws Exception {
    String id = cube();
    try (HeldParts parts = HeldParts.of(client.platform())) {
      String job = held(parts, id).path("id").asText();
      ObjectNode foreign = Json.object().put("farmId", SpatioClient.FOREIGN_FARM.toString());
      client
          .platform()
          .cubes()
          .collections()
          .replace(Caller.system(), id, CollectionBody.parse(foreign), OptionalLong.empty())
          .await();

      expect(403, client.get(JOBS + "/" + job));
      expect(403, client.delete(JOBS + "/" + job));
      expect(403, client.get(JOBS + "/" + job + "/outputs/NDVI_20260501T100000Z.pmtiles"));
      assertThat(json(client.get(JOBS)).path("jobs").findValuesAsText("id")).doesNotContain(job);
      JsonNode ours = Json.object().put("id", job);
      assertThat(status(ours)).isNotEqualTo("CANCELLED");
      parts.release();
      await().atMost(PATIENCE).until(() -> status(ours).equals("COMPLETED"));
    }
  }

  @Test
  void identicalAndEmptyTilesAreStoredOnce() throws Exception {
    String id = client.collection();
    ObjectNode grid = Json.object().put("crs", "EPSG:32633").put("width", 400).put("height", 200);
    grid.putArray("bbox").add(538_000).add(5_096_000).add(542_000).add(5_098_000);
    expect(201, client.post("/collections/" + id + "/zarr/init", grid));
    expect(201, client.post("/collections/" + id + "/layers", SpatioClient.layer("NDVI")));
    String corner = "datetime=" + MAY + "&window=0,0,20,10";
    expect(200, client.fill(id, "NDVI", corner, cells(3000)));

    ObjectNode archive = ended(submit(tiles(id)));
    ObjectNode directory = ended(submit(tiles(id).put("output", "directory")));

    long total = archive.path("counts").path("total").asLong();
    long empty = archive.path("counts").path("empty").asLong();
    assertThat(empty).isGreaterThan(10).isLessThan(total);
    Path file = folder.resolve("tiles.pmtiles");
    Files.write(file, output(archive, "NDVI_20260501T100000Z.pmtiles"));
    JsonNode header = PmtilesReader.read(file).path("header");
    assertThat(header.path("numAddressedTiles").asLong()).isEqualTo(total);
    assertThat(header.path("numTileContents").asLong()).isEqualTo(total - empty + 1);
    assertThat(header.path("numTileEntries").asLong()).isLessThan(total);

    Path tar = folder.resolve("tiles.tar");
    Files.write(tar, output(directory, "NDVI_20260501T100000Z.tar"));
    Process unpack =
        new ProcessBuilder("tar", "xf", tar.toString(), "-C", folder.toString()).start();
    assertThat(unpack.waitFor()).isZero();
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> tiles = files.filter(f -> f.toString().endsWith(".png")).toList();
      Set<Object> stored = new HashSet<>();
      for (Path tile : tiles) {
        stored.add(Files.getAttribute(tile, "unix:ino"));
      }
      assertThat(tiles).hasSize((int) total);
      assertThat(stored).hasSize((int) (total - empty + 1));
    }
  }

  @Test
  void impossibleJobsAreRefusedImmediately() {
    String id = cube();
    String submit = "/collections/bulk-operations";

    expect(422, client.post(submit, Json.object()));
    expect(422, client.post(submit, tiles(id).put("output", "zip")));
    expect(422, client.post(submit, tiles(id).put("type", "magic")));
    expect(422, client.post(submit, tiles(id).put("bbox", "all")));
    expect(422, client.post(submit, (ObjectNode) tiles(id).set("zooms", Json.parse("[99]"))));
    expect(422, client.post(submit, (ObjectNode) tiles(id).set("zooms", Json.parse("[24]"))));
    expect(422, client.post(submit, (ObjectNode) tiles(id).set("bbox", Json.parse("[1,1,2,2]"))));
    expect(404, client.post(submit, (ObjectNode) tiles(id).set("layers", Json.parse("[\"B99\"]"))));
    expect(
        404,
        client.post(
            submit, (ObjectNode) tiles(id).set("datetimes", Json.parse("[\"1999-01-01\"]"))));
    expect(404, client.post(submit, tiles("none-such")));
    expect(409, client.post(submit, tiles(client.collection())));
    expect(404, client.get(JOBS + "/" + UUID.randomUUID()));
    expect(400, client.get(JOBS + "/none"));
  }
}
