package io.glebe.tile.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.glebe.tile.engine.Plane;
import io.glebe.tile.engine.Priority;
import io.glebe.tile.engine.RenderPool;
import io.glebe.tile.engine.RenderScratch;
import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.plan.Estimate;
import io.glebe.tile.plan.OverBudgetException;
import io.glebe.zarr.chunk.ChunkSource;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesEngineTest {
  private static final long SEED = 1234;
  private static final Projection UTM = Projection.of(32633);
  private static final Offset<Double> CLOSE = within(1e-5);
  private static SeriesCube cube;
  private static RenderPool<RenderScratch> pool;
  private static SeriesEngine engine;

  @BeforeAll
  static void start() {
    cube = new SeriesCube(SEED, 24);
    pool = new RenderPool<>(2, 64, 64, RenderScratch::new);
    engine = new SeriesEngine(pool, Budget.SERIES);
  }

  @AfterAll
  static void stop() {
    pool.close();
    cube.close();
  }

  @Test
  void everyStatisticOfAPolygonEqualsBruteForce() throws Exception {
    SeriesRequest request =
        request(polygon()).with(Statistic.values()).percentiles(0.0, 10.0, 33.3, 90.0, 100.0);
    Series series = run(request);
    Coverage coverage = polygon().on(request.grid());
    assertThat(series.buckets()).hasSize(24);
    for (int t = 0; t < 24; t++) {
      check(series.buckets().get(t), BruteForce.of(cube, coverage, List.of(t), List.of()));
    }
    assertThat(series.areaPixels()).isCloseTo(polygonArea() / 100, within(1e-6));
  }

  @Test
  void aMaskLeavesItsPixelsOutAndCountsThem() throws Exception {
    SeriesRequest request =
        SeriesCube.masking(masked(polygon()).with(Statistic.values()).percentiles(25.0), 1.0, 3.0);
    Coverage coverage = polygon().on(request.grid());
    Series series = run(request);
    for (int t = 0; t < 24; t++) {
      SeriesBucket b = series.buckets().get(t);
      check(b, BruteForce.of(cube, coverage, List.of(t), List.of(1, 3)));
      assertThat(b.masked()).isPositive();
      assertThat(b.valid() + b.nodata() + b.masked()).isEqualTo(b.pixels());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"P1D", "P1W", "P1M"})
  void bucketsFollowTheTimeZone(String period) throws Exception {
    ZoneId zone = ZoneId.of("Europe/Ljubljana");
    Resolution resolution = Resolution.ofPeriod(period).orElseThrow();
    Series series = run(request(polygon()).with(Statistic.values()).by(resolution, zone));
    Coverage coverage = polygon().on(cube.view().cube().base());
    List<List<Integer>> groups = new ArrayList<>();
    Instant before = null;
    for (int t = 0; t < 24; t++) {
      Instant start = resolution.start(cube.times.get(t), zone);
      if (!start.equals(before)) {
        groups.add(new ArrayList<>());
        before = start;
      }
      groups.getLast().add(t);
    }
    assertThat(series.buckets()).hasSameSizeAs(groups);
    for (int i = 0; i < groups.size(); i++) {
      assertThat(series.buckets().get(i).slices()).isEqualTo(groups.get(i).size());
      check(series.buckets().get(i), BruteForce.of(cube, coverage, groups.get(i), List.of()));
    }
  }

  @Test
  void weeksBeginOnMondayAndDaysAtLocalMidnight() {
    ZoneId zone = ZoneId.of("Europe/Ljubljana");
    Instant sundayNight = Instant.parse("2024-03-31T22:30:00Z");
    assertThat(Resolution.DAY.start(sundayNight, zone))
        .isEqualTo(Instant.parse("2024-03-31T22:00:00Z"));
    assertThat(Resolution.WEEK.start(sundayNight, zone))
        .isEqualTo(Instant.parse("2024-03-31T22:00:00Z"));
    assertThat(Resolution.WEEK.start(sundayNight, ZoneOffset.UTC))
        .isEqualTo(Instant.parse("2024-03-25T00:00:00Z"));
    assertThat(Resolution.MONTH.start(sundayNight, zone))
        .isEqualTo(Instant.parse("2024-03-31T22:00:00Z"));
    assertThat(Resolution.MONTH.start(sundayNight, ZoneOffset.UTC))
        .isEqualTo(Instant.parse("2024-03-01T00:00:00Z"));
  }

  @Test
  void statisticsKeptPerChunkGiveTheSameAnswerAndReadAlmostNothing() throws Exception {
    SeriesArea wide = box(505, 20, 2_995 - 5, 2_080);
    Series plain = run(request(wide));
    Coverage coverage = wide.on(cube.view().cube().base());
    cube.chunks.clear();
    long before = cube.chunks.stats().misses();
    Series again = run(request(wide));
    long read = cube.chunks.stats().misses() - before;
    // 5 x 4 chunks of 64 pixels per slice; the inner ones are completely covered
    assertThat(read).isLessThanOrEqualTo(24L * 14);
    for (int t = 0; t < 24; t++) {
      check(plain.buckets().get(t), BruteForce.of(cube, coverage, List.of(t), List.of()));
      assertThat(again.buckets().get(t)).isEqualTo(plain.buckets().get(t));
    }
  }

  @Test
  void theWholeExtentIsAnsweredWithoutReadingAnyChunk() throws Exception {
    cube.chunks.clear();
    long before = cube.chunks.stats().misses();
    Series series = run(request(box(-100, -100, 9_000, 9_000)));
    assertThat(cube.chunks.stats().misses()).isEqualTo(before);
    Coverage all = box(-100, -100, 9_000, 9_000).on(cube.view().cube().base());
    check(series.buckets().get(3), BruteForce.of(cube, all, List.of(3), List.of()));
  }

  @Test
  void aPointIsThePixelUnderIt() throws Exception {
    double[] lonLat = new double[2];
    UTM.toLonLat(500_000 + 10 * 123.7, 5_100_000 - 10 * 45.2, lonLat, 0);
    SeriesArea point = SeriesArea.point(Projection.of(4326), lonLat[0], lonLat[1]);
    Series series = run(request(point));
    for (int t = 0; t < 24; t++) {
      double expected = cube.value(t, 123, 45);
      SeriesBucket b = series.buckets().get(t);
      assertThat(b.pixels()).isEqualTo(1);
      if (Double.isNaN(expected)) {
        assertThat(b.nodata()).isEqualTo(1);
        assertThat(b.values().get(Statistic.MEAN)).isNaN();
      } else {
        assertThat(b.values().get(Statistic.MEAN)).isCloseTo(expected, CLOSE);
      }
    }
  }

  @Test
  void aTimeMajorArrayGivesTheSameAnswerAndReadsFewerChunks() throws Exception {
    SeriesArea field = box(1_000, 800, 1_240, 1_040);
    List<SeriesSlice> slices = SliceSelection.of(cube.view(), "v").slices();
    ChunkSource narrow = cube.timeMajor();
    List<SeriesSlice> both = new ArrayList<>();
    for (int t = 0; t < slices.size(); t++) {
      SeriesSlice s = slices.get(t);
      both.add(s.withTimeMajor(new Plane(narrow, t, s.plane().calibration())));
    }
    SeriesRequest request = SeriesRequest.of(cube.view().cube().base(), both, field);
    Coverage coverage = field.on(request.grid());
    cube.chunks.clear();
    long before = cube.chunks.stats().misses();
    Series series = run(request);
    assertThat(cube.chunks.stats().misses() - before).isLessThanOrEqualTo(4);
    for (int t = 0; t < 24; t++) {
      check(series.buckets().get(t), BruteForce.of(cube, coverage, List.of(t), List.of()));
    }
  }

  @Test
  void anAreaOutsideOfTheCubeHasBucketsWithoutPixels() throws Exception {
    Series series = run(request(box(50_000, 0, 50_100, 100)));
    assertThat(series.touchedPixels()).isZero();
    assertThat(series.buckets()).hasSize(24);
    assertThat(series.buckets().getFirst().values().get(Statistic.MEAN)).isNaN();
    assertThat(series.buckets().getFirst().values().get(Statistic.COUNT)).isZero();
  }

  @Test
  void aSeriesOverTheBudgetIsRefusedWithItsEstimate() {
    SeriesEngine poor = new SeriesEngine(pool, new Budget(10, 1 << 20, 1 << 20));
    assertThatThrownBy(() -> poor.run(request(polygon())).join())
        .hasCauseInstanceOf(OverBudgetException.class)
        .hasMessageContaining("chunks");
  }

  /** Computing this coverage would need an array larger than the maximum size of Java arrays. */
  @Test
  void aSeriesWhoseBoxExceedsTheBudgetIsRefusedBeforeMeasuring() {
    int side = 1 << 28;
    RasterGrid vast =
        new RasterGrid(Projection.of(32633), new Affine(0, 0, 1e-3, -1e-3), side, side);
    SeriesArea all = SeriesArea.box(vast.projection(), new Bounds(0, -1e-3 * side, 1e-3 * side, 0));
    SeriesRequest request = SeriesRequest.of(vast, request(polygon()).slices(), all);
    assertThatThrownBy(() -> engine.run(request).join())
        .hasCauseInstanceOf(OverBudgetException.class)
        .hasMessageContaining("chunks");
    assertThatThrownBy(() -> SeriesPlan.of(request)).isNotInstanceOf(OverBudgetException.class);
  }

  @Test
  void aBudgetOfExactlyTheCostAcceptsTheSeries() {
    SeriesPlan free = SeriesPlan.of(request(polygon()));
    Estimate cost = free.estimate();
    Budget just = new Budget(cost.chunks(), cost.bytes(), cost.pixels());
    assertThat(SeriesPlan.of(request(polygon()), just).estimate()).isEqualTo(cost);
    Budget less = new Budget(cost.chunks() - 1, cost.bytes(), cost.pixels());
    assertThatThrownBy(() -> SeriesPlan.of(request(polygon()), less))
        .isInstanceOf(OverBudgetException.class);
  }

  @Test
  void aCancelledSeriesStopsAndLeavesThePoolIdle() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    for (int i = 0; i < 2; i++) {
      var _ = pool.submit(Priority.TILES, () -> false, s -> waitFor(gate));
    }
    CompletableFuture<Series> series = engine.run(request(polygon()));
    series.cancel(false);
    gate.countDown();
    await().until(() -> pool.active() == 0 && pool.waiting(Priority.BACKGROUND) == 0);
    assertThat(series).isCancelled();
  }

  @Test
  void aFailureWhileReadingFailsTheSeries() {
    SeriesSlice slice = SliceSelection.of(cube.view(), "v").slices().getFirst();
    SeriesSlice broken =
        SeriesSlice.of(
            slice.time(), new Plane(slice.plane().chunks(), -5, slice.plane().calibration()));
    SeriesRequest request = SeriesRequest.of(cube.view().cube().base(), List.of(broken), polygon());
    assertThatThrownBy(() -> engine.run(request).join())
        .hasCauseInstanceOf(IndexOutOfBoundsException.class);
  }

  private static void check(SeriesBucket got, BruteForce expected) {
    assertThat(got.pixels()).isEqualTo(expected.pixels);
    assertThat(got.valid()).isEqualTo(expected.values.size());
    assertThat(got.masked()).isEqualTo(expected.masked);
    assertThat(got.weight()).isCloseTo(expected.weight(), CLOSE);
    got.values()
        .forEach(
            (statistic, value) ->
                assertThat(value)
                    .as(statistic.id())
                    .isCloseTo(
                        expected.statistic(statistic),
                        within(1e-6 * Math.max(1, Math.abs(expected.statistic(statistic))))));
    double[] ps = {0, 10, 33.3, 90, 100};
    for (int i = 0; got.percentiles().size() == ps.length && i < ps.length; i++) {
      assertThat(got.percentiles().get(i))
          .as("percentile " + ps[i])
          .isCloseTo(expected.percentile(ps[i]), CLOSE);
    }
  }

  private static SeriesRequest request(SeriesArea area) {
    return SeriesRequest.of(
        cube.view().cube().base(), SliceSelection.of(cube.view(), "v").slices(), area);
  }

  private static SeriesRequest masked(SeriesArea area) {
    return SeriesRequest.of(
        cube.view().cube().base(),
        SliceSelection.of(cube.view(), "v").maskedBy("cloud").slices(),
        area);
  }

  private static Series run(SeriesRequest request) throws Exception {
    return engine.run(request).get(60, TimeUnit.SECONDS);
  }

  /** Metres from the cube's upper left corner, y downwards. */
  private static SeriesArea box(double x0, double y0, double x1, double y1) {
    return SeriesArea.box(
        UTM, new Bounds(500_000 + x0, 5_100_000 - y1, 500_000 + x1, 5_100_000 - y0));
  }

  private static final double[] OUTER = {
    500_303, 5_099_811, 501_977, 5_099_655, 502_222, 5_098_480, 501_111, 5_098_933, 500_404,
    5_098_310
  };
  private static final double[] HOLE = {
    501_000, 5_099_500, 501_333, 5_099_500, 501_333, 5_099_201, 501_000, 5_099_201
  };
  private static final double[] ISLAND = {
    502_500, 5_099_000, 502_704, 5_099_000, 502_600, 5_098_800
  };

  private static SeriesArea polygon() {
    return SeriesArea.polygons(UTM, List.of(List.of(OUTER, HOLE), List.of(ISLAND)));
  }

  private static double polygonArea() {
    return Math.abs(Rings.area(OUTER)) - Math.abs(Rings.area(HOLE)) + Math.abs(Rings.area(ISLAND));
  }

  private static boolean waitFor(CountDownLatch latch) {
    try {
      return latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The simple way: every touched pixel in a list, every formula in its textbook form. */
  private static final class BruteForce {
    record Weighted(double value, double weight) {}

    final List<Weighted> values = new ArrayList<>();
    long pixels;
    long masked;

    static BruteForce of(
        SeriesCube cube, Coverage coverage, List<Integer> slices, List<Integer> mask) {
      BruteForce b = new BruteForce();
      for (int t : slices) {
        for (int row = 0; row < SeriesCube.HEIGHT; row++) {
          for (int column = 0; column < SeriesCube.WIDTH; column++) {
            double w = CoverageTest.weight(coverage, column, row);
            if (w > 0) {
              b.pixels++;
              double v = cube.value(t, column, row);
              if (mask.contains(cube.cloud(t, column, row))) {
                b.masked++;
              } else if (!Double.isNaN(v)) {
                b.values.add(new Weighted(v, w));
              }
            }
          }
        }
      }
      b.values.sort(
          Comparator.comparingDouble(Weighted::value).thenComparingDouble(Weighted::weight));
      return b;
    }

    double weight() {
      return values.stream().mapToDouble(Weighted::weight).sum();
    }

    double statistic(Statistic s) {
      double sum = values.stream().mapToDouble(v -> v.value * v.weight).sum();
      double mean = sum / weight();
      return switch (s) {
        case COUNT -> weight();
        case SUM -> sum;
        case MEAN -> mean;
        case MIN -> values.getFirst().value;
        case MAX -> values.getLast().value;
        case STD ->
            Math.sqrt(
                values.stream()
                        .mapToDouble(v -> v.weight * (v.value - mean) * (v.value - mean))
                        .sum()
                    / weight());
        case MEDIAN -> percentile(50);
      };
    }

    double percentile(double p) {
      double[] places = new double[values.size()];
      double before = 0;
      for (int i = 0; i < places.length; i++) {
        places[i] = before + values.get(i).weight / 2;
        before += values.get(i).weight;
      }
      double place = places[0] + p / 100 * (places[places.length - 1] - places[0]);
      int above = 1;
      while (above < places.length - 1 && places[above] < place) {
        above++;
      }
      double t = (place - places[above - 1]) / (places[above] - places[above - 1]);
      double low = values.get(above - 1).value;
      return low + Math.clamp(t, 0, 1) * (values.get(above).value - low);
    }
  }
}
