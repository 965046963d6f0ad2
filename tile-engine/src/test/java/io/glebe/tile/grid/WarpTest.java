package io.glebe.tile.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarpTest {
  private static final long SEED = 31;
  private static final TileMatrixSet WEB = TileMatrixSet.WEB_MERCATOR_QUAD;
  private final double[] point = new double[2];
  private final double[] found = new double[2];

  /** 10 m pixels of a Sentinel-2 tile, coarser by powers of two as required by the zoom. */
  @ParameterizedTest
  @CsvSource({"32633,15.2,46.3", "32632,11.8,47.9", "32733,17.9,-33.1", "3035,14.0,46.0"})
  void positionsErrByLessThanAnEighthOfASourcePixelAtEveryZoom(
      int epsg, double longitude, double latitude) {
    for (int zoom = 0; zoom <= 20; zoom++) {
      double metres = 156543 * Math.cos(Math.toRadians(latitude)) / (1 << zoom);
      int level = (int) Math.clamp(Math.floor(Math.log(metres / 10) / Math.log(2)), 0, 6);
      check(
          grid(epsg, longitude, latitude, 10 * (1 << level), 10980 >> level),
          zoom,
          longitude,
          latitude);
    }
  }

  /** Without coarser levels, small zooms bend strongly within a patch, so it must be divided. */
  @Test
  void positionsHoldWhenThereAreNoCoarserLevels() {
    for (int zoom = 3; zoom <= 9; zoom++) {
      check(grid(32633, 15.2, 46.3, 10, 10980), zoom, 15.2, 46.3);
    }
  }

  private static RasterGrid grid(int epsg, double lon, double lat, double pixel, int size) {
    Projection projection = Projection.of(epsg);
    double[] centre = new double[2];
    projection.fromLonLat(lon, lat, centre, 0);
    double half = pixel * size / 2;
    Affine affine = new Affine(centre[0] - half, centre[1] + half, pixel, -pixel);
    return new RasterGrid(projection, affine, size, size);
  }

  private void check(RasterGrid source, int zoom, double longitude, double latitude) {
    WebMercator.INSTANCE.fromLonLat(longitude, latitude, point, 0);
    TileRange range =
        WEB.covering(new Bounds(point[0], point[1], point[0] + 1e-3, point[1] + 1e-3), zoom)
            .orElseThrow();
    RasterGrid target = RasterGrid.of(WEB, new TileId(zoom, range.minX(), range.minY()), 256);
    Warp warp = Warp.between(source, target);
    int inside = 0;
    for (int row = 0; row < 256; row++) {
      for (int column = 0; column < 256; column++) {
        exact(source, target, column + 0.5, row + 0.5);
        boolean within = inside(point, source);
        if (!within) {
          continue;
        }
        inside++;
        if (row % 7 == 0 || column % 5 == 0 || inside < 1000) {
          warp.position(column, row, found);
          String where = source.projection() + " z" + zoom + " " + column + "," + row;
          assertThat(found[0]).as(where).isCloseTo(point[0], within(Warp.TOLERANCE));
          assertThat(found[1]).as(where).isCloseTo(point[1], within(Warp.TOLERANCE));
        }
      }
    }
    if (zoom > 9) {
      assertThat(inside).isPositive();
      assertThat(warp.window(1)).isPresent();
    }
  }

  private static boolean inside(double[] position, RasterGrid source) {
    return position[0] >= 0
        && position[1] >= 0
        && position[0] < source.width()
        && position[1] < source.height();
  }

  private void exact(RasterGrid source, RasterGrid target, double column, double row) {
    target.projection().toLonLat(target.affine().x(column), target.affine().y(row), point, 0);
    source.projection().fromLonLat(point[0], point[1], point, 0);
    point[0] = source.affine().column(point[0]);
    point[1] = source.affine().row(point[1]);
  }

  @Test
  void patchesCoverEachPixelAtMostOnceAndEachInnerPixelOnce() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20; i++) {
      int width = random.nextInt(1, 300);
      int height = random.nextInt(1, 300);
      Bounds box = WEB.bounds(new TileId(13, 4442, 2903)).grown(random.nextInt(20_000), 10);
      RasterGrid target =
          new RasterGrid(WebMercator.INSTANCE, Affine.over(box, width, height), width, height);
      RasterGrid source = grid(32633, 15.22, 46.3, 10, 10980);
      ControlGrid warp = (ControlGrid) Warp.between(source, target);
      int[] covered = new int[width * height];
      for (int patch = 0; patch < warp.patches(); patch++) {
        for (int y = 0; y < warp.patchHeight(patch); y++) {
          for (int x = 0; x < warp.patchWidth(patch); x++) {
            covered[(warp.top(patch) + y) * width + warp.left(patch) + x]++;
          }
        }
      }
      for (int p = 0; p < covered.length; p++) {
        int row = p / width;
        exact(source, target, p % width + 0.5, row + 0.5);
        int least = inside(point, source) ? 1 : 0;
        assertThat(covered[p]).as("seed " + SEED).isBetween(least, 1);
      }
    }
  }

  @Test
  void cylindricalProjectionsAreExactByTables() {
    RasterGrid source =
        new RasterGrid(Geographic.INSTANCE, new Affine(14, 47, 1e-4, -1e-4), 20000, 10000);
    RasterGrid target = RasterGrid.of(WEB, new TileId(12, 2218, 1450), 256);
    Warp warp = Warp.between(source, target);
    assertThat(warp).isInstanceOf(SeparableWarp.class);
    for (int i = 0; i < 256; i += 5) {
      exact(source, target, i + 0.5, 255 - i + 0.5);
      warp.position(i, 255 - i, found);
      assertThat(found[0]).isCloseTo(point[0], within(1e-6));
      assertThat(found[1]).isCloseTo(point[1], within(1e-6));
    }
  }

  @Test
  void aTileOutsideTheSourceNeedsNoPixels() {
    RasterGrid source = grid(32633, 15.2, 46.3, 10, 1098);
    for (int zoom : new int[] {4, 9, 14}) {
      RasterGrid target = RasterGrid.of(WEB, new TileId(zoom, 1, 1), 256);
      assertThat(Warp.between(source, target).window(2)).isEmpty();
    }
  }
}
