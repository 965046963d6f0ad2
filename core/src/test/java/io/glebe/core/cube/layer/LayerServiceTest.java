package io.glebe.core.cube.layer;

import static io.glebe.core.cube.CubeStation.JUNE;
import static io.glebe.core.cube.CubeStation.MAY;
import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.cube.CubeStation;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.snapshot.CubeState;
import io.glebe.core.cube.snapshot.SnapshotSelector;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.zarr.dataset.SnapshotChange;
import io.glebe.zarr.dataset.layout.Layer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cubes, their layers and their earlier states. */
class LayerServiceTest {
  private static final CubeStation STATION = new CubeStation();

  private final LayerService layers = STATION.cubes.layers();
  private final Caller owner = STATION.owner();
  private final String cube = STATION.cube(CubeStation.layer("NDVI", "int16"));

  @AfterAll
  static void close() {
    STATION.close();
  }

  private List<String> names() {
    return STATION.opened(cube).now().layers().stream().map(Layer::name).toList();
  }

  private static Optional<SnapshotSelector> version(long version) {
    return Optional.of(new SnapshotSelector(OptionalLong.of(version), Optional.empty()));
  }

  private static Layer layer(String name) {
    return LayerBody.create(CubeStation.layer(name, "float32"));
  }

  @Test
  void aCollectionHasOneCube() {
    GridBody grid = GridBody.parse(CubeStation.grid());

    assertThat(problem(layers.initialise(owner, cube, grid)).type())
        .isEqualTo(ProblemType.CONFLICT);
    String plain = STATION.collection();
    assertThat(problem(layers.cube(owner, plain)).type()).isEqualTo(ProblemType.CONFLICT);
    assertThat(layers.cubeIfAny(owner, plain).await()).isEmpty();
    assertThat(problem(layers.initialise(STATION.neighbour(), plain, grid)).status())
        .isEqualTo(403);
    layers.initialise(owner, plain, grid).await();
    assertThat(STATION.cubes.collections().read(owner, plain).await().raster()).isTrue();
  }

  @Test
  void layersAreAddedChangedAndDeleted() {
    layers.create(owner, cube, layer("EVI")).await();
    assertThat(names()).containsExactly("NDVI", "EVI");
    assertThat(problem(layers.create(owner, cube, layer("EVI"))).type())
        .isEqualTo(ProblemType.CONFLICT);

    ObjectNode change = Json.object().put("unit", "1").put("title", "Vegetation");
    layers.update(owner, cube, "EVI", before -> LayerBody.update(change, before)).await();
    Layer evi = STATION.opened(cube).now().layer("EVI").orElseThrow();
    assertThat(evi.unit()).isEqualTo("1");
    assertThat(evi.attributes()).containsEntry("title", "Vegetation");
    assertThat(problem(layers.update(owner, cube, "LAI", before -> before)).detail())
        .contains("there are NDVI, EVI");

    layers.delete(owner, cube, "EVI").await();
    assertThat(names()).containsExactly("NDVI");
    assertThat(problem(layers.delete(owner, cube, "EVI")).status()).isEqualTo(404);
  }

  @Test
  void nobodyElseChangesLayers() {
    Caller neighbour = STATION.neighbour();

    assertThat(problem(layers.create(neighbour, cube, layer("EVI"))).status()).isEqualTo(403);
    assertThat(problem(layers.update(neighbour, cube, "NDVI", before -> before)).status())
        .isEqualTo(403);
    assertThat(problem(layers.delete(neighbour, cube, "NDVI")).status()).isEqualTo(403);
    assertThat(problem(layers.restore(neighbour, cube, 1, Set.of())).status()).isEqualTo(403);
    assertThat(problem(layers.state(neighbour, cube, Optional.empty())).status()).isEqualTo(403);
    assertThat(problem(layers.history(neighbour, cube, Long.MAX_VALUE, 10)).status())
        .isEqualTo(403);
    assertThat(names()).containsExactly("NDVI");
  }

  @Test
  void anEarlierStateIsReadAndRestored() {
    STATION.columns(cube, "NDVI", MAY, 0);
    long first = STATION.opened(cube).now().version();
    STATION.columns(cube, "NDVI", MAY, 7);
    STATION.columns(cube, "NDVI", JUNE, 7);
    long later = STATION.opened(cube).now().version();

    CubeState earlier = layers.state(owner, cube, version(first)).await();
    assertThat(earlier.snapshot().times("NDVI")).containsExactly(MAY);
    assertThat(layers.state(owner, cube, Optional.empty()).await().snapshot().times("NDVI"))
        .containsExactly(MAY, JUNE);
    CubeState restored = layers.restore(owner, cube, first, Set.of()).await();

    assertThat(restored.snapshot().version()).isGreaterThan(later);
    assertThat(STATION.times(cube, "NDVI")).containsExactly(MAY);
    assertThat(STATION.shorts(cube, "NDVI", MAY)[3]).isEqualTo((short) 3000);
    layers.restore(owner, cube, later, Set.of("NDVI")).await();
    assertThat(STATION.shorts(cube, "NDVI", JUNE)[3]).isEqualTo((short) 3007);
    assertThat(problem(layers.restore(owner, cube, 999, Set.of())).status()).isEqualTo(404);
    assertThat(problem(layers.restore(owner, cube, later, Set.of("LAI"))).status()).isEqualTo(404);
    assertThat(problem(layers.state(owner, cube, version(999))).status()).isEqualTo(404);
  }

  @Test
  void theHistoryHasTheNewestChangeFirst() {
    STATION.columns(cube, "NDVI", MAY, 0);
    STATION.columns(cube, "NDVI", JUNE, 0);
    long newest = STATION.opened(cube).now().version();

    List<SnapshotChange> history = layers.history(owner, cube, Long.MAX_VALUE, 2).await();

    assertThat(history).extracting(SnapshotChange::version).containsExactly(newest, newest - 1);
    assertThat(layers.history(owner, cube, newest, 1).await())
        .extracting(SnapshotChange::version)
        .containsExactly(newest - 1);
  }

  @Test
  void statisticsCountTheValuesOfTheSlices() {
    STATION.columns(cube, "NDVI", MAY, 0);
    STATION.columns(cube, "NDVI", JUNE, 500);

    LayerStatistics all =
        LayerStatistics.of(STATION.opened(cube).now(), "NDVI", Datetime.parse("2000-01-01/.."));

    assertThat(all.slices()).extracting(LayerStatistics.Slice::instant).containsExactly(MAY, JUNE);
    double mean = IntStream.range(0, 20).average().orElseThrow() * 1000;
    LayerStatistics.Numbers may = all.slices().getFirst().numbers();
    assertThat(may.min()).isZero();
    assertThat(may.max()).isEqualTo(19_000);
    assertThat(may.mean()).isCloseTo(mean, within(1e-6));
    assertThat(may.valid()).isEqualTo(200);
    assertThat(all.total().mean()).isCloseTo(mean + 250, within(1e-6));
    assertThat(all.total().max()).isEqualTo(19_500);
    assertThat(all.total().cells()).isEqualTo(400);
    LayerStatistics june =
        LayerStatistics.of(STATION.opened(cube).now(), "NDVI", Datetime.at(JUNE));
    assertThat(june.slices()).hasSize(1);
    assertThat(june.total().min()).isEqualTo(500);
  }

  @ParameterizedTest
  @CsvSource({
    "latest, 2026-06-01T10:00:00Z",
    "nearest:2026-05-03, 2026-05-01T10:00:00Z",
    "nearest:2027-01-01, 2026-06-01T10:00:00Z"
  })
  void statisticsOfTheLatestOrNearestSliceAreThoseOfOneSlice(String when, Instant slice) {
    STATION.columns(cube, "NDVI", MAY, 0);
    STATION.columns(cube, "NDVI", JUNE, 500);

    LayerStatistics one =
        LayerStatistics.of(STATION.opened(cube).now(), "NDVI", Datetime.parse(when));

    assertThat(one.slices()).extracting(LayerStatistics.Slice::instant).containsExactly(slice);
    assertThat(one.total().cells()).isEqualTo(200);
  }

  @Test
  void theExtentOfACollectionFollowsItsCube() {
    STATION.columns(cube, "NDVI", MAY, 0);
    STATION.columns(cube, "NDVI", JUNE, 0);

    var extent = STATION.cubes.collections().read(owner, cube).await().extent().orElseThrow();

    double[] corner = CubeStation.lonLat(0, CubeStation.HEIGHT);
    assertThat(extent.west()).isCloseTo(corner[0], within(1e-4));
    assertThat(extent.south()).isCloseTo(corner[1], within(1e-4));
    assertThat(extent.from()).contains(MAY);
    assertThat(extent.to()).contains(JUNE);
  }

  @Test
  void faultsOfWorkAreReportedAsTheyAre() {
    Problem refused =
        problem(
            layers.writing(
                cube,
                STATION.opened(cube),
                claims -> {
                  throw Problem.tooBusy("full", 3);
                }));

    assertThat(refused.type()).isEqualTo(ProblemType.TOO_BUSY);
  }
}
