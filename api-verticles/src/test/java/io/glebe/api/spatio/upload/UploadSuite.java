package io.glebe.api.spatio.upload;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.tile.grid.Projection;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Uploaded files become slices whose cells equal the result of GDAL, for one surface. */
abstract class UploadSuite extends UploadFixture {
  UploadSuite(SpatioClient client) {
    super(client);
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
  void aGeoTiffOfAnotherCrsIsWarpedLikeGdalwarp() {
    GdalTools gdal = GdalTools.in(folder);
    float[] wide = hills(400, 300, LEFT - 500, TOP + 500, CELL);
    Path raw = gdal.raw("wide", wide, 400, LEFT - 500, TOP + 500, CELL);
    Path mercator = gdal.warp(raw, "mercator.tif", "-t_srs", "EPSG:3857", "-r", "cubic");
    // no finer than the cube in either direction, because GDAL would widen its kernels
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

        // the position error is at most 1/8 cell; the surface changes by at most 8 per cell
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
  void finerCellsAreAveragedLikeGdal() {
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
  void fileNodataBecomesLayerNodataAndMergingKeepsOtherCells() {
    GdalTools gdal = GdalTools.in(folder);
    float[] part = new float[100 * 50];
    Arrays.fill(part, 7);
    part[0] = -1;
    Path raw = gdal.raw("part", part, 100, LEFT + 1000, TOP - 500, CELL);
    Path file = gdal.translate(raw, "part.tif", "-a_nodata", "-1", "-ot", "Int16");
    String id = cube(floats());

    expect(200, send(id, "datetime=" + MAY, file));
    float[] mayOnly = floats(id, MAY);
    expect(200, send(id, "datetime=" + JUNE, "application/json", constant(2)));
    expect(200, send(id, "mode=merge&datetime=" + JUNE, file));
    float[] merged = floats(id, JUNE);

    int corner = 50 * WIDTH + 100;
    assertThat(mayOnly[corner]).isEqualTo(-9999);
    assertThat(mayOnly[corner + 1]).isEqualTo(7);
    assertThat(mayOnly[0]).isEqualTo(-9999);
    assertThat(merged[0]).isEqualTo(2);
    assertThat(merged[corner + 1]).isEqualTo(7);
    assertThat(merged[corner]).isEqualTo(-9999);
  }

  @Test
  void bandsAreSelectedAndBecomeSlices() {
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
  void theTimesOfAFormMayComeBeforeAllItsFiles() {
    String id = cube(floats());
    Form form = new Form().field("datetime", MAY).field("datetime", JUNE);
    byte[] both = form.file("a.json", constant(3)).file("b.json", constant(4)).bytes();
    expect(200, send(id, "", Form.TYPE, both));
    assertThat(floats(id, MAY)).containsOnly(3);
    assertThat(floats(id, JUNE)).containsOnly(4);
    Form late = new Form().field("datetime", MAY).field("datetime", JUNE);
    byte[] one = late.file("a.json", constant(5)).bytes();
    refused(400, send(id, "", Form.TYPE, one), "has no file behind it");
    assertThat(floats(id, MAY)).containsOnly(3);
  }

  @Test
  void aPartWithAFileNameIsAFileWhateverItsName() {
    String id = cube(floats());
    byte[] form = new Form().file("data", "a.json", constant(6)).bytes();
    expect(200, send(id, "datetime=" + MAY, Form.TYPE, form));
    assertThat(floats(id, MAY)).containsOnly(6);
  }

  @Test
  void oneFormUploadsSeveralSlicesAllOrNone() {
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
    Form other = new Form().field("times", MAY).file("a.json", constant(3));
    refused(400, send(id, "", Form.TYPE, other.bytes()), "file and datetime, not 'times'");
    byte[] cut = Arrays.copyOf(good.bytes(), good.bytes().length / 2);
    refused(400, send(id, "datetime=" + MAY, Form.TYPE, cut), "ends before");

    assertThat(texts(answer.path("datetime"))).containsExactly(MAY, JUNE);
    assertThat(times(id)).containsExactly(MAY, JUNE);
    assertThat(floats(id, MAY)).isEqualTo(hills());
    assertThat(floats(id, JUNE)).containsOnly(3);
  }
}
