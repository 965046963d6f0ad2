package io.glebe.zarr.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.store.MemoryObjectStore;
import io.glebe.zarr.store.ObjectStore;
import java.lang.foreign.MemorySegment;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tests transactions of several slices, and of several writers. */
final class DatasetTransactionTest {
  private final ObjectStore store = new MemoryObjectStore();

  private Dataset dataset(int width, int height) {
    GridSpec grid = DatasetFixture.grid(width, height);
    Dataset dataset =
        Dataset.create(
            store, "cubes/s2", grid, DatasetOptions.forGrid(grid), DatasetFixture.cache());
    dataset.addLayer(DatasetFixture.B04);
    return dataset;
  }

  private Dataset reopened() {
    return Dataset.open(store, "cubes/s2", DatasetFixture.cache());
  }

  @Test
  void ofTwoWritersOfOneSliceTheSecondIsRefused() {
    Dataset dataset = dataset(50, 50);
    try (SliceWriter first = dataset.beginSlice("B04", DatasetFixture.day(0))) {
      assertThatThrownBy(() -> dataset.beginSlice("B04", DatasetFixture.day(0)))
          .isInstanceOf(SliceBusyException.class)
          .hasMessageContaining("B04");
      dataset.beginSlice("B04", DatasetFixture.day(1)).close();
      first.commit();
    }
    dataset.beginSlice("B04", DatasetFixture.day(0)).close();
  }

  @Test
  void anUpdateKeepsCellsJustWrittenByAnotherProcess() {
    Dataset here = dataset(4, 4);
    Dataset there = reopened();
    DatasetFixture.put(here, "B04", DatasetFixture.day(0), DatasetFixture.random(here.grid(), 1));
    short[] last = DatasetFixture.random(here.grid(), 2);
    DatasetFixture.put(here, "B04", DatasetFixture.day(0), last);
    try (DatasetTransaction transaction = there.begin()) {
      transaction
          .update("B04", DatasetFixture.day(0))
          .write(0, 0, 1, 1, MemorySegment.ofArray(new short[] {7}));
      transaction.commit();
    }
    last[0] = 7;
    assertThat(DatasetFixture.read(there.current(), "B04", DatasetFixture.day(0), 0))
        .isEqualTo(last);
  }

  @Test
  void nothingBecomesVisibleWhenTheClaimsAreLost() {
    Dataset dataset = dataset(4, 4);
    SliceClaims lost =
        new SliceClaims() {
          @Override
          public void claim(String layer, Instant instant) {}

          @Override
          public void confirm() {
            throw new IllegalStateException("lost");
          }
        };
    try (DatasetTransaction transaction = dataset.begin(lost)) {
      transaction.slice("B04", DatasetFixture.day(0));
      assertThatThrownBy(transaction::commit).hasMessage("lost");
    }
    assertThat(dataset.current().times("B04")).isEmpty();
    DatasetFixture.put(
        dataset, "B04", DatasetFixture.day(0), DatasetFixture.random(dataset.grid(), 1));
  }

  @Test
  void severalSlicesBecomeVisibleTogetherOrNotAtAll() {
    Dataset dataset = dataset(60, 60);
    dataset.addLayer(Layer.of("B08", DataType.INT16));
    long before = dataset.current().version();
    short[] cells = DatasetFixture.random(dataset.grid(), 1);
    try (DatasetTransaction transaction = dataset.begin()) {
      for (String layer : new String[] {"B04", "B08"}) {
        transaction
            .slice(layer, DatasetFixture.day(0))
            .write(0, 0, 60, 60, DatasetFixture.bytes(cells));
      }
      assertThat(dataset.current().times("B04")).isEmpty();
      transaction.commit();
    }
    assertThat(dataset.current().version()).isEqualTo(before + 1);
    assertThat(DatasetFixture.read(dataset.current(), "B08", DatasetFixture.day(0), 0))
        .isEqualTo(cells);
    try (DatasetTransaction transaction = dataset.begin()) {
      transaction.remove("B04", DatasetFixture.day(0));
      transaction
          .slice("B08", DatasetFixture.day(0))
          .write(0, 0, 1, 60, DatasetFixture.bytes(new short[60]));
    }
    assertThat(dataset.current().version()).isEqualTo(before + 1);
    try (DatasetTransaction transaction = dataset.begin()) {
      transaction.remove("B04", DatasetFixture.day(0));
      transaction.commit();
    }
    assertThat(dataset.current().times("B04")).isEmpty();
    assertThat(dataset.current().times("B08")).hasSize(1);
  }
}
