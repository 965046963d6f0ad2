package io.glebe.api.spatio.upload;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.json.Json;
import io.glebe.tile.grid.Projection;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/**
 * The real square kilometre of Slovenian farmland is uploaded through the API and read back. The
 * responses agree with the description of the data set.
 */
final class SloveniaUploadTest {
  private static final int HEIGHT = 101;
  private static final int WIDTH = 100;
  private static final int HEADER_AT = 8;

  private final SpatioClient client = new SpatioClient("/api/v2");

  private static Path data() {
    Path shared =
        Optional.ofNullable(System.getenv("GLEBE_SHARED_DATA"))
            .map(Path::of)
            .orElseGet(() -> Path.of("").toAbsolutePath().resolve("../../shared/data"));
    Path folder = shared.resolve("s2-slovenia");
    assumeTrue(Files.isDirectory(folder), "the shared data folder is there");
    return folder;
  }

  private static ByteBuffer cells(byte[] npy) {
    int header = (npy[HEADER_AT] & 0xff) | (npy[HEADER_AT + 1] & 0xff) << 8;
    return ByteBuffer.wrap(npy, 10 + header, npy.length - 10 - header)
        .slice()
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  private static String times(JsonNode meta, String member) {
    return "datetime="
        + StreamSupport.stream(meta.path(member).spliterator(), false)
            .map(JsonNode::asText)
            .collect(Collectors.joining(","));
  }

  @Test
  void theRealCubeIsUploadedAndItsDescribedValuesAreReadBack() throws IOException {
    Path folder = data();
    ObjectNode meta = Json.parseObject(Files.readAllBytes(folder.resolve("meta.json")));
    byte[] ndvi = Files.readAllBytes(folder.resolve("ndvi_f32.npy"));
    String id = client.collection();
    ObjectNode grid =
        Json.object().put("crs", "EPSG:32633").put("width", WIDTH).put("height", HEIGHT);
    grid.set("bbox", meta.path("bbox"));
    expect(201, client.post("/collections/" + id + "/zarr/init", grid));
    expect(
        201,
        client.post(
            "/collections/" + id + "/layers",
            Json.object().put("name", "NDVI").put("dtype", "float32")));

    expect(200, client.fill(id, "NDVI", times(meta, "ndvi_times"), ndvi));
    bands(id, folder, meta);

    FloatBuffer values = cells(ndvi).asFloatBuffer();
    summaryHolds(id, values);
    pointsHold(id, meta, values);
    formulaHolds(id, meta);
  }

  /** Uploads each band as raw cells: the file is (band, time, y, x). */
  private void bands(String id, Path folder, JsonNode meta) throws IOException {
    ByteBuffer all = cells(Files.readAllBytes(folder.resolve("bands_u16.npy")));
    int bytes = meta.path("band_times").size() * HEIGHT * WIDTH * 2;
    for (int band = 0; band < meta.path("bands").size(); band++) {
      String name = meta.path("bands").get(band).asText();
      if (!List.of("B02", "B03", "B04", "B08").contains(name)) {
        continue;
      }
      expect(
          201,
          client.post(
              "/collections/" + id + "/layers",
              Json.object().put("name", name).put("dtype", "uint16").put("scale", 0.0001)));
      byte[] raw = new byte[bytes];
      all.get(band * bytes, raw);
      expect(200, client.fill(id, name, times(meta, "band_times") + "&dtype=%3Cu2", raw));
    }
  }

  private void summaryHolds(String id, FloatBuffer values) {
    JsonNode summary =
        json(expect(
                200,
                client.get(
                    "/collections/"
                        + id
                        + "/aggregate/summary?layers=NDVI"
                        + "&bbox=14.54,45.86,14.58,45.88&statistics=min,max,mean,count,std"
                        + "&percentiles=10,50,90")))
            .path("layers")
            .get(0);
    float[] sorted = new float[values.capacity()];
    values.get(0, sorted);
    double sum = 0;
    for (float value : sorted) {
      sum += value;
    }
    Arrays.sort(sorted);

    assertThat(summary.path("valid").asInt()).isEqualTo(sorted.length);
    assertThat(summary.path("count").asDouble()).isCloseTo(sorted.length, within(1e-3));
    assertThat(summary.path("min").asDouble()).isCloseTo(-0.151, within(0.0006));
    assertThat(summary.path("max").asDouble()).isCloseTo(0.860, within(0.0006));
    assertThat(summary.path("mean").asDouble()).isCloseTo(sum / sorted.length, within(1e-6));
    assertThat(summary.path("percentiles").path("50").asDouble())
        .isCloseTo(sorted[sorted.length / 2], within(1e-3));
  }

  /** Checks five cells over the whole series, value by value. */
  private void pointsHold(String id, JsonNode meta, FloatBuffer values) {
    JsonNode box = meta.path("bbox");
    double cellWidth = (box.get(2).asDouble() - box.get(0).asDouble()) / WIDTH;
    double cellHeight = (box.get(3).asDouble() - box.get(1).asDouble()) / HEIGHT;
    for (int[] cell : new int[][] {{0, 0}, {99, 0}, {0, 100}, {99, 100}, {37, 58}}) {
      double[] lonLat = new double[2];
      Projection.of(32633)
          .toLonLat(
              box.get(0).asDouble() + (cell[0] + 0.5) * cellWidth,
              box.get(3).asDouble() - (cell[1] + 0.5) * cellHeight,
              lonLat,
              0);
      JsonNode series =
          json(expect(
                  200,
                  client.get(
                      "/collections/"
                          + id
                          + "/point/"
                          + lonLat[0]
                          + ","
                          + lonLat[1]
                          + "?layers=NDVI")))
              .path("values");
      assertThat(series).hasSize(68);
      for (int time = 0; time < 68; time++) {
        float stored = values.get((time * HEIGHT + cell[1]) * WIDTH + cell[0]);
        assertThat(series.get(time).path("value").asDouble()).isCloseTo(stored, within(1e-6));
      }
    }
  }

  /**
   * The tile of the formula over the bands equals, to rounding, the tile of the NDVI in the data
   * set.
   */
  private void formulaHolds(String id, JsonNode meta) throws IOException {
    String when = "&datetime=" + meta.path("band_times").get(2).asText();
    String look = "&colormap_name=greys&rescale=-0.2,0.9&resampling=nearest";
    String tile = "/collections/" + id + "/tiles/WebMercatorQuad/15/17708/11674";
    BufferedImage stored = image(tile + "?layers=NDVI" + when + look);
    BufferedImage computed = image(tile + "?expression=(B08-B04)/(B08%2BB04)" + when + look);
    int opaque = 0;
    for (int y = 0; y < 256; y++) {
      for (int x = 0; x < 256; x++) {
        int a = stored.getRGB(x, y);
        int b = computed.getRGB(x, y);
        opaque += a >>> 24 == 255 ? 1 : 0;
        assertThat(Math.abs((a & 0xff) - (b & 0xff))).isLessThanOrEqualTo(2);
        assertThat(a >>> 24).isEqualTo(b >>> 24);
      }
    }
    assertThat(opaque).isGreaterThan(10_000);
  }

  private BufferedImage image(String path) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(expect(200, client.get(path)).body()));
  }
}
