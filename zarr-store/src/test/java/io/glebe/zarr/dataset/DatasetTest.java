package io.glebe.zarr.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.zarr.dataset.layout.DatasetExistsException;
import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.dataset.layout.NoSuchDatasetException;
import io.glebe.zarr.dataset.layout.SliceStatistics;
import io.glebe.zarr.dataset.layout.Timeline;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.store.MemoryObjectStore;
import io.glebe.zarr.store.ObjectStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DatasetTest {
  private final ObjectStore store = new MemoryObjectStore();

  private Dataset dataset(int width, int height, DatasetOptions options) {
    Dataset dataset =
        Dataset.create(
            store, "cubes/s2", DatasetFixture.grid(width, height), options, DatasetFixture.cache());
    dataset.addLayer(DatasetFixture.B04);
    return dataset;
  }

  private Dataset dataset(int width, int height) {
    return dataset(width, height, DatasetOptions.forGrid(DatasetFixture.grid(width, height)));
  }

  private Dataset reopened() {
    return Dataset.open(store, "cubes/s2", DatasetFixture.cache());
  }

  @ParameterizedTest
  @CsvSource({
    "100,101,3,256,0",
    "300,700,3,256,0",
    "1000,513,3,64,256",
    "257,256,2,128,0",
    "1,1,3,256,0",
    "640,640,3,64,512"
  })
  void aSliceIsReadAsItWasWritten(int width, int height, int format, int chunk, int shard) {
    Dataset dataset = dataset(width, height, new DatasetOptions(format, chunk, shard, false));
    short[] first = DatasetFixture.random(dataset.grid(), 1);
    short[] second = DatasetFixture.random(dataset.grid(), 2);
    DatasetFixture.put(dataset, "B04", DatasetFixture.day(3), first);
    DatasetFixture.put(dataset, "B04", DatasetFixture.day(1), second);
    for (DatasetSnapshot now : new DatasetSnapshot[] {dataset.current(), reopened().current()}) {
      assertThat(now.times("B04")).containsExactly(DatasetFixture.day(1), DatasetFixture.day(3));
      assertThat(DatasetFixture.read(now, "B04", DatasetFixture.day(3), 0)).isEqualTo(first);
      assertThat(DatasetFixture.read(now, "B04", DatasetFixture.day(1), 0)).isEqualTo(second);
      assertThat(now.grid()).isEqualTo(dataset.grid());
      assertThat(now.layer("B04")).hasValue(DatasetFixture.B04);
    }
  }

  /** Windows of random size in random order, some written twice: the last write counts. */
  @ParameterizedTest
  @CsvSource({"1,0", "2,0", "3,256", "4,256"})
  void windowsMayComeInAnyOrder(long seed, int shard) {
    Dataset dataset = dataset(500, 400, new DatasetOptions(3, 64, shard, false));
    GridSpec grid = dataset.grid();
    Random random = new Random(seed);
    short[] expected = new short[grid.width() * grid.height()];
    Arrays.fill(expected, DatasetFixture.NODATA);
    try (SliceWriter slice = dataset.beginSlice("B04", DatasetFixture.day(0))) {
      for (int i = 0; i < 60; i++) {
        int row = random.nextInt(grid.height());
        int column = random.nextInt(grid.width());
        int height = 1 + random.nextInt(Math.min(200, grid.height() - row));
        int width = 1 + random.nextInt(Math.min(200, grid.width() - column));
        short[] cells = new short[height * width];
        for (int k = 0; k < cells.length; k++) {
          cells[k] = (short) random.nextInt(10_000);
          expected[(row + k / width) * grid.width() + column + k % width] = cells[k];
        }
        slice.write(row, column, height, width, DatasetFixture.bytes(cells));
      }
      slice.commit();
    }
    assertThat(DatasetFixture.read(dataset.current(), "B04", DatasetFixture.day(0), 0))
        .as("seed " + seed)
        .isEqualTo(expected);
    checkOverviews(dataset.current(), DatasetFixture.day(0));
  }

  private static void checkOverviews(DatasetSnapshot now, Instant instant) {
    for (int level = 1; level < now.levels(); level++) {
      GridSpec fine = now.grid(level - 1);
      GridSpec coarse = now.grid(level);
      short[] below = DatasetFixture.read(now, "B04", instant, level - 1);
      short[] above = DatasetFixture.read(now, "B04", instant, level);
      for (int r = 0; r < coarse.height(); r++) {
        for (int c = 0; c < coarse.width(); c++) {
          assertThat(above[r * coarse.width() + c])
              .as("level %d row %d column %d", level, r, c)
              .isEqualTo(average(below, fine, 2 * r, 2 * c));
        }
      }
    }
  }

  private static short average(short[] cells, GridSpec grid, int row, int column) {
    double sum = 0;
    int count = 0;
    for (int r = row; r < Math.min(row + 2, grid.height()); r++) {
      for (int c = column; c < Math.min(column + 2, grid.width()); c++) {
        if (cells[r * grid.width() + c] != DatasetFixture.NODATA) {
          sum += cells[r * grid.width() + c];
          count++;
        }
      }
    }
    return count == 0 ? DatasetFixture.NODATA : (short) Math.rint(sum / count);
  }

  @Test
  void overviewsAverageTheCellsWithAValue() {
    Dataset dataset = dataset(1030, 777, new DatasetOptions(3, 128, 0, false));
    DatasetFixture.put(
        dataset, "B04", DatasetFixture.day(0), DatasetFixture.random(dataset.grid(), 5));
    assertThat(dataset.current().levels()).isEqualTo(5);
    checkOverviews(dataset.current(), DatasetFixture.day(0));
  }

  @Test
  void overviewsOfClassesTakeTheMostFrequentClass() {
    Dataset dataset = dataset(128, 128, new DatasetOptions(3, 64, 0, false));
    dataset.addLayer(
        new Layer("crop", DataType.INT16, 1, 0, OptionalDouble.of(0), "", true, Map.of()));
    GridSpec grid = dataset.grid();
    // each 2 x 2 block: 7 7 / 0 3, so 7 wins; in every fourth block column all are nodata
    short[] cells =
        DatasetFixture.filled(
            grid, (r, c) -> c / 2 % 4 == 3 ? 0 : r % 2 == 0 ? 7 : c % 2 == 0 ? 0 : 3);
    DatasetFixture.put(dataset, "crop", DatasetFixture.day(0), cells);
    short[] half = DatasetFixture.read(dataset.current(), "crop", DatasetFixture.day(0), 1);
    assertThat(half).isEqualTo(DatasetFixture.filled(grid.level(1), (r, c) -> c % 4 == 3 ? 0 : 7));
  }

  @Test
  void anUpdateKeepsCellsThatItDoesNotWrite() {
    Dataset dataset = dataset(300, 300, new DatasetOptions(3, 64, 128, false));
    short[] cells = DatasetFixture.random(dataset.grid(), 9);
    DatasetSnapshot before = DatasetFixture.put(dataset, "B04", DatasetFixture.day(0), cells);
    try (DatasetTransaction transaction = dataset.begin()) {
      short[] patch = new short[70 * 50];
      Arrays.fill(patch, (short) 4242);
      transaction
          .update("B04", DatasetFixture.day(0))
          .write(60, 100, 70, 50, DatasetFixture.bytes(patch));
      transaction.commit();
    }
    short[] expected = cells.clone();
    for (int r = 60; r < 130; r++) {
      Arrays.fill(expected, r * 300 + 100, r * 300 + 150, (short) 4242);
    }
    assertThat(DatasetFixture.read(dataset.current(), "B04", DatasetFixture.day(0), 0))
        .isEqualTo(expected);
    assertThat(DatasetFixture.read(before, "B04", DatasetFixture.day(0), 0)).isEqualTo(cells);
    checkOverviews(dataset.current(), DatasetFixture.day(0));
    checkStatistics(dataset.current(), expected);
  }

  private static void checkStatistics(DatasetSnapshot now, short[] cells) {
    int slot = now.slot("B04", DatasetFixture.day(0)).orElseThrow();
    SliceStatistics statistics = now.statistics("B04", slot).orElseThrow();
    int side = Math.toIntExact(now.array("B04", 0).chunks().chunkShape().get(1));
    GridSpec grid = now.grid();
    for (int r = 0; r < statistics.rows(); r++) {
      for (int c = 0; c < statistics.columns(); c++) {
        long count = 0;
        double sum = 0;
        double min = Double.NaN;
        double max = Double.NaN;
        for (int y = r * side; y < Math.min((r + 1) * side, grid.height()); y++) {
          for (int x = c * side; x < Math.min((c + 1) * side, grid.width()); x++) {
            short v = cells[y * grid.width() + x];
            if (v != DatasetFixture.NODATA) {
              count++;
              sum += v;
              min = Double.isNaN(min) ? v : Math.min(min, v);
              max = Double.isNaN(max) ? v : Math.max(max, v);
            }
          }
        }
        assertThat(statistics.count(r, c)).isEqualTo(count);
        assertThat(statistics.sum(r, c)).isEqualTo(sum);
        assertThat(statistics.min(r, c)).isEqualTo(min);
        assertThat(statistics.max(r, c)).isEqualTo(max);
      }
    }
  }

  @Test
  void statisticsOfEachChunkAreKept() {
    Dataset dataset = dataset(300, 200, new DatasetOptions(3, 64, 0, false));
    short[] cells = DatasetFixture.random(dataset.grid(), 11);
    DatasetFixture.put(dataset, "B04", DatasetFixture.day(0), cells);
    checkStatistics(dataset.current(), cells);
    checkStatistics(reopened().current(), cells);
  }

  @Test
  void anEarlierSnapshotStaysAndCanBeRestored() {
    Dataset dataset = dataset(90, 90);
    short[] good = DatasetFixture.random(dataset.grid(), 1);
    DatasetSnapshot before = DatasetFixture.put(dataset, "B04", DatasetFixture.day(0), good);
    DatasetSnapshot bad =
        DatasetFixture.put(
            dataset, "B04", DatasetFixture.day(0), DatasetFixture.random(dataset.grid(), 2));
    assertThat(DatasetFixture.read(before, "B04", DatasetFixture.day(0), 0)).isEqualTo(good);
    assertThat(
            DatasetFixture.read(
                reopened().asOf(before.version()).orElseThrow(), "B04", DatasetFixture.day(0), 0))
        .isEqualTo(good);
    DatasetSnapshot restored = dataset.restore(before.version());
    assertThat(restored.version()).isGreaterThan(bad.version());
    assertThat(DatasetFixture.read(restored, "B04", DatasetFixture.day(0), 0)).isEqualTo(good);
    DatasetSnapshot atBad = dataset.asOf(bad.committedAt()).orElseThrow();
    assertThat(atBad.version()).isEqualTo(bad.version());
    assertThat(dataset.asOf(before.committedAt().minusMillis(1)).orElseThrow().version())
        .isEqualTo(before.version() - 1);
    assertThat(dataset.asOf(99_999L)).isEmpty();
    assertThatThrownBy(() -> dataset.restore(99_999L)).isInstanceOf(NoSuchSnapshotException.class);
    // a slice written after a restore uses a new slot
    DatasetSnapshot after = DatasetFixture.put(dataset, "B04", DatasetFixture.day(5), good);
    assertThat(after.slot("B04", DatasetFixture.day(5)).getAsInt()).isEqualTo(2);
  }

  @Test
  void reclaimRemovesDataWithoutAKeptSnapshot() {
    Dataset dataset = dataset(200, 200, new DatasetOptions(3, 64, 0, false));
    for (int i = 0; i < 4; i++) {
      DatasetFixture.put(
          dataset, "B04", DatasetFixture.day(0), DatasetFixture.random(dataset.grid(), i));
    }
    dataset.addLayer(Layer.of("gone", DataType.UINT8));
    dataset.removeLayer("gone");
    assertThat(dataset.reclaim(Duration.ofHours(1))).isEqualTo(new ReclaimReport(0, 0, 0));
    ReclaimReport report = dataset.reclaim(Duration.ofSeconds(-1));
    assertThat(report.slots()).isEqualTo(3);
    assertThat(report.objects()).isGreaterThan(3 * 16);
    assertThat(dataset.versions()).containsExactly(dataset.current().version());
    assertThat(DatasetFixture.read(reopened().current(), "B04", DatasetFixture.day(0), 0))
        .isEqualTo(DatasetFixture.random(dataset.grid(), 3));
    assertThat(store.children("cubes/s2").toList()).contains("B04").doesNotContain("gone");
    assertThat(dataset.reclaim(Duration.ofSeconds(-1))).isEqualTo(new ReclaimReport(0, 0, 0));
  }

  /** Copies of chunks, in this process and in others, are found by folder and slot. */
  @Test
  void neitherAFolderNorASlotIsUsedAgainAfterReclaim() {
    Dataset dataset = dataset(50, 50);
    short[] cells = DatasetFixture.random(dataset.grid(), 1);
    DatasetSnapshot one = DatasetFixture.put(dataset, "B04", DatasetFixture.day(0), cells);
    DatasetFixture.put(dataset, "B04", DatasetFixture.day(1), cells);
    dataset.removeLayer("B04");
    dataset.restore(one.version());
    dataset.reclaim(Duration.ofSeconds(-1));
    Dataset again = reopened();
    DatasetSnapshot third = DatasetFixture.put(again, "B04", DatasetFixture.day(2), cells);
    assertThat(third.slot("B04", DatasetFixture.day(2))).hasValue(2);

    again.removeLayer("B04");
    again.reclaim(Duration.ofSeconds(-1));
    assertThat(store.children("cubes/s2").toList()).doesNotContain("B04");
    DatasetSnapshot other = reopened().addLayer(DatasetFixture.B04);
    assertThat(other.array("B04", 0).path()).isEqualTo("cubes/s2/B04-2/0/data");
  }

  @Test
  void wrongWindowsLayersAndNamesAreRefused() {
    Dataset dataset = dataset(50, 40);
    assertThatThrownBy(() -> dataset.beginSlice("B99", DatasetFixture.day(0)))
        .isInstanceOf(NoSuchLayerException.class)
        .hasMessageContaining("B04");
    assertThatThrownBy(() -> dataset.addLayer(DatasetFixture.B04))
        .isInstanceOf(LayerExistsException.class);
    assertThatThrownBy(() -> Layer.of("../x", DataType.INT8))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> dataset(50, 40)).isInstanceOf(DatasetExistsException.class);
    assertThatThrownBy(() -> Dataset.open(store, "nowhere", DatasetFixture.cache()))
        .isInstanceOf(NoSuchDatasetException.class);
    try (SliceWriter slice = dataset.beginSlice("B04", DatasetFixture.day(0))) {
      int[][] bad = {
        {-1, 0, 1, 1}, {0, 0, 41, 1}, {39, 49, 1, 2}, {0, 0, 0, 5}, {0, 1 << 30, 1, 1}
      };
      for (int[] w : bad) {
        assertThatThrownBy(
                () -> slice.write(w[0], w[1], w[2], w[3], DatasetFixture.bytes(new short[1])))
            .isInstanceOf(IllegalArgumentException.class);
      }
      assertThatThrownBy(() -> slice.write(0, 0, 2, 2, DatasetFixture.bytes(new short[3])))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(dataset.current().times("B04")).isEmpty();
  }

  @Test
  void aLayerCanBeRemovedAndCreatedAgainWithoutItsOldData() {
    Dataset dataset = dataset(50, 50);
    DatasetSnapshot old =
        DatasetFixture.put(
            dataset, "B04", DatasetFixture.day(0), DatasetFixture.random(dataset.grid(), 1));
    dataset.removeLayer("B04");
    dataset.addLayer(DatasetFixture.B04);
    assertThat(dataset.current().times("B04")).isEmpty();
    short[] cells = DatasetFixture.random(dataset.grid(), 2);
    DatasetFixture.put(dataset, "B04", DatasetFixture.day(0), cells);
    assertThat(DatasetFixture.read(dataset.current(), "B04", DatasetFixture.day(0), 0))
        .isEqualTo(cells);
    assertThat(DatasetFixture.read(old, "B04", DatasetFixture.day(0), 0))
        .isEqualTo(DatasetFixture.random(dataset.grid(), 1));
  }

  @Test
  void theNearestInstantIsFound() {
    Dataset dataset = dataset(10, 10);
    for (int day : new int[] {10, 2, 6}) {
      DatasetFixture.put(dataset, "B04", DatasetFixture.day(day), new short[100]);
    }
    Timeline line = dataset.current().timeline("B04");
    assertThat(line.instants())
        .containsExactly(DatasetFixture.day(2), DatasetFixture.day(6), DatasetFixture.day(10));
    assertThat(line.nearest(DatasetFixture.day(0))).hasValue(0);
    assertThat(line.nearest(DatasetFixture.day(4))).hasValue(0);
    assertThat(line.nearest(DatasetFixture.day(5))).hasValue(1);
    assertThat(line.nearest(DatasetFixture.day(50))).hasValue(2);
    assertThat(line.firstFrom(DatasetFixture.day(3))).isEqualTo(1);
    assertThat(line.position(DatasetFixture.day(3))).isEmpty();
    assertThat(line.slot(line.latest().getAsInt())).isEqualTo(0);
  }

  @Test
  void moreSlicesThanOneStepOfTheSlotAxis() {
    Dataset dataset = dataset(8, 8);
    for (int i = 0; i < 70; i++) {
      int value = i;
      DatasetFixture.put(
          dataset,
          "B04",
          DatasetFixture.day(i),
          DatasetFixture.filled(dataset.grid(), (r, c) -> value));
    }
    DatasetSnapshot now = reopened().current();
    assertThat(now.times("B04")).hasSize(70);
    for (int i = 0; i < 70; i++) {
      assertThat(DatasetFixture.read(now, "B04", DatasetFixture.day(i), 0)).containsOnly((short) i);
    }
  }

  @Test
  void theTimeOfWritingASliceSurvivesOtherCommitsAndReopening() {
    Dataset dataset = dataset(64, 64);
    short[] cells = DatasetFixture.random(dataset.grid(), 1);
    Instant first = DatasetFixture.put(dataset, "B04", DatasetFixture.day(1), cells).committedAt();
    DatasetFixture.put(dataset, "B04", DatasetFixture.day(2), cells);
    dataset.addLayer(Layer.of("B08", DataType.INT16).withNodata(DatasetFixture.NODATA));
    assertThat(reopened().current().writtenAt(DatasetFixture.day(1))).hasValue(first);
    assertThat(reopened().current().writtenAt(DatasetFixture.day(3))).isEmpty();
    long version = dataset.current().version();
    Instant other = DatasetFixture.put(dataset, "B08", DatasetFixture.day(1), cells).committedAt();
    assertThat(reopened().current().writtenAt(DatasetFixture.day(1))).hasValue(other);
    DatasetFixture.put(dataset, "B04", DatasetFixture.day(1), cells);
    DatasetSnapshot restored = dataset.restore(version);
    assertThat(restored.writtenAt(DatasetFixture.day(1))).hasValue(restored.committedAt());
    assertThat(restored.writtenAt(DatasetFixture.day(2)))
        .hasValueSatisfying(at -> assertThat(at).isBefore(other));
  }
}
