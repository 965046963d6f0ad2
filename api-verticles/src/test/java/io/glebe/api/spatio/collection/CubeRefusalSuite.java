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
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests for collections, slices, tiles and series that are refused; for one surface. */
abstract class CubeRefusalSuite extends CubeFixture {
  CubeRefusalSuite(SpatioClient client) {
    super(client);
  }

  @Test
  void reservedAndMalformedIdsAreRefused() {
    for (String id :
        new String[] {"tileMatrixSets", "jobs", "bulk-operations", "stac", "a/b", ""}) {
      problem(422, client.post("/collections", SpatioClient.named(id)), "/id");
    }
  }

  @Test
  void badUploadsAreRefusedWithTheReasonAndDoNotChangeTheCube() {
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
  void anIntervalWithoutAnyEndIsRefusedByEveryOperationOfACube() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1000, CELLS)));
    String of = "/collections/" + id;
    String box = "bbox=15.49,46.02,15.50,46.03";
    for (String path :
        List.of(
            "/tiles/WebMercatorQuad/0/0/0?layers=NDVI",
            "/tiles/WebMercatorQuad-Vector/0/0/0?v=1",
            "/tiles/WebMercatorQuad/tilejson.json?layers=NDVI",
            "/map/render?layers=NDVI&width=8&" + box,
            "/legend?layers=NDVI",
            "/layers/NDVI/statistics?asOf=1",
            "/aggregate/time-series?layers=NDVI&" + box,
            "/aggregate/summary?layers=NDVI&" + box,
            "/point/15.5,46.0?layers=NDVI",
            "/items?limit=1")) {
      for (String time : List.of("../..", "/", "../", "/..", "2026-05-01/soon")) {
        problem(400, client.get(of + path + "&datetime=" + time), "datetime");
      }
    }
    ObjectNode job = Json.object().put("collection", id);
    job.putArray("layers").add("NDVI");
    job.putArray("zooms").add(0);
    job.putArray("datetimes").add("../..");
    problem(422, client.post("/collections/bulk-operations", job), "/datetimes");
    ObjectNode tileset = Json.object().put("id", "all").put("datetime", "../..");
    tileset.putArray("layers").add("NDVI");
    problem(422, client.post(of + "/tilesets", tileset), "/datetime");
  }

  @Test
  void anInterruptedUploadStoresNothing() throws IOException {
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
  void aBodyOverTheLimitIsRefusedBeforeItIsSent() throws IOException {
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
  void unknownNamesAreNotFoundAndTheResponseListsTheExistingOnes() {
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
  void badBoxesAndParametersOfSeriesAreRefused() {
    String id = client.cube();
    String path = "/collections/" + id + "/aggregate/time-series?layers=NDVI";

    problem(400, client.get(path), "bbox");
    problem(400, client.get(path + "&bbox=NaN,46,15,47"), "bbox");
    problem(400, client.get(path + "&bbox=15,46,14,47"), "bbox");
    problem(400, client.get(path + "&bbox=1,2,3"), "bbox");
    problem(400, client.get(path + "&" + BOX + "&resolution=P7D"), "resolution");
    problem(400, client.get(path + "&" + BOX + "&aggregation=mode"), "aggregation");
    problem(400, client.get(path + "&" + BOX + "&aggregation="), "aggregation");
    problem(400, client.get(path + "&" + BOX + "&percentiles=,"), "percentiles");
    problem(400, client.get(path + "&bbox=-190,46,-170,47"), "-180 to 180");
    String summary = path.replace("time-series", "summary");
    problem(400, client.get(summary + "&" + BOX + "&statistics="), "statistics");
    problem(400, client.get(path + "&" + BOX + "&timezone=Mars/Base"), "timezone");
    problem(400, client.get("/collections/" + id + "/point/15.492,146?layers=NDVI"), "lat");
    problem(
        404, client.get("/collections/" + id + "/aggregate/time-series?layers=B99&" + BOX), "NDVI");
  }

  @Test
  void aSecondCubeLayerOrCompositeOfTheSameNameIsRefused() {
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
  void requestsWithoutATokenOrForFarmsOfOthersAreRefused() {
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
