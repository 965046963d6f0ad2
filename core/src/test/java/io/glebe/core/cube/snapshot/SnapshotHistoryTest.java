package io.glebe.core.cube.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.problem.Problem;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.dataset.Dataset;
import io.glebe.zarr.dataset.SliceWriter;
import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.store.MemoryObjectStore;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Earlier snapshots can be read during their retention only. */
final class SnapshotHistoryTest {
  private static final Instant MAY = Instant.parse("2026-05-01T10:00:00Z");

  private final ChunkCache cache = new ChunkCache(new SlabPool(8L << 20), 4L << 20);
  private final Dataset dataset = dataset();

  private Dataset dataset() {
    GridSpec grid = GridSpec.northUp(32633, 0, 0, 4, 4, 4, 4);
    Dataset made =
        Dataset.create(new MemoryObjectStore(), "cube", grid, DatasetOptions.forGrid(grid), cache);
    made.addLayer(Layer.of("H", DataType.UINT8));
    return made;
  }

  private long fill(int value) {
    byte[] cells = new byte[16];
    java.util.Arrays.fill(cells, (byte) value);
    try (SliceWriter slice = dataset.beginSlice("H", MAY)) {
      slice.write(0, 0, 4, 4, MemorySegment.ofArray(cells));
      return slice.commit().version();
    }
  }

  private static int status(SnapshotSelector asOf, SnapshotHistory states) {
    Problem[] problem = new Problem[1];
    assertThatThrownBy(() -> states.read(asOf))
        .isInstanceOfSatisfying(Problem.class, found -> problem[0] = found);
    return problem[0].status();
  }

  @AfterEach
  void close() {
    cache.close();
  }

  @Test
  void snapshotsAreFoundByVersionAndByTime() {
    long first = fill(1);
    Instant then = dataset.current().committedAt();
    long second = fill(2);
    SnapshotHistory states = new SnapshotHistory(dataset, Duration.ofDays(1));

    SnapshotSelector byVersion = SnapshotSelector.parse(Long.toString(first));
    SnapshotSelector byTime = SnapshotSelector.parse(then.toString());
    assertThat(states.known(byVersion)).isEmpty();
    assertThat(states.read(byVersion).version()).isEqualTo(first);
    assertThat(states.known(byVersion)).isPresent();
    assertThat(states.read(byTime).version()).isEqualTo(first);
    assertThat(states.known(byTime)).isPresent();
    assertThat(states.known(SnapshotSelector.parse(Long.toString(second))))
        .contains(dataset.current());
    assertThat(states.known(SnapshotSelector.parse("2999-01-01T00:00:00Z")))
        .contains(dataset.current());
    assertThat(status(SnapshotSelector.parse("99"), states)).isEqualTo(404);
    assertThat(status(SnapshotSelector.parse("0"), states)).isEqualTo(404);
    assertThat(status(SnapshotSelector.parse("1999-01-01T00:00:00Z"), states)).isEqualTo(410);
  }

  @Test
  void anExpiredSnapshotIsGoneBeforeItsStorageIsReclaimed() {
    long first = fill(1);
    fill(2);
    SnapshotHistory none = new SnapshotHistory(dataset, Duration.ofMinutes(-1));
    SnapshotHistory day = new SnapshotHistory(dataset, Duration.ofDays(1));
    SnapshotSelector asOf = SnapshotSelector.parse(Long.toString(first));

    assertThat(status(asOf, none)).isEqualTo(410);
    assertThat(none.known(asOf)).isEmpty();
    assertThat(day.read(asOf).version()).isEqualTo(first);
    dataset.reclaim(Duration.ofMinutes(-1));
    assertThat(status(asOf, new SnapshotHistory(dataset, Duration.ofDays(1)))).isEqualTo(410);
    assertThat(dataset.history(Long.MAX_VALUE, 100)).hasSize(1);
  }
}
