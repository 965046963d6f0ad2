package io.glebe.tile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.tile.band.BandMath;
import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.grid.TileRange;
import io.glebe.tile.grid.Warp;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.plan.RasterPlan;
import io.glebe.tile.resample.Resampling;
import io.glebe.tile.style.ColourRamp;
import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares tiles with a slow renderer that projects every pixel exactly and looks up the written
 * numbers. Allowed differences: a position by {@link Warp#TOLERANCE} source pixels, a colour by one
 * palette entry.
 */
class GoldenTileTest {
  private static final TileMatrixSet QUAD = TileMatrixSet.WEB_MERCATOR_QUAD;
  private static final ColourRamp RAMP = ColourRamp.byName("viridis").orElseThrow();
  private static final Stretch STRETCH = new Stretch(0, 1);
  private static TileEngine engine;

  @BeforeAll
  static void start() {
    engine = new TileEngine(EngineSettings.forThisMachine());
  }

  @AfterAll
  static void stop() {
    engine.close();
  }

  @ParameterizedTest
  @CsvSource({
    "32633, 11, BILINEAR",
    "32633, 13, BILINEAR",
    "32633, 14, BILINEAR",
    "32633, 16, BILINEAR",
    "32633, 12, NEAREST",
    "32633, 14, NEAREST",
    "32633, 17, NEAREST",
    "3857, 12, BILINEAR",
    "3857, 15, NEAREST",
    "4326, 13, BILINEAR",
    "4326, 15, NEAREST",
    "3035, 14, BILINEAR",
    "3035, 13, NEAREST"
  })
  void aTileEqualsTheExactRendering(int epsg, int zoom, Resampling method) throws Exception {
    try (TestCube cube = new TestCube(grid(epsg), 4, 128)) {
      TestCube.TestLayer layer = cube.layer(GoldenTileTest::texture);
      RasterGrid target = RasterGrid.of(QUAD, middleTile(cube, zoom), 256);
      TileRequest request = request(cube, layer, target).with(method);
      check(layer, request, engine.tile(request).get().bytes(), 1);
    }
  }

  @Test
  void largerTilesAndMapsInOtherProjectionsEqualTheExactRenderingToo() throws Exception {
    try (TestCube cube = new TestCube(grid(32633), 4, 128)) {
      TestCube.TestLayer layer = cube.layer(GoldenTileTest::texture);
      TileRequest large = request(cube, layer, RasterGrid.of(QUAD, middleTile(cube, 13), 512));
      check(layer, large, engine.tile(large).get().bytes(), 1);
      Bounds box = cube.grid.base().boundsIn(Projection.of(4326)).grown(0.004, -0.004);
      RasterGrid map = new RasterGrid(Projection.of(4326), Affine.over(box, 331, 200), 331, 200);
      check(
          layer,
          request(cube, layer, map),
          engine.tile(request(cube, layer, map)).get().bytes(),
          1);
    }
  }

  @Test
  void aFormulaIsComputedFromItsBands() throws Exception {
    try (TestCube cube = new TestCube(grid(32633), 2, 128)) {
      TestCube.TestLayer a = cube.layer((c, r) -> 0.1 + 0.0005 * c);
      TestCube.TestLayer b = cube.layer((c, r) -> 0.5 - 0.0004 * r);
      TestCube.TestLayer index =
          cube.layer(
              (c, r) -> {
                double x = Math.round((0.1 + 0.0005 * c) * 1e4);
                double y = Math.round((0.5 - 0.0004 * r) * 1e4);
                return (y - x) / (y + x);
              });
      RasterGrid target = RasterGrid.of(QUAD, middleTile(cube, 15), 256);
      BandMath ndvi = BandMath.compile("(b - a) / (b + a)", List.of("a", "b"));
      assertThat(ndvi.bands()).containsExactly("b", "a");
      TileRequest request =
          new TileRequest(
              cube.grid,
              List.of(b.slice(), a.slice()),
              Rendering.formula(ndvi, RAMP, STRETCH),
              target,
              Resampling.BILINEAR,
              java.util.OptionalInt.empty());
      check(index, request, engine.tile(request).get().bytes(), 1);
    }
  }

  @Test
  void aCompositeShowsEachBandInItsChannel() throws Exception {
    try (TestCube cube = new TestCube(grid(3857), 1, 128)) {
      TestCube.TestLayer red = cube.layer((c, r) -> 0.25);
      TestCube.TestLayer green = cube.layer((c, r) -> 0.5);
      TestCube.TestLayer blue = cube.layer((c, r) -> c < 150 ? 1.0 : Double.NaN);
      TileRequest request =
          TileRequest.tile(
              cube.grid,
              List.of(red.slice(), green.slice(), blue.slice()),
              Rendering.composite(STRETCH, STRETCH, STRETCH),
              QUAD,
              middleTile(cube, 14),
              256);
      BufferedImage image = image(engine.tile(request).get().bytes());
      int opaque = 0;
      int clear = 0;
      for (int i = 0; i < 256 * 256; i++) {
        int argb = image.getRGB(i % 256, i / 256);
        if (argb >>> 24 == 0) {
          clear++;
        } else {
          opaque++;
          assertThat(argb >> 16 & 255).isBetween(63, 65);
          assertThat(argb >> 8 & 255).isBetween(127, 129);
          assertThat(argb & 255).isEqualTo(255);
        }
      }
      assertThat(opaque).isGreaterThan(5000);
      assertThat(clear).isGreaterThan(5000);
      BufferedImage backed =
          image(engine.tile(TestCube.withBackground(request, 0xffffff)).get().bytes());
      assertThat(backed.getColorModel().hasAlpha()).isFalse();
    }
  }

  @Test
  void outsideAndWithoutDataTheTileIsTransparent() throws Exception {
    try (TestCube cube = new TestCube(grid(32633), 1, 128)) {
      TestCube.TestLayer empty = cube.layer((c, r) -> Double.NaN);
      TileResult inside =
          engine.tile(request(cube, empty, RasterGrid.of(QUAD, middleTile(cube, 14), 256))).get();
      TileResult outside =
          engine.tile(request(cube, empty, RasterGrid.of(QUAD, new TileId(10, 3, 3), 256))).get();
      for (TileResult tile : List.of(inside, outside)) {
        assertThat(tile.empty()).isTrue();
        BufferedImage image = image(tile.bytes());
        assertThat(image.getWidth()).isEqualTo(256);
        assertThat(image.getRGB(100, 100) >>> 24).isZero();
      }
      assertThat(inside.bytes()).isSameAs(outside.bytes());
    }
  }

  /** Compares each pixel with the values that the exact position and its neighbourhood allow. */
  private static void check(TestCube.TestLayer layer, TileRequest request, byte[] png, int slack)
      throws Exception {
    RasterGrid target = request.target();
    RasterPlan plan =
        RasterPlan.of(request.cube(), target, request.resampling(), 1, 2, Budget.IMAGE)
            .orElseThrow();
    ExactRenderer exact = new ExactRenderer(layer, plan.level().index(), target, plan.method());
    Raster pixels = image(png).getRaster();
    assertThat(pixels.getNumBands()).isEqualTo(1);
    int shown = 0;
    for (int row = 0; row < target.height(); row++) {
      for (int column = 0; column < target.width(); column++) {
        int got = pixels.getSample(column, row, 0);
        int[] allowed = exact.allowed(column, row, STRETCH);
        String where = "pixel %d,%d of %s".formatted(column, row, target);
        if (got == 0) {
          assertThat(allowed[2]).as("transparent " + where).isEqualTo(1);
        } else {
          assertThat(allowed[0]).as("opaque " + where).isPositive();
          assertThat(got).as(where).isBetween(allowed[0] - slack, allowed[1] + slack);
          shown++;
        }
      }
    }
    assertThat(shown).isGreaterThan(1000);
  }

  private static TileRequest request(TestCube cube, TestCube.TestLayer layer, RasterGrid target) {
    return new TileRequest(
        cube.grid,
        List.of(layer.slice()),
        Rendering.layer(RAMP, STRETCH),
        target,
        Resampling.BILINEAR,
        java.util.OptionalInt.empty());
  }

  private static BufferedImage image(byte[] png) throws Exception {
    return ImageIO.read(new ByteArrayInputStream(png));
  }

  /** Waves, sharp field edges, and a round hole without data. */
  private static double texture(double c, double r) {
    double hole = Math.hypot(c - 160, r - 140);
    if (hole < 23) {
      return Double.NaN;
    }
    double field = (((int) c / 17 + (int) r / 13) % 3) * 0.25;
    return 0.2 + field + 0.1 * Math.sin(c / 9) * Math.cos(r / 7);
  }

  /** About 300 x 280 pixels of 10 m around 14.6 E, 46 N. */
  private static RasterGrid grid(int epsg) {
    Projection p = Projection.of(epsg);
    double[] at = new double[2];
    p.fromLonLat(14.6, 46, at, 0);
    double size = epsg == 4326 ? 0.0001 : epsg == 3857 ? 14 : 10;
    return new RasterGrid(
        p, new Affine(at[0] - 150 * size, at[1] + 140 * size, size, -size), 301, 277);
  }

  private static TileId middleTile(TestCube cube, int zoom) {
    Bounds box = cube.grid.boundsIn(QUAD.projection());
    double x = (box.minX() + box.maxX()) / 2;
    double y = (box.minY() + box.maxY()) / 2;
    TileRange r = QUAD.covering(new Bounds(x, y, x + 1, y + 1), zoom).orElseThrow();
    return new TileId(zoom, r.minX(), r.minY());
  }
}
