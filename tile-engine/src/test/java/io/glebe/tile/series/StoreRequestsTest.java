package io.glebe.tile.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.tile.engine.DatasetView;
import io.glebe.tile.engine.EngineSettings;
import io.glebe.tile.engine.LayerSlice;
import io.glebe.tile.engine.Rendering;
import io.glebe.tile.engine.TileEngine;
import io.glebe.tile.engine.TileRequest;
import io.glebe.tile.engine.TileResult;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.style.ColourRamp;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.dataset.Dataset;
import io.glebe.zarr.dataset.SliceWriter;
import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.store.Blob;
import io.glebe.zarr.store.ByteRange;
import io.glebe.zarr.store.ForwardingStore;
import io.glebe.zarr.store.MemoryObjectStore;
import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * How often tiles and series of a new process ask a remote store, which costs a round trip each.
 */
class StoreRequestsTest {
  private static final int SIDE = 512;
  private static final int SLICES = 34;
  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
  private static final GridSpec GRID =
      new GridSpec(3857, 1_669_792, 5_780_349, 9.5546285, -9.5546285, SIDE, SIDE);

  private final Remote store = new Remote();
  private final ChunkCache cache = new ChunkCache(new SlabPool(128L << 20), 100L << 20);
  private final TileEngine engine =
      new TileEngine(new EngineSettings(1, 64, 64, 1 << 20, Budget.IMAGE));

  /** A store in memory that counts as remote, lists the keys of its gets and can hold them back. */
  private static final class Remote extends ForwardingStore {
    private final List<String> gets = new ArrayList<>();
    private volatile CountDownLatch gate = new CountDownLatch(0);

    Remote() {
      super(new MemoryObjectStore());
    }

    @Override
    public Optional<Blob> get(String key, List<ByteRange> ranges) {
      synchronized (gets) {
        gets.add(key);
      }
      try {
        gate.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return super.get(key, ranges);
    }

    List<String> taken() {
      synchronized (gets) {
        List<String> taken = List.copyOf(gets);
        gets.clear();
        return taken;
      }
    }

    int count() {
      synchronized (gets) {
        return gets.size();
      }
    }

    @Override
    public boolean remote() {
      return true;
    }
  }

  @BeforeEach
  void nothingYet() {
    assertThat(store.taken()).isEmpty();
  }

  @AfterEach
  void stop() {
    engine.close();
    cache.close();
  }

  /** Writes the slices and opens the dataset as a new process does. */
  private Dataset dataset(DatasetOptions options, int slices) {
    try (ChunkCache writer = new ChunkCache(new SlabPool(64L << 20), 32L << 20)) {
      Dataset dataset = Dataset.create(store, "cube", GRID, options, writer);
      dataset.addLayer(Layer.of("v", DataType.UINT8));
      byte[] cells = new byte[SIDE * SIDE];
      for (int i = 0; i < slices; i++) {
        new Random(i).nextBytes(cells);
        try (SliceWriter slice = dataset.beginSlice("v", START.plusSeconds(86_400L * i))) {
          slice.write(0, 0, SIDE, SIDE, MemorySegment.ofArray(cells));
          slice.commit();
        }
      }
    }
    store.taken();
    return Dataset.open(store, "cube", cache);
  }

  private CompletableFuture<TileResult> tile(Dataset dataset, TileId id) {
    DatasetView view = DatasetView.of("test", dataset.current());
    LayerSlice slice = view.slice("v", START).orElseThrow();
    Rendering grey =
        Rendering.layer(ColourRamp.byName("viridis").orElseThrow(), new Stretch(0, 255));
    return engine.tile(
        TileRequest.tile(
            view.cube(), List.of(slice), grey, TileMatrixSet.WEB_MERCATOR_QUAD, id, 256));
  }

  /** A tile of the middle of the dataset, at its own resolution: 256 x 256 of its pixels. */
  private static TileId middle() {
    double x = GRID.originX() + SIDE / 2.0 * GRID.pixelWidth();
    double y = GRID.originY() + SIDE / 2.0 * GRID.pixelHeight();
    Bounds point = new Bounds(x, y, x + 1, y + 1);
    var range = TileMatrixSet.WEB_MERCATOR_QUAD.covering(point, 14).orElseThrow();
    return new TileId(14, range.minX(), range.minY());
  }

  @Test
  void theOpeningOfADatasetReadsItsDocumentsOnce() {
    Dataset dataset = dataset(new DatasetOptions(3, 64, 0, false), 1);
    int levels = dataset.current().levels();
    // dataset, hint, snapshot; metadata of each level and of the axis of time
    assertThat(store.taken()).hasSize(3 + levels + 1).doesNotHaveDuplicates();
    dataset.refresh();
    assertThat(store.taken()).containsExactly("cube/current.json");
  }

  @Test
  void aColdTileReadsEachOfItsChunksOnceAndNoDocument() {
    Dataset dataset = dataset(new DatasetOptions(3, 128, 0, false), 1);
    store.taken();
    tile(dataset, middle()).join();
    assertThat(store.taken())
        .hasSizeBetween(4, 9)
        .doesNotHaveDuplicates()
        .allMatch(key -> key.startsWith("cube/v/0/data/c/0/"));
    tile(dataset, middle()).join();
    engine.cache().clear();
    tile(dataset, middle()).join();
    assertThat(store.taken()).isEmpty();
  }

  @Test
  void aColdTileReadsTheIndexAndThePartsOfEachShard() {
    Dataset dataset = dataset(new DatasetOptions(3, 64, 256, false), 1);
    store.taken();
    tile(dataset, middle()).join();
    List<String> keys = store.taken();
    assertThat(keys.stream().distinct()).hasSizeBetween(1, 4);
    assertThat(keys).hasSize(2 * (int) keys.stream().distinct().count());
  }

  @Test
  void tilesThatNeedAChunkAtTheSameTimeShareItsRequest() {
    Dataset dataset = dataset(new DatasetOptions(3, 512, 0, false), 1);
    store.taken();
    store.gate = new CountDownLatch(1);
    TileId one = middle();
    List<CompletableFuture<TileResult>> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      all.add(tile(dataset, one));
      all.add(tile(dataset, new TileId(one.zoom() + 1, 2 * one.x(), 2 * one.y())));
      all.add(tile(dataset, new TileId(one.zoom() + 1, 2 * one.x() + 1, 2 * one.y() + 1)));
    }
    await().until(() -> store.count() == 1);
    store.gate.countDown();
    all.forEach(CompletableFuture::join);
    assertThat(store.taken()).containsExactly("cube/v/0/data/c/0/0/0");
  }

  @Test
  void aSeriesReadsAChunkOfEachSliceOrOneOfAGroupOfSlices() throws Exception {
    Dataset plain = dataset(new DatasetOptions(3, 128, 0, false), SLICES);
    store.taken();
    series(plain);
    List<String> keys = store.taken();
    assertThat(keys).doesNotHaveDuplicates();
    assertThat(keys.stream().filter(key -> key.contains("/data/c/"))).hasSize(SLICES);
    assertThat(keys.stream().filter(key -> key.contains("/slices/"))).hasSize(0);
    series(plain);
    assertThat(store.taken()).isEmpty();
    store.deletePrefix("cube");
  }

  @Test
  void aSeriesOfGroupsReadsOneChunkOfEach() throws Exception {
    Dataset grouped = dataset(new DatasetOptions(3, 128, 0, true), SLICES);
    store.taken();
    series(grouped);
    List<String> keys = store.taken();
    assertThat(keys).doesNotHaveDuplicates();
    assertThat(keys.stream().filter(key -> key.startsWith("cube/v/series/c/"))).hasSize(1);
    assertThat(keys.stream().filter(key -> key.contains("/data/c/"))).hasSize(SLICES - 32);
  }

  private void series(Dataset dataset) throws Exception {
    double x = GRID.originX() + 100 * GRID.pixelWidth();
    double y = GRID.originY() - 100 * GRID.pixelWidth();
    SeriesEngine numbers = new SeriesEngine(engine.pool(), Budget.SERIES);
    DatasetView view = DatasetView.of("test", dataset.current());
    SeriesArea field = SeriesArea.box(Projection.of(3857), new Bounds(x, y, x + 150, y + 150));
    SeriesRequest request =
        SeriesRequest.of(view.cube().base(), SliceSelection.of(view, "v").slices(), field);
    Series series = numbers.run(request).get();
    assertThat(series.buckets()).hasSize(SLICES);
  }
}
