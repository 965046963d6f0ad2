package io.glebe.api.spatio.tile;

import static io.glebe.api.spatio.SpatioClient.expect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Geometry;

/** Vector tiles read with the decoder of map viewers ({@code @mapbox/vector-tile}). */
final class VectorTileNodeTest {
  private static final Path MODULES = Path.of("src/main/console/node_modules");
  private static final Path SCRIPT = Path.of("src/test/tiles/decode.mjs");
  private static final String[][] SHAPES = {
    {"point", "{\"type\":\"Point\",\"coordinates\":[5,5]}"},
    {"points", "{\"type\":\"MultiPoint\",\"coordinates\":[[6,5],[7,8]]}"},
    {"line", "{\"type\":\"LineString\",\"coordinates\":[[10,10],[20,12],[30,10]]}"},
    {"lines", "{\"type\":\"MultiLineString\",\"coordinates\":[[[0,30],[9,31]],[[20,30],[29,35]]]}"},
    {
      "area",
      "{\"type\":\"Polygon\",\"coordinates\":[[[40,0],[60,0],[60,20],[40,20],[40,0]],"
          + "[[45,5],[45,15],[55,15],[55,5],[45,5]]]}"
    },
    {
      "areas",
      "{\"type\":\"MultiPolygon\",\"coordinates\":[[[[-40,0],[-30,0],[-30,9],[-40,9],[-40,0]]],"
          + "[[[-20,0],[-10,0],[-10,9],[-20,9],[-20,0]]]]}"
    }
  };

  private final SpatioClient client = new SpatioClient("/api/v2");

  @TempDir Path folder;

  private JsonNode decoded(String collection, String zxy) throws Exception {
    if (!Files.isDirectory(MODULES.resolve("@mapbox/vector-tile"))) {
      if ("true".equals(System.getenv("CI"))) {
        fail("the console's npm packages are missing");
      }
      abort("the console's npm packages are missing: tiles are not read as viewers do");
    }
    byte[] tile =
        expect(
                200,
                client.get("/collections/" + collection + "/tiles/WebMercatorQuad-Vector/" + zxy))
            .body();
    Path file = Files.write(folder.resolve("tile.mvt"), tile);
    List<String> command = new ArrayList<>(List.of("node", SCRIPT.toString()));
    command.add(MODULES.toAbsolutePath().toString());
    command.add(file.toString());
    command.addAll(List.of(zxy.split("/", -1)));
    Process process = new ProcessBuilder(command).start();
    byte[] output = process.getInputStream().readAllBytes();
    String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(errors).isZero();
    return Json.parseObject(output).path("features");
  }

  private void load(String collection, List<ObjectNode> features) {
    StringBuilder lines = new StringBuilder();
    features.forEach(feature -> lines.append(Json.write(feature)).append('\n'));
    expect(
        200,
        client.post(
            "/collections/" + collection + "/items", "application/x-ndjson", lines.toString()));
  }

  private static ObjectNode feature(String id, String geometry) {
    return Json.parseObject(
        "{\"type\":\"Feature\",\"id\":\""
            + id
            + "\",\"geometry\":"
            + geometry
            + ",\"properties\":{\"name\":\""
            + id
            + "\",\"area\":1.5,\"number\":-7,\"open\":true,\"none\":null}}");
  }

  @Test
  void everyKindOfGeometryIsReadBackWithinOneTileUnit() throws Exception {
    String collection = client.collection();
    List<ObjectNode> sent = new ArrayList<>();
    for (String[] shape : SHAPES) {
      sent.add(feature(shape[0], shape[1]));
    }
    load(collection, sent);
    JsonNode read = decoded(collection, "0/0/0");
    assertThat(read).hasSize(SHAPES.length);
    for (JsonNode feature : read) {
      JsonNode properties = feature.path("properties");
      assertThat(properties.path("number").asInt()).isEqualTo(-7);
      assertThat(properties.path("area").asDouble()).isEqualTo(1.5);
      assertThat(properties.path("open").asBoolean()).isTrue();
      assertThat(properties.has("none")).isFalse();
      assertThat(feature.path("layer").asText()).isEqualTo(collection);
      assertThat(feature.path("version").asInt()).isEqualTo(2);
      String id = properties.path("id").asText();
      ObjectNode before =
          sent.stream()
              .filter(each -> each.path("id").asText().equals(id))
              .findFirst()
              .orElseThrow();
      Geometry expected = GeoJson.toGeometry(before.path("geometry"));
      Geometry found = GeoJson.toGeometry(feature.path("geometry"));
      assertThat(found.getGeometryType()).isEqualTo(expected.getGeometryType());
      assertThat(found.getNumGeometries()).isEqualTo(expected.getNumGeometries());
      assertThat(found.isValid()).isTrue();
      assertThat(found.getArea())
          .isCloseTo(expected.getArea(), within(0.05 * expected.getArea() + 1e-9));
      assertThat(found.getEnvelopeInternal().getMinX())
          .isCloseTo(expected.getEnvelopeInternal().getMinX(), within(0.1));
    }
  }

  @Test
  void simplifiedFieldsAreValidAtEveryZoomAndHaveTheSameCount() throws Exception {
    Random random = new Random(77);
    String collection = client.collection();
    List<ObjectNode> fields = new ArrayList<>();
    for (int i = 0; i < 36; i++) {
      int row = i / 6;
      fields.add(feature("f" + i, wobbly(random, 15.4 + 0.02 * (i % 6), 46 + 0.02 * row)));
    }
    load(collection, fields);
    for (String zxy : List.of("6/34/22", "8/138/91", "10/555/364", "11/1111/728")) {
      JsonNode read = decoded(collection, zxy);
      assertThat(read.size()).as(zxy).isBetween(4, 36);
      for (JsonNode feature : read) {
        Geometry found = GeoJson.toGeometry(feature.path("geometry"));
        assertThat(found.isEmpty()).isFalse();
        if (zxy.startsWith("1") && inside(found, zxy)) {
          assertThat(found.isValid()).as(zxy + " " + feature).isTrue();
        }
      }
    }
  }

  /**
   * Whether a feature is not clipped; clipped features have an edge along the border of the buffer.
   */
  private static boolean inside(Geometry shape, String zxy) {
    String[] parts = zxy.split("/", -1);
    double tiles = Math.pow(2, Integer.parseInt(parts[0]));
    double west = Integer.parseInt(parts[1]) / tiles * 360 - 180;
    double east = west + 360 / tiles;
    double north = latitude(Integer.parseInt(parts[2]) / tiles);
    double south = latitude((Integer.parseInt(parts[2]) + 1) / tiles);
    var box = shape.getEnvelopeInternal();
    return box.getMinX() > west
        && box.getMaxX() < east
        && box.getMinY() > south
        && box.getMaxY() < north;
  }

  private static double latitude(double row) {
    return Math.toDegrees(Math.atan(Math.sinh(Math.PI * (1 - 2 * row))));
  }

  /** A ring of 60 vertices, about 1500 m wide. */
  private static String wobbly(Random random, double x, double y) {
    StringBuilder ring = new StringBuilder();
    String first = "";
    for (int i = 0; i < 60; i++) {
      double angle = 2 * Math.PI * i / 60;
      double radius = 0.007 + 0.002 * random.nextDouble();
      String point =
          String.format(
              Locale.ROOT,
              "[%.6f,%.6f]",
              x + radius * Math.cos(angle),
              y + 0.7 * radius * Math.sin(angle));
      first = i == 0 ? point : first;
      ring.append(point).append(',');
    }
    return "{\"type\":\"Polygon\",\"coordinates\":[[" + ring + first + "]]}";
  }
}
