package io.glebe.tile.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.grid.TileRange;
import io.glebe.tile.resample.Resampling;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RasterPlanTest {
  private static final TileMatrixSet QUAD = TileMatrixSet.WEB_MERCATOR_QUAD;

  /** A Sentinel-2 tile: 10 m, UTM 33 north, 10,980 pixels per side. */
  private static final RasterGrid SENTINEL =
      new RasterGrid(Projection.of(32633), new Affine(399960, 5100000, 10, -10), 10_980, 10_980);

  private final CubeGrid pyramid = CubeGrid.withOverviews(SENTINEL, 7, 256, 256);
  private final CubeGrid flat = CubeGrid.withOverviews(SENTINEL, 1, 256, 256);

  @Test
  void eachZoomOutTakesTheNextCoarserLevel() {
    for (int zoom = 8; zoom <= 14; zoom++) {
      RasterPlan plan = plan(pyramid, zoom).orElseThrow();
      int expected = Math.max(0, 13 - zoom);
      assertThat(plan.level().index()).as("zoom %d", zoom).isBetween(expected - 1, expected);
      assertThat(plan.warp().scaleX()).as("zoom %d", zoom).isBetween(0.5, 2.1);
      assertThat(plan.window().pixels()).isLessThan(600 * 600);
    }
  }

  @Test
  void theChunksOfAPlanCoverItsWindowAndNoMore() {
    for (int zoom = 8; zoom <= 16; zoom++) {
      RasterPlan p = plan(pyramid, zoom).orElseThrow();
      var w = p.window();
      assertThat(p.firstColumn() * 256).isLessThanOrEqualTo(w.column());
      assertThat((p.firstColumn() + 1) * 256).isGreaterThan(w.column());
      assertThat(p.endColumn() * 256).isGreaterThanOrEqualTo(w.column() + w.width());
      assertThat((p.endColumn() - 1) * 256).isLessThan(w.column() + w.width());
      assertThat(p.endRow())
          .isLessThanOrEqualTo(Math.ceilDiv(p.level().grid().height(), p.level().chunkHeight()));
      assertThat(p.estimate(2, 4).chunks()).isEqualTo(2L * p.chunks());
    }
  }

  @Test
  void aTileOutsideOfTheCubeHasNoPlan() {
    assertThat(of(pyramid, new TileId(12, 10, 10), Budget.IMAGE)).isEmpty();
    // the other side of the world, outside the domain of the cube's projection
    assertThat(of(pyramid, new TileId(3, 0, 7), Budget.IMAGE)).isEmpty();
  }

  @Test
  void anImageOverTheBudgetIsRefusedWithItsEstimateBeforeAnythingIsRead() {
    Budget tight = new Budget(16, 4L << 20, 1L << 20);
    assertThatThrownBy(() -> of(flat, tile(7), tight))
        .isInstanceOfSatisfying(
            OverBudgetException.class, e -> assertThat(e.estimate().chunks()).isGreaterThan(16));
    assertThat(of(flat, tile(14), tight)).isPresent();
  }

  @Test
  void noTileOfAnAdvertisedZoomIsRefused() {
    Budget tight = new Budget(24, 8L << 20, 2L << 20);
    for (CubeGrid cube : new CubeGrid[] {pyramid, flat}) {
      ZoomSpan span = ZoomSpan.of(cube, QUAD, 256, 1, 2, tight).orElseThrow();
      assertThat(span.max()).isEqualTo(16);
      Bounds box = cube.boundsIn(QUAD.projection());
      for (int zoom = span.min(); zoom <= Math.min(span.max(), 13); zoom++) {
        TileRange r = QUAD.covering(box, zoom).orElseThrow();
        for (int y = r.minY(); y <= r.maxY(); y++) {
          for (int x = r.minX(); x <= r.maxX(); x++) {
            of(cube, new TileId(zoom, x, y), tight);
          }
        }
      }
    }
    assertThat(ZoomSpan.of(pyramid, QUAD, 256, 1, 2, tight).orElseThrow().min()).isLessThan(7);
    assertThat(ZoomSpan.of(flat, QUAD, 256, 1, 2, tight).orElseThrow().min()).isGreaterThan(8);
  }

  private static Optional<RasterPlan> plan(CubeGrid cube, int zoom) {
    return of(cube, tile(zoom), Budget.IMAGE);
  }

  private static Optional<RasterPlan> of(CubeGrid cube, TileId tile, Budget budget) {
    return RasterPlan.of(cube, RasterGrid.of(QUAD, tile, 256), Resampling.BILINEAR, 1, 2, budget);
  }

  /** The tile under the middle of the cube. */
  private static TileId tile(int zoom) {
    Bounds box = SENTINEL.boundsIn(QUAD.projection());
    double x = (box.minX() + box.maxX()) / 2;
    double y = (box.minY() + box.maxY()) / 2;
    TileRange r = QUAD.covering(new Bounds(x, y, x + 1, y + 1), zoom).orElseThrow();
    return new TileId(zoom, r.minX(), r.minY());
  }
}
