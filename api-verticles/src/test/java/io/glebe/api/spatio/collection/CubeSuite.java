package io.glebe.api.spatio.collection;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.json.Json;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/**
 * From an empty collection to a tile and a series, and every refusal on the way; for one surface.
 */
abstract class CubeSuite {
  private static final int CELLS = 20 * 10;
  private static final String MAY = "2026-05-01T10:00:00Z";
  private static final String JUNE = "2026-06-01T10:00:00Z";
  private static final String BOX = "bbox=15.49,46.02,15.50,46.03";

  /** A tile that holds the middle of the test cube, and the pixel in which it lies. */
  private static final String TILE = "17/71176/46617";

  private final SpatioClient client;

  CubeSuite(SpatioClient client) {
    this.client = client;
  }

  private static byte[] cells(int value, int count) {
    ByteBuffer buffer = ByteBuffer.allocate(2 * count).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      buffer.putShort((short) value);
    }
    return buffer.array();
  }

  private static byte[] npy(String literal, byte[] cells) {
    byte[] header = literal.getBytes(StandardCharsets.UTF_8);
    ByteBuffer file = ByteBuffer.allocate(10 + header.length + cells.length);
    file.order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0x93)
        .put("NUMPY".getBytes(StandardCharsets.UTF_8));
    file.put((byte) 1).put((byte) 0).putShort((short) header.length).put(header).put(cells);
    return file.array();
  }

  private JsonNode series(String id, String more) {
    HttpResponse<byte[]> answer =
        client.get("/collections/" + id + "/aggregate/time-series?layers=NDVI&" + BOX + "&" + more);
    return json(expect(200, answer)).path("series").get(0).path("values");
  }

  private static void problem(int status, HttpResponse<byte[]> answer, String... words) {
    expect(status, answer);
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/problem+json");
    assertThat(json(answer).path("status").asInt()).isEqualTo(status);
    for (String word : words) {
      assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains(word);
    }
  }

  @Test
  void aCollectionIsCreatedReadReplacedAndDeleted() {
    String id = client.collection();
    String path = "/collections/" + id;

    HttpResponse<byte[]> read = expect(200, client.get(path));
    assertThat(json(read).path("farmId").asText()).isEqualTo(SpatioClient.FARM.toString());
    String etag = read.headers().firstValue("ETag").orElseThrow();
    expect(304, client.get(path, "If-None-Match", etag));
    ObjectNode body = Json.object().put("title", "Renamed");
    expect(200, client.put(path, body, "If-Match", etag));
    problem(412, client.put(path, body, "If-Match", etag));
    assertThat(json(client.get(path)).path("title").asText()).isEqualTo("Renamed");
    problem(409, client.post("/collections", SpatioClient.named(id)));
    expect(204, client.delete(path));
    problem(404, client.get(path));
  }

  @Test
  void aCollectionDeletedAndMadeAgainHasNoneOfTheOldData() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(5000, CELLS)));
    String tile = "/collections/" + id + "/tiles/WebMercatorQuad/" + TILE + "?layers=NDVI";
    String before = expect(200, client.get(tile)).headers().firstValue("ETag").orElseThrow();
    expect(204, client.delete("/collections/" + id));
    expect(201, client.post("/collections", SpatioClient.named(id)));
    expect(201, client.post("/collections/" + id + "/zarr/init", SpatioClient.grid()));
    expect(201, client.post("/collections/" + id + "/layers", SpatioClient.layer("NDVI")));
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(6000, CELLS)));

    expect(200, client.get(tile, "If-None-Match", before));
    assertThat(series(id, "").get(0).path("mean").asDouble()).isCloseTo(0.6, within(1e-6));
  }

  @Test
  void reservedAndMalformedIdsAreRefused() {
    for (String id :
        new String[] {"tileMatrixSets", "jobs", "bulk-operations", "stac", "a/b", ""}) {
      problem(422, client.post("/collections", SpatioClient.named(id)), "/id");
    }
  }

  @Test
  void rawCellsComeBackAsTileSeriesAndPoint() throws IOException {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(5000, CELLS)));
    expect(200, client.fill(id, "NDVI", "datetime=" + JUNE, cells(7500, CELLS)));

    HttpResponse<byte[]> tile =
        expect(
            200,
            client.get(
                "/collections/"
                    + id
                    + "/tiles/WebMercatorQuad/"
                    + TILE
                    + ".png?layers=NDVI&colormap_name=greys&rescale=0,1&datetime=2026-06-01"));
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(tile.body()));
    int opaque = 0;
    for (int y = 0; y < 256; y++) {
      for (int x = 0; x < 256; x++) {
        opaque += image.getRGB(x, y) >>> 24 == 255 ? 1 : 0;
      }
    }
    assertThat(image.getWidth()).isEqualTo(256);
    assertThat(opaque).isGreaterThan(1_000);
    JsonNode months = series(id, "resolution=P1M&aggregation=mean,min,max,sum,count");
    assertThat(months).hasSize(2);
    assertThat(months.get(0).path("datetime").asText()).isEqualTo("2026-05-01T00:00:00Z");
    assertThat(months.get(0).path("mean").asDouble()).isCloseTo(0.5, within(1e-6));
    assertThat(months.get(1).path("max").asDouble()).isCloseTo(0.75, within(1e-6));
    assertThat(months.get(1).path("count").asInt()).isEqualTo(CELLS);
    JsonNode point =
        json(expect(200, client.get("/collections/" + id + "/point/15.492,46.0253?layers=NDVI")));
    assertThat(point.path("values").get(1).path("value").asDouble()).isCloseTo(0.75, within(1e-6));
  }

  @Test
  void npyOfEitherByteOrderGivesTheSameAsRawCells() {
    String id = client.cube();
    String shape = "'fortran_order': False, 'shape': (2, 10, 20), }";
    ByteBuffer big = ByteBuffer.allocate(4 * CELLS);
    for (int i = 0; i < 2 * CELLS; i++) {
      big.putShort((short) (i < CELLS ? 1000 : 2000));
    }
    String times = "datetime=" + MAY + "," + JUNE;

    expect(200, client.fill(id, "NDVI", times, npy("{'descr': '>i2', " + shape, big.array())));

    JsonNode values = series(id, "");
    assertThat(values.get(0).path("mean").asDouble()).isCloseTo(0.1, within(1e-6));
    assertThat(values.get(1).path("mean").asDouble()).isCloseTo(0.2, within(1e-6));
    assertThat(json(client.get("/collections/" + id + "/time")).path("times"))
        .extracting(JsonNode::asText)
        .containsExactly(MAY, JUNE);
  }

  @Test
  void aWindowChangesOnlyItsCells() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1000, CELLS)));
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY + "&window=0,0,5,10", cells(5000, 50)));

    JsonNode value = series(id, "aggregation=mean,min,max").get(0);
    assertThat(value.path("mean").asDouble()).isCloseTo(0.2, within(1e-6));
    assertThat(value.path("min").asDouble()).isCloseTo(0.1, within(1e-6));
    assertThat(value.path("max").asDouble()).isCloseTo(0.5, within(1e-6));
  }

  @Test
  void aTilesValidatorChangesExactlyWhenItsDataChange() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1000, CELLS)));
    String tile =
        "/collections/" + id + "/tiles/WebMercatorQuad/" + TILE + "?layers=NDVI&datetime=" + MAY;
    String etag = expect(200, client.get(tile)).headers().firstValue("ETag").orElseThrow();

    expect(200, client.fill(id, "NDVI", "datetime=" + JUNE, cells(1000, CELLS)));
    expect(304, client.get(tile, "If-None-Match", etag));
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(2000, CELLS)));
    expect(200, client.get(tile, "If-None-Match", etag));
  }

  @Test
  void anUploadOfAWindowChangesOnlyTheTilesThatShowIt() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1000, CELLS)));
    String tiles = "/collections/" + id + "/tiles/WebMercatorQuad/20/";
    String west = tiles + "569409/372938?layers=NDVI&datetime=" + MAY;
    String east = tiles + "569415/372938?layers=NDVI&datetime=" + MAY;
    String whole =
        "/collections/" + id + "/tiles/WebMercatorQuad/" + TILE + "?layers=NDVI&datetime=" + MAY;
    for (int round = 0; round < 3; round++) {
      String westBefore = expect(200, client.get(west)).headers().firstValue("ETag").orElseThrow();
      String eastBefore = expect(200, client.get(east)).headers().firstValue("ETag").orElseThrow();
      String all = expect(200, client.get(whole)).headers().firstValue("ETag").orElseThrow();
      byte[] picture = client.get(east).body();
      String window = "datetime=" + MAY + "&window=0,0,5,10";
      expect(200, client.fill(id, "NDVI", window, cells(2000 + 1000 * round, 50)));

      expect(304, client.get(east, "If-None-Match", eastBefore));
      expect(200, client.get(west, "If-None-Match", westBefore));
      expect(200, client.get(whole, "If-None-Match", all));
      assertThat(client.get(east).body()).isEqualTo(picture);
    }
    String before = client.get(east).headers().firstValue("ETag").orElseThrow();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(4000, CELLS)));
    expect(200, client.get(east, "If-None-Match", before));
  }

  @Test
  void theSliceMeantIsFoundByInstantDateIntervalAndNearness() {
    String id = client.cube();
    for (String day : new String[] {"01", "11", "21"}) {
      String at = "2026-05-" + day + "T10:00:00Z";
      expect(200, client.fill(id, "NDVI", "datetime=" + at, cells(1000, CELLS)));
    }
    String[][] cases = {
      {"2026-05-11T10:00:00Z", "2026-05-11"},
      {"2026-05-11", "2026-05-11"},
      {"latest", "2026-05-21"},
      {"../2026-05-15", "2026-05-11"},
      {"2026-05-01/2026-05-10", "2026-05-01"},
      {"2026-05-12/..", "2026-05-21"},
      {"nearest:2026-05-17", "2026-05-21"},
      {"nearest:2026-05-15", "2026-05-11"},
      {"nearest:1990-01-01", "2026-05-01"},
      {"nearest:2090-01-01", "2026-05-21"},
    };
    for (String[] each : cases) {
      JsonNode tileJson =
          json(
              expect(
                  200,
                  client.get(
                      "/collections/"
                          + id
                          + "/tiles/WebMercatorQuad/tilejson.json?layers=NDVI"
                          + "&datetime="
                          + each[0])));
      assertThat(tileJson.path("tiles").get(0).asText())
          .as(each[0])
          .contains("datetime=" + each[1]);
    }
    problem(
        404,
        client.get(
            "/collections/"
                + id
                + "/tiles/WebMercatorQuad/"
                + TILE
                + "?layers=NDVI&datetime=2026-05-12/2026-05-20"));
  }

  @Test
  void badUploadsAreRefusedWithTheReasonAndLeaveTheCubeAsItWas() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1000, CELLS)));
    String june = "datetime=" + JUNE;

    problem(422, client.fill(id, "NDVI", june, cells(1, CELLS - 1)), "truncated");
    problem(422, client.fill(id, "NDVI", june, cells(1, CELLS + 1)), "more bytes");
    problem(422, client.fill(id, "NDVI", june + "&dtype=float32", cells(1, CELLS)), "int16");
    problem(400, client.fill(id, "NDVI", june + "&dtype=float33", cells(1, CELLS)), "float33");
    problem(422, client.fill(id, "NDVI", "", cells(1, CELLS)), "datetime");
    problem(400, client.fill(id, "NDVI", "datetime=yesterday", cells(1, CELLS)), "yesterday");
    problem(
        422,
        client.fill(id, "NDVI", "datetime=" + JUNE + "," + MAY, cells(1, 2 * CELLS)),
        "ascend");
    problem(
        422,
        client.fill(id, "NDVI", "datetime=" + JUNE + "," + JUNE, cells(1, 2 * CELLS)),
        "ascend");
    problem(404, client.fill(id, "B99", june, cells(1, CELLS)), "NDVI");
    problem(422, client.fill(id, "NDVI", june + "&window=15,0,6,10", cells(1, 60)), "20 x 10");
    problem(
        422,
        client.fill(id, "NDVI", june + "&window=0,0,2000000000,2000000000", cells(1, 1)),
        "window");
    problem(400, client.fill(id, "NDVI", june + "&window=0,0,5", cells(1, 60)), "window");
    problem(
        422,
        client.fill(
            id,
            "NDVI",
            june,
            npy("{'descr': '<i2', 'fortran_order': False, 'shape': (10, 10), }", cells(1, 100))),
        "shape");

    assertThat(series(id, "")).hasSize(1);
    assertThat(series(id, "").get(0).path("mean").asDouble()).isCloseTo(0.1, within(1e-6));
  }

  @Test
  void anUploadCutInTheMiddleLeavesNothing() throws IOException {
    String id = client.cube();
    TestPlatform platform = TestPlatform.shared();
    String path =
        client.prefix() + "/collections/" + id + "/layers/NDVI/data/binary?datetime=" + MAY;
    try (Socket socket = new Socket("localhost", platform.platform().port())) {
      OutputStream out = socket.getOutputStream();
      String head =
          "PUT "
              + path
              + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer glebe-dev-token\r\n"
              + "Content-Type: application/octet-stream\r\nContent-Length: "
              + 2 * CELLS
              + "\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      out.write(cells(1, CELLS / 2));
      out.flush();
      socket.setSoLinger(true, 0);
    }

    expect(200, client.fill(id, "NDVI", "datetime=" + JUNE, cells(3000, CELLS)));
    assertThat(json(client.get("/collections/" + id + "/time")).path("times"))
        .extracting(JsonNode::asText)
        .containsExactly(JUNE);
  }

  @Test
  void aBodyBeyondTheLimitIsRefusedBeforeItIsSent() throws IOException {
    String id = client.cube();
    String path =
        client.prefix() + "/collections/" + id + "/layers/NDVI/data/binary?datetime=" + MAY;
    String head =
        "PUT "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer glebe-dev-token\r\n"
            + "Content-Type: application/octet-stream\r\nContent-Length: 5000000000\r\n\r\n";
    try (Socket socket = new Socket("localhost", TestPlatform.shared().platform().port())) {
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      byte[] status = socket.getInputStream().readNBytes("HTTP/1.1 413".length());

      assertThat(new String(status, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 413");
    }
  }

  @Test
  void whatDoesNotExistIsNotFoundAndTheAnswerSaysWhatDoes() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1000, CELLS)));
    String tiles = "/collections/" + id + "/tiles/";

    problem(404, client.get(tiles + "WebMercatorQuad/" + TILE + "?layers=EVIL"), "NDVI");
    problem(
        404,
        client.get(tiles + "WebMercatorQuad/" + TILE + "?layers=NDVI&datetime=1999-01-01"),
        "1 dates from 2026-05-01");
    problem(404, client.get(tiles + "MarsQuad/" + TILE + "?layers=NDVI"), "WebMercatorQuad");
    problem(404, client.get(tiles + "WebMercatorQuad/25/0/0?layers=NDVI"));
    problem(404, client.get(tiles + "WebMercatorQuad/2/4/0?layers=NDVI"));
    problem(400, client.get(tiles + "WebMercatorQuad/2/-1/0?layers=NDVI"));
    problem(400, client.get(tiles + "WebMercatorQuad/2/1/x?layers=NDVI"));
    problem(
        404,
        client.get(tiles + "WebMercatorQuad/" + TILE + "?layers=NDVI&colormap_name=mud"),
        "viridis");
    problem(
        400, client.get(tiles + "WebMercatorQuad/" + TILE + "?expression=NDVI%2B%2B"), "character");
    problem(404, client.get("/collections/" + id + "/layers/B99"), "NDVI");
    problem(404, client.get("/collections/none-such"));
  }

  @Test
  void aTileBesideTheDataIsTransparent() throws IOException {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1000, CELLS)));

    HttpResponse<byte[]> tile =
        expect(200, client.get("/collections/" + id + "/tiles/WebMercatorQuad/10/0/0?layers=NDVI"));

    BufferedImage image = ImageIO.read(new ByteArrayInputStream(tile.body()));
    assertThat(image.getRGB(128, 128) >>> 24).isZero();
  }

  @Test
  void badBoxesAndParametersOfSeriesAreRefused() {
    String id = client.cube();
    String path = "/collections/" + id + "/aggregate/time-series?layers=NDVI";

    problem(400, client.get(path), "bbox");
    problem(400, client.get(path + "&bbox=NaN,46,15,47"), "bbox");
    problem(400, client.get(path + "&bbox=15,46,14,47"), "bbox");
    problem(400, client.get(path + "&bbox=1,2,3"), "bbox");
    problem(400, client.get(path + "&" + BOX + "&resolution=P7D"), "resolution");
    problem(400, client.get(path + "&" + BOX + "&aggregation=mode"), "aggregation");
    problem(400, client.get(path + "&" + BOX + "&timezone=Mars/Base"), "timezone");
    problem(400, client.get("/collections/" + id + "/point/15.492,146?layers=NDVI"), "lat");
    problem(
        404, client.get("/collections/" + id + "/aggregate/time-series?layers=B99&" + BOX), "NDVI");
  }

  @Test
  void aSecondCubeLayerOrCompositeNameIsRefused() {
    String id = client.cube();

    problem(409, client.post("/collections/" + id + "/zarr/init", SpatioClient.grid()));
    problem(409, client.post("/collections/" + id + "/layers", SpatioClient.layer("NDVI")));
    problem(422, client.post("/collections/" + id + "/layers", SpatioClient.layer("RGB")), "/name");
    ObjectNode bad = SpatioClient.layer("B1").put("dtype", "complex64").put("scale", 0);
    problem(422, client.post("/collections/" + id + "/layers", bad), "/dtype", "/scale");
    ObjectNode grid = SpatioClient.grid().put("crs", "EPSG:99999");
    problem(422, client.post("/collections/" + client.collection() + "/zarr/init", grid), "/crs");
  }

  @Test
  void aLayerGoesWithItsData() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1000, CELLS)));

    expect(204, client.delete("/collections/" + id + "/layers/NDVI"));

    problem(404, client.get("/collections/" + id + "/layers/NDVI"));
    expect(201, client.post("/collections/" + id + "/layers", SpatioClient.layer("NDVI")));
    assertThat(series(id, "")).isEmpty();
  }

  @Test
  void tileJsonPointsAtTilesOfTheSameSurface() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1000, CELLS)));

    JsonNode tileJson =
        json(
            expect(
                200,
                client.get(
                    "/collections/" + id + "/tiles/WebMercatorQuad/tilejson.json?layers=NDVI")));

    assertThat(tileJson.path("tilejson").asText()).isEqualTo("3.0.0");
    String address = tileJson.path("tiles").get(0).asText();
    assertThat(address).contains(client.prefix() + "/collections/" + id);
    String tile =
        address
            .replace("{z}/{x}/{y}", TILE)
            .substring(
                address.indexOf(client.prefix() + "/collections/") + client.prefix().length());
    HttpResponse<byte[]> answer = expect(200, client.get(tile));
    assertThat(answer.headers().firstValue("Cache-Control").orElse("")).contains("immutable");
    assertThat(tileJson.path("maxzoom").asInt()).isBetween(12, 20);
  }

  @Test
  void tilesetsTellTheirMatricesAndLimits() {
    String id = client.cube();
    String tiles = "/collections/" + id + "/tiles";

    assertThat(json(expect(200, client.get(tiles))).path("tilesets")).hasSizeGreaterThan(0);
    JsonNode set = json(expect(200, client.get(tiles + "/WebMercatorQuad")));
    assertThat(set.path("tileMatrixSetLimits").isArray()).isTrue();
    assertThat(set.path("links").findValuesAsText("href"))
        .anyMatch(href -> href.endsWith("{tileMatrix}/{tileCol}/{tileRow}"));
    JsonNode matrices =
        json(expect(200, client.get("/tileMatrixSets/WebMercatorQuad"))).path("tileMatrices");
    assertThat(matrices).hasSize(25);
  }

  @Test
  void nothingIsAnsweredWithoutATokenOrToStrangersFarms() {
    String id = client.cube();
    String[] paths = {
      "/collections",
      "/collections/" + id,
      "/collections/" + id + "/layers",
      "/collections/" + id + "/time",
      "/collections/" + id + "/tiles/WebMercatorQuad/0/0/0",
      "/collections/" + id + "/tiles/WebMercatorQuad/tilejson.json",
      "/collections/" + id + "/aggregate/time-series?" + BOX,
      "/tileMatrixSets",
      "/conformance"
    };
    for (String path : paths) {
      HttpRequest.Builder bare =
          HttpRequest.newBuilder(TestPlatform.shared().uri(client.prefix() + path));
      HttpResponse<byte[]> answer = SpatioClient.exchange(bare);
      problem(401, answer);
      assertThat(answer.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Bearer");
    }
    ObjectNode foreign =
        Json.object()
            .put("id", "foreign-" + Instant.now().truncatedTo(ChronoUnit.MILLIS).toEpochMilli());
    problem(
        403,
        client.post("/collections", foreign.put("farmId", SpatioClient.FOREIGN_FARM.toString())));
  }
}
