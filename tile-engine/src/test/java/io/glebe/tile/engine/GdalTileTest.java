package io.glebe.tile.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.grid.TileRange;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.resample.Resampling;
import io.glebe.tile.style.ColourRamp;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleBinaryOperator;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares tiles with {@code gdalwarp} of the same numbers and colours. Tolerance: where both have
 * a value, 97 of 100 pixels within one palette entry of 254, 99.5 within eight (a position may err
 * by an eighth of a source pixel, which is visible at sharp edges); at most one pixel in a hundred
 * has a value in only one of the two.
 */
class GdalTileTest {
  private static final TileMatrixSet QUAD = TileMatrixSet.WEB_MERCATOR_QUAD;
  private static final Stretch STRETCH = new Stretch(-0.2f, 1);
  private static final int SIZE = 256;
  private static final int WIDTH = 100;
  private static final int HEIGHT = 101;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"32633, 15, BILINEAR", "32633, 16, NEAREST", "3035, 16, BILINEAR"})
  void aTileOfAGeneratedCubeLooksAsGdalDrawsIt(int epsg, int zoom, Resampling method)
      throws Exception {
    double[] corner = new double[2];
    Projection.of(epsg).fromLonLat(15.4, 46.05, corner, 0);
    RasterGrid grid =
        new RasterGrid(Projection.of(epsg), new Affine(corner[0], corner[1], 10, -10), 300, 300);
    compare(grid, GdalTileTest::fields, zoom, method);
  }

  @Test
  void aTileOfTheSlovenianCubeLooksAsGdalDrawsIt() throws Exception {
    Path data = sharedData();
    assumeTrue(Files.isDirectory(data), "the shared data folder is not there");
    String meta = Files.readString(data.resolve("meta.json"));
    String box = meta.replaceAll("(?s).*\"bbox\"\\s*:\\s*\\[([^\\]]*)\\].*", "$1");
    double[] bbox =
        java.util.Arrays.stream(box.split(",")).mapToDouble(Double::parseDouble).toArray();
    ByteBuffer npy =
        ByteBuffer.wrap(Files.readAllBytes(data.resolve("ndvi_f32.npy")))
            .order(ByteOrder.LITTLE_ENDIAN);
    int start = 10 + npy.getShort(8);
    RasterGrid grid =
        new RasterGrid(
            Projection.of(32633),
            new Affine(bbox[0], bbox[3], (bbox[2] - bbox[0]) / WIDTH, (bbox[1] - bbox[3]) / HEIGHT),
            WIDTH,
            HEIGHT);
    for (int date : new int[] {0, 5}) {
      DoubleBinaryOperator ndvi =
          (column, row) ->
              npy.getFloat(
                  start + 4 * (date * WIDTH * HEIGHT + ((int) row) * WIDTH + (int) column));
      for (Resampling method : List.of(Resampling.BILINEAR, Resampling.NEAREST)) {
        compare(grid, ndvi, 16, method);
      }
    }
  }

  /** Fields with a rough texture and a corner without data. */
  private static double fields(double column, double row) {
    if (column + row < 60) {
      return Double.NaN;
    }
    int field = ((int) (column / 37)) * 7 + ((int) (row / 29)) * 3;
    return 0.2 + 0.08 * (field % 9) + 0.02 * Math.sin(column * 1.7) * Math.cos(row * 2.3);
  }

  private void compare(RasterGrid grid, DoubleBinaryOperator value, int zoom, Resampling method)
      throws Exception {
    try (TestCube cube = new TestCube(grid, 2, 64);
        TileEngine engine = new TileEngine(EngineSettings.forThisMachine())) {
      TestCube.TestLayer layer = cube.layer(value);
      TileId tile = middle(cube, zoom);
      TileRequest request =
          TileRequest.tile(
                  cube.grid,
                  List.of(layer.slice()),
                  Rendering.layer(ColourRamp.byName("ndvi").orElseThrow(), STRETCH),
                  QUAD,
                  tile,
                  SIZE)
              .with(method);
      BufferedImage ours =
          ImageIO.read(new ByteArrayInputStream(engine.tile(request).get().bytes()));
      hold(ours, warped(grid, layer, QUAD.bounds(tile), method), grid + " " + method);
    }
  }

  private static void hold(BufferedImage ours, float[] expected, String what) {
    int both = 0;
    int one = 0;
    int within1 = 0;
    int within8 = 0;
    for (int i = 0; i < SIZE * SIZE; i++) {
      int entry = ours.getRaster().getSample(i % SIZE, i / SIZE, 0);
      boolean valid = entry != 0;
      if (valid == Float.isNaN(expected[i])) {
        one++;
      } else if (valid) {
        both++;
        double share = (expected[i] - STRETCH.low()) / (STRETCH.high() - STRETCH.low());
        double difference = Math.abs(entry - (1 + Math.clamp(share, 0, 1) * 254));
        within1 += difference <= 1 ? 1 : 0;
        within8 += difference <= 8 ? 1 : 0;
      }
    }
    assertThat(both).as(what).isGreaterThan(SIZE * SIZE / 4);
    assertThat(one).as("%s: valid in one only, of %d", what, both).isLessThan(SIZE * SIZE / 100);
    assertThat(within1).as("%s: within 1 of %d", what, both).isGreaterThan((int) (0.97 * both));
    assertThat(within8).as("%s: within 8 of %d", what, both).isGreaterThan((int) (0.995 * both));
  }

  /** The tile computed by GDAL, as values. */
  private float[] warped(RasterGrid grid, TestCube.TestLayer layer, Bounds tile, Resampling method)
      throws Exception {
    write(grid, layer);
    Path out = folder.resolve("tile.img");
    Files.deleteIfExists(out);
    run(
        String.format(
            Locale.ROOT,
            "gdalwarp -q -overwrite -et 0 -t_srs EPSG:3857 -te %.9f %.9f %.9f %.9f -ts %d %d -r %s"
                + " -srcnodata nan -dstnodata nan -ot Float32 -of ENVI cells.vrt tile.img",
            tile.minX(),
            tile.minY(),
            tile.maxX(),
            tile.maxY(),
            SIZE,
            SIZE,
            method == Resampling.NEAREST ? "near" : "bilinear"));
    ByteBuffer values = ByteBuffer.wrap(Files.readAllBytes(out)).order(ByteOrder.LITTLE_ENDIAN);
    float[] warped = new float[SIZE * SIZE];
    values.asFloatBuffer().get(warped);
    return warped;
  }

  /** Writes the base level as raw numbers with a description file. */
  private void write(RasterGrid grid, TestCube.TestLayer layer) throws IOException {
    ByteBuffer cells =
        ByteBuffer.allocate(4 * grid.width() * grid.height()).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < grid.width() * grid.height(); i++) {
      cells.putFloat((float) layer.value(0, i % grid.width(), i / grid.width()));
    }
    Files.write(folder.resolve("cells.raw"), cells.array());
    Affine a = grid.affine();
    Files.writeString(
        folder.resolve("cells.vrt"),
        String.format(
            Locale.ROOT,
            "<VRTDataset rasterXSize=\"%d\" rasterYSize=\"%d\"><SRS>EPSG:%d</SRS>"
                + "<GeoTransform>%.9f,%.9f,0,%.9f,0,%.9f</GeoTransform>"
                + "<VRTRasterBand dataType=\"Float32\" band=\"1\" subClass=\"VRTRawRasterBand\">"
                + "<NoDataValue>nan</NoDataValue>"
                + "<SourceFilename relativeToVRT=\"1\">cells.raw</SourceFilename>"
                + "<PixelOffset>4</PixelOffset><LineOffset>%d</LineOffset>"
                + "<ByteOrder>LSB</ByteOrder></VRTRasterBand></VRTDataset>",
            grid.width(),
            grid.height(),
            grid.projection().epsg(),
            a.originX(),
            a.pixelWidth(),
            a.originY(),
            a.pixelHeight(),
            4 * grid.width()));
  }

  private void run(String command) throws Exception {
    Process process;
    try {
      process =
          new ProcessBuilder(command.split(" "))
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .start();
    } catch (IOException missing) {
      if ("true".equals(System.getenv("CI"))) {
        fail("gdal-bin is missing");
      }
      abort("gdal-bin is missing: tiles are not compared with GDAL's");
      return;
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  private static TileId middle(TestCube cube, int zoom) {
    Bounds box = cube.grid.boundsIn(QUAD.projection());
    double x = (box.minX() + box.maxX()) / 2;
    double y = (box.minY() + box.maxY()) / 2;
    TileRange r = QUAD.covering(new Bounds(x, y, x + 1, y + 1), zoom).orElseThrow();
    return new TileId(zoom, r.minX(), r.minY());
  }

  private static Path sharedData() {
    String named = System.getenv("GLEBE_SHARED_DATA");
    Path root = Path.of("").toAbsolutePath();
    while (root.getParent() != null && !Files.exists(root.resolve(".mvn"))) {
      root = root.getParent();
    }
    Path base = named != null ? Path.of(named) : root.resolve("../shared/data");
    return base.resolve("s2-slovenia");
  }
}
