package io.glebe.tile.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.glebe.tile.band.BandMath;
import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.kernel.Calibration;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.plan.OverBudgetException;
import io.glebe.tile.resample.Resampling;
import io.glebe.tile.style.ColourRamp;
import io.glebe.zarr.vector.Vectors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TileEngineTest {
  private static final TileMatrixSet QUAD = TileMatrixSet.WEB_MERCATOR_QUAD;
  private static final TileId TILE = new TileId(14, 8874, 5828);
  private static final ColourRamp RAMP = ColourRamp.byName("viridis").orElseThrow();
  private static final Stretch STRETCH = new Stretch(0, 1);

  private final TestCube cube =
      new TestCube(
          new RasterGrid(Projection.of(32633), new Affine(497_400, 5_096_600, 10, -10), 400, 400),
          2,
          128);
  private final TestCube.TestLayer layer = cube.layer((c, r) -> (c + r) / 800.0);
  private TileEngine engine;

  @BeforeEach
  void start() {
    engine = new TileEngine(new EngineSettings(1, 8, 8, 1 << 20, Budget.IMAGE));
  }

  @AfterEach
  void stop() {
    engine.close();
    cube.close();
  }

  @Test
  void manyViewersOfOneTileCostOneRender() {
    CountDownLatch gate = occupy();
    List<CompletableFuture<TileResult>> viewers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      viewers.add(engine.tile(request()));
    }
    assertThat(engine.pending()).isEqualTo(1);
    gate.countDown();
    byte[] bytes = viewers.getFirst().join().bytes();
    assertThat(viewers).allSatisfy(v -> assertThat(v.join().bytes()).isSameAs(bytes));
    await().until(() -> engine.pool().completed() == 2);
  }

  @Test
  void aTileIsDroppedOnlyAfterAllViewersHaveCancelled() {
    CountDownLatch gate = occupy();
    CompletableFuture<TileResult> one = engine.tile(request());
    CompletableFuture<TileResult> two = engine.tile(request());
    CompletableFuture<TileResult> gone = engine.tile(request().with(Resampling.NEAREST));
    one.cancel(false);
    gone.cancel(false);
    gate.countDown();
    assertThat(two.join().empty()).isFalse();
    await().until(() -> engine.pool().abandoned() == 1);
    assertThat(engine.cache().get(request().with(Resampling.NEAREST).key())).isEmpty();
  }

  @Test
  void aViewerThatReturnsAfterCancellingGetsTheTile() {
    CountDownLatch gate = occupy();
    engine.tile(request()).cancel(false);
    CompletableFuture<TileResult> again = engine.tile(request());
    gate.countDown();
    assertThat(again.join().bytes()).isNotEmpty();
  }

  @Test
  void aFullQueueRefusesAtOnceAndTheEngineRecovers() {
    CountDownLatch gate = occupy();
    List<CompletableFuture<TileResult>> tiles = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      TileRequest each = TestCube.withBackground(request(), i);
      tiles.add(engine.tile(each));
    }
    long refused = tiles.stream().filter(CompletableFuture::isCompletedExceptionally).count();
    assertThat(refused).isEqualTo(4);
    assertThatThrownBy(() -> tiles.getLast().join()).hasCauseInstanceOf(EngineBusyException.class);
    gate.countDown();
    assertThat(tiles.getFirst().join().bytes()).isNotEmpty();
    assertThat(engine.tile(TestCube.withBackground(request(), 11)).join().bytes()).isNotEmpty();
    assertThat(engine.pending()).isZero();
  }

  @Test
  void aSecondRequestComesFromTheCacheWithTheSameEtag() {
    TileResult first = engine.tile(request()).join();
    TileResult second = engine.tile(request()).join();
    assertThat(first.cached()).isFalse();
    assertThat(second.cached()).isTrue();
    assertThat(second.bytes()).isEqualTo(first.bytes());
    assertThat(second.etag()).isEqualTo(first.etag()).isEqualTo(engine.etag(request()));
    assertThat(first.timings().nanos(Stage.ENCODE)).isPositive();
  }

  @Test
  void theEtagNeedsNeitherReadingNorRendering() {
    CountDownLatch gate = occupy();
    assertThat(engine.etag(request())).hasSize(24);
    gate.countDown();
    await().until(() -> engine.pool().completed() == 1);
    assertThat(cube.chunks.weight()).isZero();
  }

  @Test
  void theEtagChangesExactlyWhenAnInputChanges() {
    LayerSlice slice = layer.slice();
    TileRequest same = request();
    assertThat(engine.etag(same)).isEqualTo(engine.etag(request()));
    LayerSlice otherData =
        new LayerSlice("other", slice.levels(), slice.slot(), slice.calibration(), false);
    LayerSlice otherScale =
        new LayerSlice(
            slice.identity(),
            slice.levels(),
            slice.slot(),
            new Calibration(2e-4, 0, OptionalDouble.of(-9999)),
            false);
    List<TileRequest> different =
        List.of(
            same,
            same.with(Resampling.NEAREST),
            same.with(Resampling.CUBIC),
            TestCube.withBackground(same, 0xffffff),
            same.withNodata(7),
            tile(otherData, Rendering.layer(RAMP, STRETCH), TILE, 256),
            tile(otherScale, Rendering.layer(RAMP, STRETCH), TILE, 256),
            tile(slice, Rendering.layer(RAMP, new Stretch(0, 0.9f)), TILE, 256),
            tile(
                slice,
                Rendering.layer(ColourRamp.byName("viridis_r").orElseThrow(), STRETCH),
                TILE,
                256),
            tile(slice, Rendering.layer(RAMP, STRETCH), new TileId(14, 8874, 5829), 256),
            tile(slice, Rendering.layer(RAMP, STRETCH), new TileId(13, 4437, 2914), 256),
            tile(slice, Rendering.layer(RAMP, STRETCH), TILE, 512),
            tile(
                slice,
                Rendering.formula(BandMath.compile("a * 2", List.of("a")), RAMP, STRETCH),
                TILE,
                256));
    Set<String> etags = new HashSet<>();
    different.forEach(r -> etags.add(engine.etag(r)));
    assertThat(etags).hasSize(different.size());
    BandMath spaced = BandMath.compile(" a*2 ", List.of("a"));
    assertThat(etags)
        .contains(engine.etag(tile(slice, Rendering.formula(spaced, RAMP, STRETCH), TILE, 256)));
  }

  @Test
  void classesAreNeverInterpolatedAndAnExplicitNearestChangesNoKey() {
    LayerSlice s = layer.slice();
    LayerSlice classes = new LayerSlice(s.identity(), s.levels(), s.slot(), s.calibration(), true);
    TileRequest bilinear = tile(classes, Rendering.layer(RAMP, STRETCH), TILE, 256);
    assertThat(bilinear.resampling()).isEqualTo(Resampling.NEAREST);
    assertThat(bilinear.key()).isEqualTo(bilinear.with(Resampling.NEAREST).key());
  }

  @Test
  void anImageOverTheBudgetFailsWithItsEstimateAndReadsNothing() {
    try (TileEngine poor =
        new TileEngine(new EngineSettings(1, 8, 8, 1 << 20, new Budget(2, 1 << 20, 1 << 20)))) {
      TileRequest wide =
          TileRequest.map(
              cube.grid,
              List.of(layer.slice()),
              Rendering.layer(RAMP, STRETCH),
              Projection.of(32633),
              new Bounds(497_400, 5_092_600, 501_400, 5_096_600),
              400,
              400);
      assertThatThrownBy(() -> poor.tile(wide).join())
          .hasCauseInstanceOf(OverBudgetException.class);
      assertThatThrownBy(() -> poor.background(wide).join())
          .hasCauseInstanceOf(OverBudgetException.class);
      assertThat(cube.chunks.weight()).isZero();
    }
  }

  @Test
  void bulkWorkDoesNotUseTheTileCache() {
    TileResult bulk = engine.background(request()).join();
    assertThat(bulk.bytes()).isNotEmpty();
    assertThat(engine.cache().get(request().key())).isEmpty();
    assertThat(engine.tile(request()).join().bytes()).isEqualTo(bulk.bytes());
  }

  @Test
  void warmingUpRendersWithoutTouchingTheViewersCache() throws Exception {
    engine.warmUp();
    assertThat(engine.pool().completed()).isGreaterThan(50);
    assertThat(engine.cache().usedBytes()).isZero();
    assertThat(engine.tile(request()).get().empty()).isFalse();
  }

  @Test
  void afterTheWarmUpAllThreadsUseVectors() throws Exception {
    assumeTrue(Vectors.present());
    byte[] before = engine.background(request()).get().bytes();
    Vectors.enableAfterWarmUp();
    assertThat(engine.warmUpVectors()).isTrue();
    assertThat(Vectors.usable()).isTrue();
    assertThat(engine.background(request()).get().bytes()).isEqualTo(before);
  }

  @Test
  void aRequestWithTheWrongNumberOfLayersOrAnAbsurdSizeIsRefused() {
    assertThatThrownBy(
            () -> tile(layer.slice(), Rendering.composite(STRETCH, STRETCH, STRETCH), TILE, 256))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 layers");
    assertThatThrownBy(() -> tile(layer.slice(), Rendering.layer(RAMP, STRETCH), TILE, 5000))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private TileRequest request() {
    return tile(layer.slice(), Rendering.layer(RAMP, STRETCH), TILE, 256);
  }

  private TileRequest tile(LayerSlice slice, Rendering rendering, TileId tile, int size) {
    return TileRequest.tile(cube.grid, List.of(slice), rendering, QUAD, tile, size);
  }

  /** Keeps the only render thread busy until the latch is counted down. */
  private CountDownLatch occupy() {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    var _ =
        engine
            .pool()
            .submit(
                Priority.TILES,
                () -> false,
                s -> {
                  begun.countDown();
                  return waitFor(gate);
                });
    waitFor(begun);
    return gate;
  }

  private static boolean waitFor(CountDownLatch latch) {
    try {
      return latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
