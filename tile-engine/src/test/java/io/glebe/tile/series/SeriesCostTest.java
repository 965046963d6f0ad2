package io.glebe.tile.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.glebe.tile.engine.Priority;
import io.glebe.tile.engine.RenderPool;
import io.glebe.tile.engine.RenderScratch;
import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Areas of 20,000 vertices on a grid of 3,072 x 3,072 pixels: work and memory have limits. */
class SeriesCostTest {
  private static final long SEED = 18;
  private static final int SIDE = 3_072;
  private static final int VERTICES = 20_000;
  private static final long EDGE_CELLS = 16_000_000;
  private static final int MB = 1 << 20;
  private static final Projection UTM = Projection.of(32633);
  private static final RasterGrid GRID =
      new RasterGrid(UTM, new Affine(0, SIDE, 1, -1), SIDE, SIDE);

  private final RenderPool<RenderScratch> pool = new RenderPool<>(1, 16, 16, RenderScratch::new);
  private final SeriesEngine engine = new SeriesEngine(pool, io.glebe.tile.plan.Budget.SERIES);

  @AfterEach
  void close() {
    pool.close();
  }

  /** Edges that run from one side to the other: each passes 3,072 rows. */
  private static SeriesArea zigzag() {
    Random random = new Random(SEED);
    double[] ring = new double[2 * VERTICES];
    for (int i = 0; i < VERTICES; i++) {
      ring[2 * i] = random.nextDouble() * SIDE;
      ring[2 * i + 1] = i % 2 * SIDE;
    }
    return SeriesArea.polygons(UTM, List.of(List.of(ring)));
  }

  /** Teeth that are narrower than a pixel: almost every pixel is covered in part. */
  private static SeriesArea comb() {
    double[] ring = new double[2 * VERTICES];
    for (int i = 0; i < VERTICES; i++) {
      ring[2 * i] = (double) SIDE * i / VERTICES;
      ring[2 * i + 1] = i % 2 * SIDE;
    }
    return SeriesArea.polygons(UTM, List.of(List.of(ring)));
  }

  /** A field with a detailed boundary: many short edges. */
  private static SeriesArea detailed() {
    Random random = new Random(SEED);
    double[] ring = new double[2 * VERTICES];
    for (int i = 0; i < VERTICES; i++) {
      double angle = 2 * Math.PI * i / VERTICES;
      double radius = SIDE * 0.4 + random.nextDouble();
      ring[2 * i] = SIDE / 2.0 + radius * Math.cos(angle);
      ring[2 * i + 1] = SIDE / 2.0 + radius * Math.sin(angle);
    }
    return SeriesArea.polygons(UTM, List.of(List.of(ring)));
  }

  private static Coverage cover(SeriesArea area, PlanLimits limits) {
    CoverageWork work = SeriesArea.outline(area, GRID, limits.memory()).measure().apply(limits);
    Optional<Coverage> done = work.step();
    while (done.isEmpty()) {
      done = work.step();
    }
    return done.get();
  }

  private static PlanLimits limits(long edgeCells, SeriesMemory share) {
    return new PlanLimits(Optional.empty(), edgeCells, share);
  }

  @Test
  @Tag("GLEBE_SERIES_EDGE_CELLS")
  void anAreaWhoseEdgesPassTooManyCellsIsRefusedBeforeItIsComputed() {
    LimitedMemory memory = new LimitedMemory(160 * MB);
    assertThatThrownBy(() -> cover(zigzag(), limits(EDGE_CELLS, memory)))
        .isInstanceOf(SeriesTooLargeException.class)
        .hasMessageContaining("simplify the area");
    assertThat(memory.used()).isLessThan(4 * MB);
  }

  @Test
  void aDetailedBoundaryIsComputedAndKeepsLittle() {
    LimitedMemory memory = new LimitedMemory(160 * MB);
    Coverage coverage = cover(detailed(), limits(EDGE_CELLS, memory));
    assertThat(coverage.pixels()).isGreaterThan(4_000_000);
    assertThat(memory.used()).isLessThan(2 * MB);
  }

  @Test
  void aCoverageThatNeedsMoreMemoryThanOneSeriesMayIsRefused() {
    LimitedMemory memory = new LimitedMemory(24 * MB);
    assertThatThrownBy(() -> cover(comb(), limits(Long.MAX_VALUE, memory)))
        .isInstanceOf(LimitedMemory.Full.class);
    assertThat(memory.used()).isLessThanOrEqualTo(24 * MB);
  }

  @Test
  void eachStepOfAComputationIsShort() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    SeriesMemory share = SeriesMemory.unlimited();
    CoverageWork work =
        SeriesArea.outline(zigzag(), GRID, share).measure().apply(limits(Long.MAX_VALUE, share));
    long longest = 0;
    int steps = 0;
    boolean done = false;
    while (!done) {
      long start = threads.getCurrentThreadCpuTime();
      done = work.step().isPresent();
      longest = Math.max(longest, threads.getCurrentThreadCpuTime() - start);
      steps++;
    }
    assertThat(steps).isGreaterThan(100);
    assertThat(Duration.ofNanos(longest)).isLessThan(Duration.ofMillis(100));
  }

  @Test
  void tilesRunWhileAnAreaIsComputedAndTheWorkEndsWhenItsClientLeaves() {
    AtomicBoolean left = new AtomicBoolean();
    SeriesMemory share = new LimitedMemory(Long.MAX_VALUE, left::get);
    try (SeriesCube cube = new SeriesCube(SEED, 1)) {
      SeriesRequest request =
          SeriesRequest.of(GRID, SliceSelection.of(cube.view(), "v").slices(), zigzag());
      CompletableFuture<SeriesPlan> plan =
          engine.plan(request, limits(Long.MAX_VALUE, share), left::get);
      await().until(() -> pool.completed() > 2);

      assertThat(pool.submit(Priority.TILES, () -> false, scratch -> "tile").join())
          .isEqualTo("tile");
      assertThat(plan).as("the area is computed in time slices").isNotDone();

      left.set(true);
      long finished = pool.completed();
      await().until(plan::isDone);
      assertThat(plan).isCancelled();
      assertThat(pool.completed() - finished).as("time slices after that").isLessThan(3);
    }
  }

  @Test
  void sortingForPercentilesEndsWhenTheClientLeaves() {
    Samples samples = new Samples();
    Random random = new Random(SEED);
    for (int i = 0; i < 1_000_000; i++) {
      samples.add(random.nextFloat(), 1);
    }
    AtomicInteger checks = new AtomicInteger();
    assertThatThrownBy(() -> samples.percentiles(() -> checks.incrementAndGet() > 5, 50))
        .isInstanceOf(CancellationException.class);
    assertThat(checks).hasValue(6);
    assertThat(samples.percentiles(() -> false, 50)[0])
        .isCloseTo(0.5, org.assertj.core.api.Assertions.within(0.01));
  }

  @Test
  void manyValuesGiveTheSamePercentilesAsASort() {
    Samples samples = new Samples();
    Random random = new Random(SEED);
    float[] values = new float[300_001];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    samples.addAll(values, 0, values.length);
    java.util.Arrays.sort(values);
    double[] found = samples.percentiles(() -> false, 100, 0, 50, 25);
    assertThat(found).containsExactly(values[300_000], values[0], values[150_000], values[75_000]);
  }
}
