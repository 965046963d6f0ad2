package io.glebe.api.spatio.upload;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.HeldRequest;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.json.Json;
import io.glebe.tile.grid.Projection;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.SliceWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files become slices, cell for cell what GDAL reads or warps; for one surface. */
abstract class UploadSuite {
  private static final int WIDTH = 300;
  private static final int HEIGHT = 200;
  private static final double LEFT = 500_000;
  private static final double TOP = 5_100_000;
  private static final double CELL = 10;
  private static final String MAY = "2026-05-01T10:00:00Z";
  private static final String JUNE = "2026-06-01T10:00:00Z";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String[] ON_GRID = {
    "-t_srs",
    "EPSG:32633",
    "-te",
    "500000",
    "5098000",
    "503000",
    "5100000",
    "-tr",
    "10",
    "10",
    "-et",
    "0",
    "-dstnodata",
    "-9999",
    "-overwrite"
  };

  private final SpatioClient client;
  @TempDir private Path folder;

  UploadSuite(SpatioClient client) {
    this.client = client;
  }

  /** A smooth field with hills of some hundred metres. */
  private static float[] hills(int width, int height, double left, double top, double cell) {
    float[] cells = new float[width * height];
    for (int r = 0; r < height; r++) {
      for (int c = 0; c < width; c++) {
        double x = left + (c + 0.5) * cell;
        double y = top - (r + 0.5) * cell;
        cells[r * width + c] =
            (float) (100 * Math.sin(x / 160) * Math.cos(y / 210) + (x - LEFT) / 100);
      }
    }
    return cells;
  }

  private static float[] hills() {
    return hills(WIDTH, HEIGHT, LEFT, TOP, CELL);
  }

  private String cube(ObjectNode layer) {
    String id = client.collection();
    ObjectNode grid =
        Json.object().put("crs", "EPSG:32633").put("width", WIDTH).put("height", HEIGHT);
    grid.putArray("bbox").add(LEFT).add(TOP - HEIGHT * CELL).add(LEFT + WIDTH * CELL).add(TOP);
    expect(201, client.post("/collections/" + id + "/zarr/init", grid));
    expect(201, client.post("/collections/" + id + "/layers", layer));
    return id;
  }

  private static ObjectNode floats() {
    return Json.object().put("name", "H").put("dtype", "float32").put("nodata", -9999);
  }

  private HttpResponse<byte[]> send(String id, String query, String type, byte[] body) {
    return client.post("/collections/" + id + "/layers/H/data?" + query, type, body);
  }

  private HttpResponse<byte[]> send(String id, String query, Path file) {
    return send(id, query, "image/tiff", GdalTools.bytes(file));
  }

  private static DatasetSnapshot now(String id) {
    Cube cube = TestPlatform.shared().platform().cubes().cubes().require(id).await();
    return cube.now();
  }

  private static byte[] stored(String id, String instant, int size) {
    DatasetSnapshot snapshot = now(id);
    int slot = snapshot.slot("H", Instant.parse(instant)).orElseThrow();
    byte[] bytes = new byte[WIDTH * HEIGHT * size];
    snapshot
        .array("H", 0)
        .readWindow(
            new long[] {slot, 0, 0}, new int[] {1, HEIGHT, WIDTH}, MemorySegment.ofArray(bytes));
    return bytes;
  }

  private static float[] floats(String id, String instant) {
    return MemorySegment.ofArray(stored(id, instant, 4)).toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
  }

  private static short[] shorts(String id, String instant) {
    return MemorySegment.ofArray(stored(id, instant, 2)).toArray(ValueLayout.JAVA_SHORT_UNALIGNED);
  }

  private void refused(int status, HttpResponse<byte[]> answer, String... words) {
    expect(status, answer);
    assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains(words);
  }

  private List<String> times(String id) {
    JsonNode times = json(expect(200, client.get("/collections/" + id + "/time"))).path("times");
    return texts(times);
  }

  private static List<String> texts(JsonNode array) {
    return java.util.stream.StreamSupport.stream(array.spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }

  @Test
  void aGeoTiffOnTheGridIsStoredAndServedCellForCell() {
    GdalTools gdal = GdalTools.in(folder);
    float[] cells = hills();
    Path raw = gdal.raw("same", cells, WIDTH, LEFT, TOP, CELL);
    Path cog = gdal.translate(raw, "cog.tif", "-of", "COG", "-co", "COMPRESS=ZSTD");
    Path point =
        gdal.translate(
            raw,
            "point.tif",
            "-mo",
            "AREA_OR_POINT=Point",
            "-co",
            "COMPRESS=LZW",
            "-co",
            "PREDICTOR=3",
            "-co",
            "BIGTIFF=YES");
    String id = cube(floats());

    expect(200, send(id, "datetime=" + MAY, cog));
    expect(200, send(id, "datetime=" + JUNE, point));

    assertThat(floats(id, MAY)).isEqualTo(cells).isEqualTo(gdal.cells(cog));
    assertThat(floats(id, JUNE)).isEqualTo(cells);
    for (int[] cell : new int[][] {{0, 0}, {299, 199}, {37, 151}}) {
      double[] place = new double[2];
      Projection.of(32633)
          .toLonLat(LEFT + (cell[0] + 0.5) * CELL, TOP - (cell[1] + 0.5) * CELL, place, 0);
      String path = "/collections/" + id + "/point/" + place[0] + "," + place[1] + "?layers=H";
      JsonNode values = json(expect(200, client.get(path))).path("values");
      assertThat((float) values.get(0).path("value").asDouble())
          .isEqualTo(cells[cell[1] * WIDTH + cell[0]]);
    }
    JsonNode statistics =
        json(expect(200, client.get("/collections/" + id + "/layers/H/statistics")));
    double least = Double.MAX_VALUE;
    double sum = 0;
    for (float cell : cells) {
      least = Math.min(least, cell);
      sum += cell;
    }
    JsonNode may = statistics.path("slices").get(0);
    assertThat(may.path("minimum").asDouble()).isEqualTo(least);
    assertThat(may.path("mean").asDouble()).isCloseTo(sum / cells.length, within(1e-6));
    assertThat(may.path("count").asInt()).isEqualTo(cells.length);
    assertThat(statistics.path("statistics").path("valid_percent").asDouble()).isEqualTo(100);
  }

  @Test
  void aGeoTiffOfAnotherCrsIsWarpedAsGdalWarpsIt() {
    GdalTools gdal = GdalTools.in(folder);
    float[] wide = hills(400, 300, LEFT - 500, TOP + 500, CELL);
    Path raw = gdal.raw("wide", wide, 400, LEFT - 500, TOP + 500, CELL);
    Path mercator = gdal.warp(raw, "mercator.tif", "-t_srs", "EPSG:3857", "-r", "cubic");
    // no finer than the cube in either direction, for there GDAL would widen its kernels
    Path degrees =
        gdal.warp(
            raw, "degrees.tif", "-t_srs", "EPSG:4326", "-tr", "0.00014", "0.0001", "-r", "cubic");
    String id = cube(floats());
    int hour = 0;
    for (Path source : List.of(mercator, degrees)) {
      for (String method : List.of("nearest", "bilinear", "cubic")) {
        String at = "2026-05-01T%02d:00:00Z".formatted(hour++);
        String[] options = Arrays.copyOf(ON_GRID, ON_GRID.length + 2);
        options[ON_GRID.length] = "-r";
        options[ON_GRID.length + 1] = method.equals("nearest") ? "near" : method;
        float[] expected = gdal.cells(gdal.warp(source, "expected.tif", options));

        expect(200, send(id, "datetime=" + at + "&resampling=" + method, source));

        // positions err by an eighth of a cell at most; the field changes by 8 a cell at most
        float allowed = method.equals("nearest") ? 12f : 1.5f;
        int nearer = 0;
        float[] found = floats(id, at);
        for (int i = 0; i < found.length; i++) {
          float difference = Math.abs(found[i] - expected[i]);
          assertThat(difference).as("%s %s cell %d", source, method, i).isLessThan(allowed);
          nearer += difference < 0.1f ? 1 : 0;
        }
        assertThat(nearer).as("%s %s", source, method).isGreaterThan(found.length * 95 / 100);
      }
    }
  }

  @Test
  void finerCellsAreAveragedAsGdalDoes() {
    GdalTools gdal = GdalTools.in(folder);
    float[] fine = hills(4 * WIDTH, 4 * HEIGHT, LEFT, TOP, CELL / 4);
    Path raw = gdal.raw("fine", fine, 4 * WIDTH, LEFT, TOP, CELL / 4);
    Path file = gdal.translate(raw, "fine.tif", "-co", "TILED=YES", "-co", "COMPRESS=DEFLATE");
    String[] options = Arrays.copyOf(ON_GRID, ON_GRID.length + 2);
    options[ON_GRID.length] = "-r";
    options[ON_GRID.length + 1] = "average";
    float[] expected = gdal.cells(gdal.warp(file, "mean.tif", options));
    String id = cube(floats());

    expect(200, send(id, "datetime=" + MAY + "&resampling=average", file));

    float[] found = floats(id, MAY);
    for (int i = 0; i < found.length; i++) {
      assertThat(found[i]).isCloseTo(expected[i], within(1e-3f));
    }
  }

  @Test
  void nodataOfAFileBecomesThatOfTheLayerAndMergingKeepsTheRest() {
    GdalTools gdal = GdalTools.in(folder);
    float[] part = new float[100 * 50];
    Arrays.fill(part, 7);
    part[0] = -1;
    Path raw = gdal.raw("part", part, 100, LEFT + 1000, TOP - 500, CELL);
    Path file = gdal.translate(raw, "part.tif", "-a_nodata", "-1", "-ot", "Int16");
    String id = cube(floats());

    expect(200, send(id, "datetime=" + MAY, file));
    float[] alone = floats(id, MAY);
    expect(200, send(id, "datetime=" + JUNE, "application/json", constant(2)));
    expect(200, send(id, "mode=merge&datetime=" + JUNE, file));
    float[] merged = floats(id, JUNE);

    int corner = 50 * WIDTH + 100;
    assertThat(alone[corner]).isEqualTo(-9999);
    assertThat(alone[corner + 1]).isEqualTo(7);
    assertThat(alone[0]).isEqualTo(-9999);
    assertThat(merged[0]).isEqualTo(2);
    assertThat(merged[corner + 1]).isEqualTo(7);
    assertThat(merged[corner]).isEqualTo(-9999);
  }

  /** All cells of the grid with one number. */
  private static byte[] constant(double value) {
    ObjectNode json = Json.object();
    ArrayNode rows = json.putArray("values");
    for (int r = 0; r < HEIGHT; r++) {
      ArrayNode row = rows.addArray();
      for (int c = 0; c < WIDTH; c++) {
        row.add(value);
      }
    }
    return Json.bytes(json);
  }

  @Test
  void bandsAreChosenAndBecomeSlices() {
    GdalTools gdal = GdalTools.in(folder);
    float[] cells = hills();
    Path raw = gdal.raw("bands", cells, WIDTH, LEFT, TOP, CELL);
    Path file =
        gdal.translate(
            raw,
            "bands.tif",
            "-b",
            "1",
            "-b",
            "1",
            "-b",
            "1",
            "-scale_2",
            "0",
            "1",
            "0",
            "2",
            "-ot",
            "Float32",
            "-co",
            "INTERLEAVE=PIXEL");
    String id = cube(floats());

    refused(422, send(id, "datetime=" + MAY, file), "3 bands", "band=");
    refused(422, send(id, "band=4&datetime=" + MAY, file), "1 to 3");
    refused(422, send(id, "band=1,2&datetime=" + MAY, file), "2 bands");
    expect(200, send(id, "band=2,3&datetime=" + MAY + "," + JUNE, file));

    assertThat(floats(id, MAY)[500]).isCloseTo(2 * cells[500], within(1e-3f));
    assertThat(floats(id, JUNE)[500]).isEqualTo(cells[500]);
  }

  @Test
  void oneFormBringsSeveralSlicesAllOrNone() {
    GdalTools gdal = GdalTools.in(folder);
    Path raw = gdal.raw("form", hills(), WIDTH, LEFT, TOP, CELL);
    Path file = gdal.translate(raw, "form.tif", "-co", "COMPRESS=DEFLATE");
    String id = cube(floats());
    Form good =
        new Form()
            .file("a.tif", GdalTools.bytes(file))
            .field("datetime", JUNE)
            .file("b.json", constant(3));
    Form bad =
        new Form().file("a.tif", GdalTools.bytes(file)).file("b.tif", new byte[] {'I', 'I', 42, 0});

    ObjectNode answer = json(expect(200, send(id, "datetime=" + MAY, Form.TYPE, good.bytes())));
    refused(
        422,
        send(id, "datetime=2026-07-01T00:00:00Z,2026-07-02T00:00:00Z", Form.TYPE, bad.bytes()),
        "GeoTIFF");
    refused(422, send(id, "", Form.TYPE, bad.bytes()), "a.tif", "datetime");
    refused(400, send(id, "", Form.TYPE, new Form().bytes()), "no file");
    byte[] cut = Arrays.copyOf(good.bytes(), good.bytes().length / 2);
    refused(400, send(id, "datetime=" + MAY, Form.TYPE, cut), "ends before");

    assertThat(texts(answer.path("datetime"))).containsExactly(MAY, JUNE);
    assertThat(times(id)).containsExactly(MAY, JUNE);
    assertThat(floats(id, MAY)).isEqualTo(hills());
    assertThat(floats(id, JUNE)).containsOnly(3);
  }

  @Test
  void quantitiesAreScaledAndWhatDoesNotFitIsRefused() {
    ObjectNode layer =
        Json.object().put("name", "H").put("dtype", "int16").put("scale", 0.01).put("offset", 1);
    String id = cube(layer);
    byte[] half = constant(0.5);
    ObjectNode gap = Json.parseObject(constant(1));
    ((ArrayNode) gap.path("values").get(3)).setNull(4);

    refused(422, send(id, "datetime=" + MAY, "application/json", half), "0.5", "values=physical");
    refused(
        422,
        send(id, "datetime=" + MAY + "&values=physical", "application/json", constant(500)),
        "int16");
    refused(
        422,
        send(id, "datetime=" + MAY, "application/json", Json.bytes(gap)),
        "row 3, column 4",
        "nodata");
    expect(200, send(id, "datetime=" + MAY + "&values=physical", "application/json", half));

    assertThat(shorts(id, MAY)).containsOnly(-50);
    assertThat(times(id)).containsExactly(MAY);
  }

  @Test
  void jsonIsCheckedMemberByMember() {
    String id = cube(floats());
    String[][] faults = {
      {"[1]", "object"},
      {"{\"values\": 3, \"datetime\": \"" + MAY + "\"}", "datetime says the time"},
      {"{\"datetime\": \"soon\"}", "soon"},
      {"{\"datetime\": \"" + MAY + "\", \"values\": [[1]]}", "instead of 300"},
      {"{\"datetime\": \"" + MAY + "\", \"values\": [[\"x\"]]}", "a number or null"},
      {"{\"datetime\": \"" + MAY + "\", \"values\": []}", "0 rows instead of 200"},
      {"{\"cells\": []}", "/cells"},
      {"{}", "neither"},
    };
    for (String[] fault : faults) {
      HttpResponse<byte[]> answer =
          send(id, "", "application/json", fault[0].getBytes(StandardCharsets.UTF_8));
      refused(422, answer, fault[1]);
    }
    refused(
        400,
        send(id, "", "application/json", "{\"datetime\": ".getBytes(StandardCharsets.UTF_8)),
        "line 1");
    refused(422, send(id, "datetime=" + MAY, "application/json", new byte[0]), "neither");
    assertThat(times(id)).isEmpty();
  }

  @Test
  void filesThatDoNotFitAreRefusedWithTheReason() {
    GdalTools gdal = GdalTools.in(folder);
    Path raw = gdal.raw("bad", hills(), WIDTH, LEFT, TOP, CELL);
    Path far = gdal.translate(raw, "far.tif", "-a_ullr", "700000", "5100000", "703000", "5098000");
    Path jpeg = gdal.translate(raw, "jpeg.tif", "-ot", "Byte", "-co", "COMPRESS=JPEG");
    Path lost =
        gdal.translate(
            gdal.raw("small", new float[64], 8, LEFT, TOP, CELL),
            "lost.tif",
            "-co",
            "PROFILE=BASELINE");
    String id = cube(floats());

    refused(422, send(id, "datetime=" + MAY, far), "outside the grid");
    refused(422, send(id, "datetime=" + MAY, jpeg), "JPEG", "LZW");
    refused(422, send(id, "datetime=" + MAY, lost), "does not say where it lies");
    refused(422, send(id, "datetime=" + MAY + "&crs=EPSG:999999", far), "999999");
    refused(400, send(id, "datetime=" + MAY + "&resampling=best", far), "resampling");
    refused(422, send(id, "", far), "datetime");
    refused(422, send(id, "datetime=" + MAY + "," + JUNE, far), "1 bands for 2 times");
    refused(422, send(id, "datetime=" + MAY, "application/octet-stream", new byte[100]), "dtype");
    assertThat(times(id)).isEmpty();
    assertThat(now(id).version()).isEqualTo(2);
  }

  @Test
  void aRepeatedUploadChangesNothingAndItsProgressCanBeRead() {
    String id = cube(floats());
    UUID upload = UUID.randomUUID();
    String query = "upload=" + upload + "&datetime=" + MAY;

    expect(200, send(id, query, "application/json", constant(4)));
    ObjectNode again = json(expect(200, send(id, query, "application/json", constant(4))));

    assertThat(times(id)).containsExactly(MAY);
    assertThat(floats(id, MAY)).containsOnly(4);
    String path = "/collections/" + id + "/uploads";
    ObjectNode one = json(expect(200, client.get(path + "/" + upload)));
    assertThat(one.path("state").asText()).isEqualTo("successful");
    assertThat(one.path("bytes").asInt()).isEqualTo(constant(4).length);
    assertThat(one.path("bytesTotal").asInt()).isEqualTo(constant(4).length);
    assertThat(one.path("slices").asInt()).isEqualTo(1);
    assertThat(one.path("snapshot")).isEqualTo(again.path("snapshot"));
    expect(422, send(id, query, "application/json", "{}".getBytes(StandardCharsets.UTF_8)));
    one = json(expect(200, client.get(path + "/" + upload)));
    assertThat(one.path("state").asText()).isEqualTo("failed");
    assertThat(one.path("detail").asText()).contains("neither");
    assertThat(json(expect(200, client.get(path))).path("uploads")).hasSize(1);
    expect(404, client.get(path + "/" + UUID.randomUUID()));
  }

  @Test
  void aSecondWriterOfASliceIsToldSo() {
    String id = cube(floats());
    Cube cube = TestPlatform.shared().platform().cubes().cubes().require(id).await();
    String query = "datetime=" + MAY;

    try (SliceWriter _ = cube.dataset().beginSlice("H", Instant.parse(MAY))) {
      refused(409, send(id, query, "application/json", constant(1)), "another upload");
      expect(200, send(id, "datetime=" + JUNE, "application/json", constant(1)));
    }

    expect(200, send(id, query, "application/json", constant(2)));
    assertThat(floats(id, MAY)).containsOnly(2);
  }

  @Test
  void othersSeeHowFarAnUploadIsWhileItRuns() throws IOException {
    String id = cube(floats());
    UUID upload = UUID.randomUUID();
    byte[] body = constant(5);
    String path = "/collections/" + id + "/uploads/" + upload;
    String address = "/collections/" + id + "/layers/H/data?upload=" + upload + "&datetime=" + MAY;
    try (HeldRequest held = HeldRequest.half(client, "POST", address, "application/json", body)) {
      await().atMost(PATIENCE).until(() -> client.get(path).statusCode() == 200);
      ObjectNode running = json(client.get(path));
      assertThat(running.path("state").asText()).isEqualTo("running");
      assertThat(running.path("bytesTotal").asInt()).isEqualTo(body.length);
      assertThat(times(id)).isEmpty();

      assertThat(held.finish()).isEqualTo(200);
    }
    assertThat(json(client.get(path)).path("state").asText()).isEqualTo("successful");
    assertThat(times(id)).containsExactly(MAY);
  }
}
