package io.glebe.core.cube.series;

import static io.glebe.core.cube.CubeStation.JUNE;
import static io.glebe.core.cube.CubeStation.MAY;
import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.cube.CubeStation;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.series.AreaReader;
import io.glebe.tile.series.Resolution;
import io.glebe.tile.series.SeriesArea;
import io.glebe.tile.series.SeriesEngine;
import io.glebe.tile.series.Statistic;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Series that cost too much, or of which too many are open. */
class SeriesBudgetTest {
  private static final CubeStation STATION = new CubeStation();
  private static final String CUBE = cube();

  @AfterAll
  static void close() {
    STATION.close();
  }

  private static String cube() {
    String id = STATION.cube(CubeStation.layer("NDVI", "int16").put("scale", 0.0001));
    STATION.columns(id, "NDVI", MAY, 0);
    STATION.columns(id, "NDVI", JUNE, 500);
    return id;
  }

  /** The mean of all cells of some slices. */
  private static SeriesQuery query(String when) {
    return query(when, Statistic.MEAN);
  }

  private static SeriesQuery query(String when, Statistic statistic) {
    double right = CubeStation.LEFT + CubeStation.WIDTH * CubeStation.CELL;
    double bottom = CubeStation.TOP - CubeStation.HEIGHT * CubeStation.CELL;
    Bounds whole = new Bounds(CubeStation.LEFT, bottom, right, CubeStation.TOP);
    return new SeriesQuery(
        List.of("NDVI"),
        Datetime.parse(when),
        new SeriesLocation.Of(SeriesArea.box(Projection.of(32633), whole)),
        Resolution.ALL,
        ZoneOffset.UTC,
        Set.of(statistic),
        List.of(),
        Optional.empty());
  }

  private static SeriesService service(SeriesLimits limits) {
    return new SeriesService(
        STATION.cubes.layers(),
        new RecordAreas(STATION.farm.records),
        new SeriesEngine(STATION.cubes.engine().pool(), Budget.SERIES),
        new AreaReader(STATION.cubes.engine().pool()),
        STATION.cubes.clouds(),
        limits,
        new SimpleMeterRegistry());
  }

  private static SeriesLimits limits(Budget budget, int running, int ofCaller) {
    return limits(budget, running, ofCaller, STATION.cubes.series().limits().memory());
  }

  private static SeriesLimits limits(Budget budget, int running, int ofCaller, long memory) {
    SeriesLimits usual = STATION.cubes.series().limits();
    return new SeriesLimits(
        budget,
        usual.samples(),
        running,
        ofCaller,
        ofCaller,
        memory,
        Math.min(memory, usual.memoryOfCaller()),
        usual.edgeCells(),
        usual.vertices());
  }

  @Test
  @Tag("GLEBE_SERIES_CHUNKS")
  void aSeriesOverTheBudgetIsRefusedWithTheAlternative() {
    try (SeriesService poor = service(limits(new Budget(1, 1 << 20, 1 << 20), 2, 2))) {
      SeriesQuery two = query("2000-01-01/..");
      Problem refused =
          problem(poor.open(STATION.owner(), CUBE, Optional.empty(), two, () -> false));

      assertThat(refused.type()).isEqualTo(ProblemType.OVER_BUDGET);
      assertThat(refused.detail()).contains("chunks", "bulk-operations");
      SeriesQuery one = query(MAY.toString());
      poor.open(STATION.owner(), CUBE, Optional.empty(), one, () -> false).await().close();
    }
  }

  private static SeriesService remembering(long bytes) {
    return service(limits(Budget.SERIES, 5, 5, bytes));
  }

  /** Enough memory for one series, and not for two. */
  private static long memoryOfOne(SeriesQuery query) {
    for (long bytes = 1; ; bytes *= 2) {
      try (SeriesService small = remembering(bytes)) {
        var opened = small.open(STATION.owner(), CUBE, Optional.empty(), query, () -> false);
        if (opened.map(true).otherwise(false).await()) {
          opened.result().close();
          return bytes;
        }
        assertThat(problem(opened).type()).isEqualTo(ProblemType.OVER_BUDGET);
      }
    }
  }

  @Test
  @Tag("GLEBE_SERIES_MEMORY")
  @Tag("GLEBE_SERIES_MEMORY_OF_CALLER")
  void theSeriesOfACallerAndOfAllHaveABoundedMemory() {
    SeriesQuery medians = query("2000-01-01/..", Statistic.MEDIAN);
    var colleague = STATION.farm.person(UUID.randomUUID(), "console", Set.of(STATION.farm.farm));
    long bytes = memoryOfOne(medians);
    assertThat(bytes).isGreaterThan(1_000);
    try (SeriesService small = remembering(bytes)) {
      OpenSeries first =
          small.open(STATION.owner(), CUBE, Optional.empty(), medians, () -> false).await();
      Problem ofCaller =
          problem(small.open(STATION.owner(), CUBE, Optional.empty(), medians, () -> false));
      assertThat(ofCaller.status()).isEqualTo(429);
      assertThat(ofCaller.headers()).containsKey("Retry-After");
      Problem ofAll = problem(small.open(colleague, CUBE, Optional.empty(), medians, () -> false));
      assertThat(ofAll.status()).isEqualTo(503);
      assertThat(ofAll.headers()).containsKey("Retry-After");
      first.cancel();
      first.close();
      small.open(colleague, CUBE, Optional.empty(), medians, () -> false).await().close();
    }
  }

  @Test
  @Tag("GLEBE_SERIES_RUNNING")
  @Tag("GLEBE_SERIES_PER_CALLER")
  void aCallerAndAllCallersHaveALimitedNumberOfOpenSeries() {
    SeriesQuery query = query("latest");
    UUID other = UUID.randomUUID();
    var colleague = STATION.farm.person(other, "console", Set.of(STATION.farm.farm));
    try (SeriesService narrow = service(limits(Budget.SERIES, 1, 2))) {
      OpenSeries first =
          narrow.open(STATION.owner(), CUBE, Optional.empty(), query, () -> false).await();
      Problem busy = problem(narrow.open(colleague, CUBE, Optional.empty(), query, () -> false));
      assertThat(busy.status()).isEqualTo(503);
      first.cancel();
      first.close();
      narrow.open(colleague, CUBE, Optional.empty(), query, () -> false).await().close();
    }
    try (SeriesService strict = service(limits(Budget.SERIES, 5, 1))) {
      OpenSeries first =
          strict.open(STATION.owner(), CUBE, Optional.empty(), query, () -> false).await();
      Problem busy =
          problem(strict.open(STATION.owner(), CUBE, Optional.empty(), query, () -> false));
      assertThat(busy.status()).isEqualTo(429);
      assertThat(busy.headers()).containsKey("Retry-After");
      strict.open(colleague, CUBE, Optional.empty(), query, () -> false).await().close();
      first.close();
    }
  }
}
