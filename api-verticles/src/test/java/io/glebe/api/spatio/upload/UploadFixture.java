package io.glebe.api.spatio.upload;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.json.Json;
import io.glebe.zarr.dataset.DatasetSnapshot;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** A layer of floats on a grid, and the requests that upload files to it. */
abstract class UploadFixture {
  static final int WIDTH = 300;

  static final int HEIGHT = 200;

  static final double LEFT = 500_000;

  static final double TOP = 5_100_000;

  static final double CELL = 10;
  static final String MAY = "2026-05-01T10:00:00Z";
  static final String JUNE = "2026-06-01T10:00:00Z";
  static final Duration PATIENCE = Duration.ofSeconds(60);
  static final String[] ON_GRID = {
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
  final SpatioClient client;

  UploadFixture(SpatioClient client) {
    this.client = client;
  }

  @TempDir Path folder;

  /** A smooth surface with hills of some hundred metres. */
  static float[] hills(int width, int height, double left, double top, double cell) {
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

  static float[] hills() {
    return hills(WIDTH, HEIGHT, LEFT, TOP, CELL);
  }

  String cube(ObjectNode layer) {
    String id = client.collection();
    ObjectNode grid =
        Json.object().put("crs", "EPSG:32633").put("width", WIDTH).put("height", HEIGHT);
    grid.putArray("bbox").add(LEFT).add(TOP - HEIGHT * CELL).add(LEFT + WIDTH * CELL).add(TOP);
    expect(201, client.post("/collections/" + id + "/zarr/init", grid));
    expect(201, client.post("/collections/" + id + "/layers", layer));
    return id;
  }

  static ObjectNode floats() {
    return Json.object().put("name", "H").put("dtype", "float32").put("nodata", -9999);
  }

  HttpResponse<byte[]> send(String id, String query, String type, byte[] body) {
    return client.post("/collections/" + id + "/layers/H/data?" + query, type, body);
  }

  HttpResponse<byte[]> send(String id, String query, Path file) {
    return send(id, query, "image/tiff", GdalTools.bytes(file));
  }

  static DatasetSnapshot now(String id) {
    Cube cube = TestPlatform.shared().platform().cubes().cubes().require(id).await();
    return cube.now();
  }

  static byte[] stored(String id, String instant, int size) {
    DatasetSnapshot snapshot = now(id);
    int slot = snapshot.slot("H", Instant.parse(instant)).orElseThrow();
    byte[] bytes = new byte[WIDTH * HEIGHT * size];
    snapshot
        .array("H", 0)
        .readWindow(
            new long[] {slot, 0, 0}, new int[] {1, HEIGHT, WIDTH}, MemorySegment.ofArray(bytes));
    return bytes;
  }

  static float[] floats(String id, String instant) {
    return MemorySegment.ofArray(stored(id, instant, 4)).toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
  }

  static short[] shorts(String id, String instant) {
    return MemorySegment.ofArray(stored(id, instant, 2)).toArray(ValueLayout.JAVA_SHORT_UNALIGNED);
  }

  void refused(int status, HttpResponse<byte[]> answer, String... words) {
    expect(status, answer);
    assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains(words);
  }

  List<String> times(String id) {
    JsonNode times = json(expect(200, client.get("/collections/" + id + "/time"))).path("times");
    return texts(times);
  }

  static List<String> texts(JsonNode array) {
    return java.util.stream.StreamSupport.stream(array.spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }

  /** All cells of the grid with one number. */
  static byte[] constant(double value) {
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
}
