package io.glebe.api.spatio.upload;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged files of every kind are refused with 4xx and a reason, or are read. The cube is never
 * partly changed.
 */
final class UploadFuzzTest {
  private static final int SIDE = 64;
  private static final int RUNS = 60;
  private static final String MAY = "2026-05-01T10:00:00Z";

  private final SpatioClient client = new SpatioClient("/api/v2");
  @TempDir private Path folder;

  private String cube() {
    String id = client.collection();
    ObjectNode grid = Json.object().put("crs", "EPSG:32633").put("width", SIDE).put("height", SIDE);
    grid.putArray("bbox").add(500_000).add(5_099_360).add(500_640).add(5_100_000);
    expect(201, client.post("/collections/" + id + "/zarr/init", grid));
    ObjectNode layer = Json.object().put("name", "H").put("dtype", "float32");
    expect(201, client.post("/collections/" + id + "/layers", layer));
    return id;
  }

  private static float[] cells() {
    float[] cells = new float[SIDE * SIDE];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = i % 97;
    }
    return cells;
  }

  private static byte[] npy() {
    String literal =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }".formatted(SIDE, SIDE);
    ByteBuffer npy = ByteBuffer.allocate(10 + literal.length() + 4 * SIDE * SIDE);
    npy.order(ByteOrder.LITTLE_ENDIAN).put((byte) 0x93);
    npy.put("NUMPY".getBytes(StandardCharsets.US_ASCII)).put((byte) 1).put((byte) 0);
    npy.putShort((short) literal.length()).put(literal.getBytes(StandardCharsets.US_ASCII));
    npy.asFloatBuffer().put(cells());
    return npy.array();
  }

  private static byte[] text() {
    ObjectNode json = Json.object();
    var rows = json.putArray("values");
    for (int r = 0; r < SIDE; r++) {
      var row = rows.addArray();
      for (int c = 0; c < SIDE; c++) {
        row.add(r + c);
      }
    }
    return Json.bytes(json);
  }

  private static byte[] damaged(byte[] whole, Random random) {
    byte[] bytes = whole.clone();
    for (int i = 0; i <= random.nextInt(4); i++) {
      int within = random.nextBoolean() ? Math.min(500, bytes.length) : bytes.length;
      bytes[random.nextInt(within)] = (byte) random.nextInt(256);
    }
    return random.nextInt(6) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
  }

  private long version(String id) {
    String path = "/collections/" + id + "/snapshots?limit=1";
    return json(expect(200, client.get(path))).path("snapshots").get(0).path("version").asLong();
  }

  @Test
  void damagedFilesDoNotDamageTheCube() {
    GdalTools gdal = GdalTools.in(folder);
    long seed = Long.getLong("glebe.seed", 20_261_122L);
    System.out.println("UploadFuzzTest seed " + seed);
    Random random = new Random(seed);
    Path raw = gdal.raw("fuzz", cells(), SIDE, 500_000, 5_100_000, 10);
    Path other = gdal.warp(raw, "other.tif", "-t_srs", "EPSG:4326", "-co", "COMPRESS=LZW");
    List<byte[]> wholes =
        List.of(
            GdalTools.bytes(gdal.translate(raw, "same.tif", "-co", "COMPRESS=DEFLATE")),
            GdalTools.bytes(other),
            npy(),
            text(),
            new Form().file("a.tif", GdalTools.bytes(other)).bytes());
    for (byte[] whole : wholes) {
      boolean form = whole[0] == '-';
      String type = form ? Form.TYPE : "application/octet-stream";
      String id = cube();
      String path = "/collections/" + id + "/layers/H/data?datetime=" + MAY;
      expect(200, client.post(path, type, whole));
      for (int run = 0; run < RUNS; run++) {
        long before = version(id);
        HttpResponse<byte[]> answer = client.post(path, type, damaged(whole, random));
        String output = new String(answer.body(), StandardCharsets.UTF_8);
        assertThat(answer.statusCode()).as("seed %d: %s", seed, output).isLessThan(500);
        if (answer.statusCode() == 200) {
          assertThat(version(id)).as("seed %d", seed).isEqualTo(before + 1);
        } else {
          assertThat(json(answer).path("detail").asText()).as("seed %d", seed).isNotBlank();
          assertThat(version(id)).as("seed %d", seed).isEqualTo(before);
        }
      }
    }
  }
}
