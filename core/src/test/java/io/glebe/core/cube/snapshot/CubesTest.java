package io.glebe.core.cube.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.store.Blob;
import io.glebe.zarr.store.ByteRange;
import io.glebe.zarr.store.ForwardingStore;
import io.glebe.zarr.store.MemoryObjectStore;
import io.glebe.zarr.store.ObjectStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The open cubes of two processes with the same database and store. */
final class CubesTest {
  private static final GridSpec GRID = GridSpec.northUp(32633, 0, 0, 4, 4, 4, 4);

  /** A store that can be away. */
  private static final class Breaking extends ForwardingStore {
    private boolean isAway;

    Breaking(ObjectStore store) {
      super(store);
    }

    @Override
    public Optional<Blob> get(String key, List<ByteRange> ranges) {
      if (isAway) {
        throw new IllegalStateException("the store is away");
      }
      return super.get(key, ranges);
    }
  }

  @Test
  void aCubeWhoseCommitsCannotBeReadIsNotServedAsItWas() {
    MemoryObjectStore store = new MemoryObjectStore();
    Breaking elsewhere = new Breaking(store);
    Duration retention = Duration.ofDays(1);
    try (TestDatabase db = TestDatabase.create();
        ChunkCache cache = new ChunkCache(new SlabPool(8L << 20), 4L << 20)) {
      db.database().query("INSERT INTO cube_collection (id, doc) VALUES ('maize', '{}')").await();
      Cubes here = new Cubes(db.database(), store, cache, retention);
      Cubes there = new Cubes(db.database(), elsewhere, cache, retention);
      Cube cube = here.create("maize", GRID, DatasetOptions.forGrid(GRID)).await();
      assertThat(there.require("maize").await().dataset().current().layers()).isEmpty();

      elsewhere.isAway = true;
      cube.dataset().addLayer(Layer.of("H", DataType.UINT8));
      there.refresh("maize").await();
      assertThat(there.opened("maize")).isEmpty();
      assertThatThrownBy(() -> there.require("maize").await()).hasMessageContaining("is away");
      there.refresh("").await(); // what could not be opened does not stop the others

      elsewhere.isAway = false;
      assertThat(there.require("maize").await().dataset().current().layers()).hasSize(1);
    }
  }
}
