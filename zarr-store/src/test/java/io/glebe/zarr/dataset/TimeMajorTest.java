package io.glebe.zarr.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.zarr.array.ZarrArray;
import io.glebe.zarr.chunk.ChunkLease;
import io.glebe.zarr.chunk.ChunkSource;
import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.TimeMajor;
import io.glebe.zarr.store.MemoryObjectStore;
import io.glebe.zarr.store.ObjectStore;
import org.junit.jupiter.api.Test;

final class TimeMajorTest {
  private final ObjectStore store = new MemoryObjectStore();

  private Dataset dataset() {
    Dataset dataset =
        Dataset.create(
            store,
            "cube",
            DatasetFixture.grid(150, 90),
            new DatasetOptions(3, 128, 0, true),
            DatasetFixture.cache());
    dataset.addLayer(DatasetFixture.B04);
    return dataset;
  }

  /** Every cell of a covered slot must equal the cell of the ordinary array. */
  private static void check(DatasetSnapshot now, int slot) {
    short[] expected = DatasetFixture.read(now.array("B04", 0), now.grid(), slot);
    ChunkSource chunks = now.timeMajor("B04").orElseThrow().chunks();
    int side = TimeMajor.SIDE;
    for (int row = 0; row < now.grid().height(); row++) {
      for (int column = 0; column < now.grid().width(); column++) {
        long id = chunks.chunkId(slot / TimeMajor.GROUP, row / side, column / side);
        try (ChunkLease lease = chunks.lease(id)) {
          long at = ((slot % TimeMajor.GROUP) * side + row % side) * (long) side + column % side;
          assertThat(
                  lease.isFill()
                      ? DatasetFixture.NODATA
                      : lease.data().get(DatasetFixture.SHORT, 2 * at))
              .isEqualTo(expected[row * now.grid().width() + column]);
        }
      }
    }
  }

  @Test
  void fullGroupsOfSlotsAreCoveredAndReadTheSame() {
    Dataset dataset = dataset();
    long beforeReplacing = 0;
    for (int i = 0; i < 40; i++) {
      // slot 31 replaces slot 3, so slot 3 is not visible when its group is full
      int day = i == 31 ? 3 : i;
      DatasetFixture.put(
          dataset, "B04", DatasetFixture.day(day), DatasetFixture.random(dataset.grid(), i));
      beforeReplacing = i == 30 ? dataset.current().version() : beforeReplacing;
      assertThat(dataset.current().timeMajor("B04").orElseThrow().slots()).hasSize(i < 31 ? 0 : 31);
    }
    for (DatasetSnapshot now :
        new DatasetSnapshot[] {
          dataset.current(), Dataset.open(store, "cube", DatasetFixture.cache()).current()
        }) {
      TimeMajor series = now.timeMajor("B04").orElseThrow();
      assertThat(series.covers(3)).isFalse();
      assertThat(series.covers(31)).isTrue();
      assertThat(series.covers(32)).isFalse();
      for (int slot : new int[] {0, 17, 31}) {
        check(now, slot);
      }
    }
    DatasetSnapshot restored = dataset.restore(beforeReplacing);
    assertThat(restored.slot("B04", DatasetFixture.day(3))).hasValue(3);
    TimeMajor series = restored.timeMajor("B04").orElseThrow();
    assertThat(series.covers(3)).isFalse();
    assertThat(series.covers(4)).isTrue();
  }

  @Test
  void withoutTheOptionThereIsNoSecondArray() {
    Dataset dataset =
        Dataset.create(
            store,
            "plain",
            DatasetFixture.grid(10, 10),
            new DatasetOptions(3, 64, 0, false),
            DatasetFixture.cache());
    dataset.addLayer(DatasetFixture.B04);
    assertThat(dataset.current().timeMajor("B04")).isEmpty();
    ZarrArray array = dataset.current().array("B04", 0);
    assertThat(array.meta().rank()).isEqualTo(3);
  }
}
