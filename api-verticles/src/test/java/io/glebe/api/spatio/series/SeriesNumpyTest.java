package io.glebe.api.spatio.series;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.api.spatio.Tools;
import io.glebe.core.json.Json;
import io.glebe.core.sample.SampleLand;
import io.glebe.core.sample.SampleSeasons;
import io.glebe.tile.grid.Projection;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Series and percentiles equal the results of NumPy to 1e-6; {@code series_oracle.py} has the
 * method.
 */
final class SeriesNumpyTest {
  private static final String PYTHON = "/usr/bin/python3";
  private static final double CLOSE = 1e-6;
  private static final String STATISTICS = "mean,min,max,sum,count,median,std";
  private static final String BOX = "&bbox=14,45,16,47";
  private static final List<Integer> PERCENTILES = List.of(5, 25, 90);

  @TempDir Path folder;

  private final SpatioClient client = new SpatioClient("/api/v2");
  private final ObjectNode task = Json.object();

  @BeforeEach
  void requireNumpy() throws InterruptedException {
    Tools.require(Tools.succeeds(PYTHON, "-c", "import numpy"), "python3-numpy");
    task.putArray("cases");
  }

  /** A query on one cube, for the platform and for NumPy. */
  private ObjectNode seriesCase(String name, ObjectNode cube, String resolution, JsonNode polygon) {
    ObjectNode seriesCase = cube.deepCopy().put("name", name).put("resolution", resolution);
    PERCENTILES.forEach(seriesCase.putArray("percentiles")::add);
    seriesCase.set("polygon", polygon);
    ((ArrayNode) task.path("cases")).add(seriesCase);
    return seriesCase;
  }

  private void everythingAgrees(String id) throws IOException, InterruptedException {
    Path file = folder.resolve("task.json");
    Files.write(file, Json.bytes(task));
    JsonNode answers =
        Json.parse(Tools.run(folder, folder, List.of(PYTHON, script(), file.toString())));
    for (int i = 0; i < task.path("cases").size(); i++) {
      agree(
          task.path("cases").get(i),
          measured(id, task.path("cases").get(i)),
          answers.path("cases").get(i));
    }
  }

  private static String script() {
    try {
      return Path.of(SeriesNumpyTest.class.getResource("/series_oracle.py").toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private JsonNode measured(String id, JsonNode seriesCase) {
    boolean all = seriesCase.path("resolution").asText().equals("ALL");
    String resolution = seriesCase.path("resolution").asText();
    String query =
        (all ? "summary?statistics=" : "time-series?aggregation=")
            + STATISTICS
            + "&layers=NDVI&percentiles=5,25,90"
            + (all ? "" : "&timezone=" + seriesCase.path("timezone").asText())
            + (all || resolution.isEmpty() ? "" : "&resolution=" + resolution)
            + (seriesCase.path("mask").isNull() ? "" : "&mask=CLOUD:1");
    String path = "/collections/" + id + "/aggregate/" + query;
    JsonNode answer =
        seriesCase.path("polygon") instanceof ObjectNode polygon
            ? json(expect(200, client.post(path, polygon)))
            : json(expect(200, client.get(path + BOX)));
    return answer.path(all ? "layers" : "series").get(0);
  }

  private static void agree(JsonNode seriesCase, JsonNode ours, JsonNode expected) {
    String name = seriesCase.path("name").asText();
    assertThat(ours.path("areaPixels").asDouble())
        .as(name)
        .isCloseTo(expected.path("areaPixels").asDouble(), within(1e-3));
    boolean all = seriesCase.path("resolution").asText().equals("ALL");
    JsonNode buckets = all ? Json.object().putArray("one").add(ours) : ours.path("values");
    assertThat(buckets).as(name).hasSize(expected.path("buckets").size());
    for (int i = 0; i < buckets.size(); i++) {
      bucket(name + ", bucket " + i, buckets.get(i), expected.path("buckets").get(i));
    }
  }

  private static void bucket(String name, JsonNode ours, JsonNode expected) {
    for (String number : List.of("slices", "valid", "nodata", "masked")) {
      assertThat(ours.path(number).asLong())
          .as(name + " " + number)
          .isEqualTo(expected.path(number).asLong());
    }
    double cells = Math.max(1, expected.path("weight").asDouble());
    for (String weight : List.of("count", "weight")) {
      assertThat(ours.path(weight).asDouble() / cells)
          .as(name + " " + weight)
          .isCloseTo(expected.path("weight").asDouble() / cells, within(CLOSE));
    }
    if (!ours.path("mean").isNull()) {
      assertThat(ours.path("sum").asDouble() / ours.path("count").asDouble())
          .as(name + " mean")
          .isCloseTo(ours.path("mean").asDouble(), within(CLOSE));
    }
    assertThat(ours.path("sum").asDouble() / cells)
        .as(name + " sum")
        .isCloseTo(expected.path("sum").asDouble() / cells, within(CLOSE));
    for (String number : List.of("mean", "min", "max", "std", "median")) {
      assertThat(ours.path(number).isNull()).isEqualTo(expected.path(number).isMissingNode());
      assertThat(ours.path(number).asDouble())
          .as(name + " " + number)
          .isCloseTo(expected.path(number).asDouble(), within(CLOSE));
    }
    for (int p = 0; p < expected.path("percentiles").size(); p++) {
      assertThat(ours.path("percentiles").path(PERCENTILES.get(p).toString()).asDouble())
          .as(name + " percentile " + PERCENTILES.get(p))
          .isCloseTo(expected.path("percentiles").get(p).asDouble(), within(CLOSE));
    }
  }

  private String cube(ArrayNode box, int width, int height, ObjectNode layer) {
    String id = client.collection();
    ObjectNode grid = Json.object().put("crs", "EPSG:32633");
    grid.set("bbox", box);
    expect(
        201,
        client.post(
            "/collections/" + id + "/zarr/init", grid.put("width", width).put("height", height)));
    expect(201, client.post("/collections/" + id + "/layers", layer.put("name", "NDVI")));
    ObjectNode mask = Json.object().put("name", "CLOUD").put("dtype", "uint8");
    expect(201, client.post("/collections/" + id + "/layers", mask.put("categorical", true)));
    return id;
  }

  private static String datetimes(JsonNode times) {
    return "datetime="
        + StreamSupport.stream(times.spliterator(), false)
            .map(JsonNode::asText)
            .collect(Collectors.joining(","));
  }

  @Test
  void seriesOfTheSlovenianCubeEqualThoseOfNumpy() throws IOException, InterruptedException {
    Path data =
        Optional.ofNullable(System.getenv("GLEBE_SHARED_DATA"))
            .map(Path::of)
            .orElseGet(() -> Path.of("").toAbsolutePath().resolve("../../shared/data"))
            .resolve("s2-slovenia");
    assumeTrue(Files.isDirectory(data), "the shared data folder is there");
    ObjectNode meta = Json.parseObject(Files.readAllBytes(data.resolve("meta.json")));
    Path ndvi = data.resolve("ndvi_f32.npy");
    Path cloud = data.resolve("cloudmask_u8.npy");
    String id =
        cube((ArrayNode) meta.path("bbox"), 100, 101, Json.object().put("dtype", "float32"));
    String times = datetimes(meta.path("ndvi_times"));
    expect(200, client.fill(id, "NDVI", times, Files.readAllBytes(ndvi)));
    expect(200, client.fill(id, "CLOUD", times, Files.readAllBytes(cloud)));
    ObjectNode cube = Json.object().put("cells", ndvi.toString()).put("scale", 1).put("zone", 33);
    cube.set("bbox", meta.path("bbox"));
    cube.set("times", meta.path("ndvi_times"));
    cube.put("timezone", "Europe/Ljubljana").putNull("nodata").putNull("mask");
    ObjectNode clear = cube.deepCopy().put("mask", cloud.toString());
    clear.putArray("maskValues").add(1);
    seriesCase("every slice", cube, "", Json.object().nullNode());
    seriesCase("all together", cube, "ALL", Json.object().nullNode());
    seriesCase("clear months", clear, "P1M", Json.object().nullNode());
    JsonNode parcels =
        Json.parse(Files.readString(data.resolve("parcels.geojson"))).path("features");
    for (int i = 0; i < parcels.size(); i += 9) {
      seriesCase("weeks of parcel " + i, clear, "P1W", parcels.get(i).path("geometry"));
      seriesCase("parcel " + i, cube, "ALL", parcels.get(i).path("geometry"));
    }

    everythingAgrees(id);
  }

  @Test
  void seriesOfTheSampleEqualThoseOfNumpy() throws IOException, InterruptedException {
    SampleLand farm = SampleLand.create();
    SampleSeasons seasons = new SampleSeasons(farm);
    ObjectNode cube = Json.object().put("scale", SampleSeasons.SCALE).put("zone", 33);
    ArrayNode box = cube.putArray("bbox").add(SampleLand.WEST);
    box.add(SampleLand.NORTH - SampleLand.EDGE);
    box.add(SampleLand.WEST + SampleLand.EDGE).add(SampleLand.NORTH);
    ArrayNode times = cube.putArray("times");
    int count = seasons.dates().size();
    int cells = SampleSeasons.CELLS * SampleSeasons.CELLS;
    ByteBuffer ndvi = ByteBuffer.allocate(2 * count * cells).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer cloud = ByteBuffer.allocate(count * cells);
    for (int i = 0; i < count; i++) {
      SampleSeasons.Scene scene = seasons.scene(i);
      times.add(scene.instant().toString());
      for (short cell : scene.ndvi()) {
        ndvi.putShort(cell);
      }
      cloud.put(scene.cloud());
    }
    ObjectNode layer = Json.object().put("dtype", "int16").put("scale", SampleSeasons.SCALE);
    String id =
        cube(box, SampleSeasons.CELLS, SampleSeasons.CELLS, layer.put("nodata", Short.MIN_VALUE));
    expect(200, client.fill(id, "NDVI", datetimes(times), ndvi.array()));
    expect(200, client.fill(id, "CLOUD", datetimes(times), cloud.array()));
    cube.put("cells", npy("ndvi", "<i2", count, ndvi)).put("nodata", Short.MIN_VALUE);
    cube.put("mask", npy("cloud", "|u1", count, cloud)).put("timezone", "UTC");
    cube.putArray("maskValues").add(1);
    seriesCase("clear months", cube, "P1M", Json.object().nullNode());
    for (int i = 0; i < farm.parcels().size(); i += 6) {
      seriesCase("parcel " + i, cube, "", polygon(farm.parcels().get(i)));
    }

    everythingAgrees(id);
  }

  private String npy(String name, String type, int count, ByteBuffer cells) throws IOException {
    String header =
        "{'descr': '%s', 'fortran_order': False, 'shape': (%d, %d, %d), }"
            .formatted(type, count, SampleSeasons.CELLS, SampleSeasons.CELLS);
    byte[] text = header.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer file = ByteBuffer.allocate(10 + text.length + cells.capacity());
    file.order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0x93)
        .put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    file.put((byte) 1)
        .put((byte) 0)
        .putShort((short) text.length)
        .put(text)
        .put(cells.duplicate().clear());
    return Files.write(folder.resolve(name + ".npy"), file.array()).toString();
  }

  private static ObjectNode polygon(SampleLand.Parcel parcel) {
    ObjectNode geometry = Json.object().put("type", "Polygon");
    ArrayNode ring = geometry.putArray("coordinates").addArray();
    double[] place = new double[2];
    for (double[] corner : parcel.ring()) {
      Projection.of(32633).toLonLat(corner[0], corner[1], place, 0);
      ring.addArray().add(place[0]).add(place[1]);
    }
    if (!ring.get(0).equals(ring.get(ring.size() - 1))) {
      ring.add(ring.get(0).deepCopy());
    }
    return geometry;
  }
}
