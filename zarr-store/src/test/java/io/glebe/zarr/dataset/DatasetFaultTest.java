package io.glebe.zarr.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.fixture.S3Server;
import io.glebe.zarr.store.FileObjectStore;
import io.glebe.zarr.store.MemoryObjectStore;
import io.glebe.zarr.store.ObjectEntry;
import io.glebe.zarr.store.ObjectStore;
import io.glebe.zarr.store.SmallDisk;
import io.glebe.zarr.store.StagedStore;
import io.glebe.zarr.store.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DatasetFaultTest {
  private static final String PATH = "cubes/s2";

  private static Dataset create(ObjectStore store, int side, DatasetOptions options) {
    Dataset dataset =
        Dataset.create(
            store, PATH, DatasetFixture.grid(side, side), options, DatasetFixture.cache());
    dataset.addLayer(DatasetFixture.B04);
    return dataset;
  }

  private static Dataset open(ObjectStore store) {
    return Dataset.open(store, PATH, DatasetFixture.cache());
  }

  private static Set<String> keys(ObjectStore store) {
    try (Stream<ObjectEntry> all = store.list("")) {
      return all.map(ObjectEntry::key).collect(Collectors.toSet());
    }
  }

  /** The process dies at its first, second, third ... change of the store, until it completes. */
  @ParameterizedTest
  @ValueSource(ints = {0, 128})
  void aCrashAtAnyChangeLeavesTheOldSliceOrTheWholeNewOne(int shard) {
    DatasetOptions options = new DatasetOptions(3, 64, shard, false);
    boolean survived = false;
    int invisible = 0;
    for (int deathAt = 1; !survived; deathAt++) {
      MemoryObjectStore disk = new MemoryObjectStore();
      StagedStore store = new StagedStore(disk);
      Dataset dataset = create(store, 150, options);
      short[] old = DatasetFixture.random(dataset.grid(), 1);
      short[] fresh = DatasetFixture.random(dataset.grid(), 2);
      DatasetFixture.put(dataset, "B04", DatasetFixture.day(0), old);
      final Set<String> before = keys(disk);
      AtomicInteger changes = new AtomicInteger();
      int death = deathAt;
      store.dieAt(key -> changes.incrementAndGet() == death);
      try {
        DatasetFixture.put(dataset, "B04", DatasetFixture.day(0), fresh);
        survived = changes.get() < deathAt;
      } catch (StoreException died) {
        survived = false;
      }
      Dataset next = open(disk);
      short[] seen = DatasetFixture.read(next.current(), "B04", DatasetFixture.day(0), 0);
      boolean isOld = Arrays.equals(seen, old);
      assertThat(isOld || Arrays.equals(seen, fresh)).as("death at " + deathAt).isTrue();
      if (isOld) {
        invisible++;
        next.reclaim(Duration.ofSeconds(-1));
        assertThat(keys(disk)).as("garbage after death at " + deathAt).isSubsetOf(before);
      }
      DatasetFixture.put(next, "B04", DatasetFixture.day(0), fresh);
      assertThat(DatasetFixture.read(next.current(), "B04", DatasetFixture.day(0), 0))
          .isEqualTo(fresh);
      assertThat(DatasetFixture.read(next.current(), "B04", DatasetFixture.day(0), 1))
          .as("overview after death at " + deathAt)
          .isEqualTo(overview(fresh, options));
    }
    assertThat(invisible).isGreaterThan(3);
  }

  private static short[] overview(short[] cells, DatasetOptions options) {
    Dataset clean = create(new MemoryObjectStore(), 150, options);
    DatasetFixture.put(clean, "B04", DatasetFixture.day(0), cells);
    return DatasetFixture.read(clean.current(), "B04", DatasetFixture.day(0), 1);
  }

  @Test
  void anAbandonedUploadLeavesNothingBehind() {
    ObjectStore store = new MemoryObjectStore();
    Dataset dataset = create(store, 300, new DatasetOptions(3, 64, 0, false));
    Set<String> before = keys(store);
    try (SliceWriter slice = dataset.beginSlice("B04", DatasetFixture.day(0))) {
      slice.write(0, 0, 200, 300, DatasetFixture.bytes(new short[200 * 300]));
      assertThat(keys(store)).hasSizeGreaterThan(before.size());
    }
    assertThat(keys(store)).isEqualTo(before);
    assertThat(dataset.current().times("B04")).isEmpty();
  }

  @Test
  void aSliceThatLostAWindowCannotBeCommitted() {
    StagedStore store = new StagedStore(new MemoryObjectStore());
    Dataset dataset = create(store, 150, new DatasetOptions(3, 64, 0, false));
    try (SliceWriter slice = dataset.beginSlice("B04", DatasetFixture.day(0))) {
      store.allowBytes(100);
      assertThatThrownBy(
              () ->
                  slice.write(
                      0,
                      0,
                      150,
                      150,
                      DatasetFixture.bytes(DatasetFixture.random(dataset.grid(), 1))))
          .isInstanceOf(StoreException.class);
      store.allowBytes(Long.MAX_VALUE);
      assertThatThrownBy(slice::commit).isInstanceOf(IllegalStateException.class);
    }
    assertThat(dataset.current().times("B04")).isEmpty();
  }

  @Test
  void aFullDiskAtAnyWriteLeavesTheLastGoodState() {
    MemoryObjectStore disk = new MemoryObjectStore();
    StagedStore store = new StagedStore(disk);
    Dataset dataset = create(store, 150, new DatasetOptions(3, 64, 0, false));
    short[] good = DatasetFixture.random(dataset.grid(), 1);
    DatasetFixture.put(dataset, "B04", DatasetFixture.day(0), good);
    Random random = new Random(6);
    int refused = 0;
    for (int round = 0; round < 30; round++) {
      store.allowBytes(random.nextInt(60_000));
      short[] next = DatasetFixture.random(dataset.grid(), 100 + round);
      try {
        DatasetFixture.put(dataset, "B04", DatasetFixture.day(0), next);
        good = next;
      } catch (StoreException full) {
        refused++;
      }
      assertThat(DatasetFixture.read(open(disk).current(), "B04", DatasetFixture.day(0), 0))
          .as("round " + round)
          .isEqualTo(DatasetFixture.read(dataset.refresh(), "B04", DatasetFixture.day(0), 0))
          .isEqualTo(good);
    }
    assertThat(refused).isPositive();
    store.allowBytes(Long.MAX_VALUE);
    DatasetFixture.put(dataset, "B04", DatasetFixture.day(1), good);
    assertThat(dataset.current().times("B04")).hasSize(2);
  }

  @Test
  void aReallyFullDiskLeavesTheLastGoodState(@TempDir Path folder) throws Exception {
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("small"), 3)) {
      ObjectStore store = new FileObjectStore(disk.folder());
      Dataset dataset = create(store, 700, DatasetOptions.forGrid(DatasetFixture.grid(700, 700)));
      short[] good = DatasetFixture.random(dataset.grid(), 1);
      DatasetFixture.put(dataset, "B04", DatasetFixture.day(0), good);
      for (int i = 1; i < 4; i++) {
        int day = i;
        assertThatThrownBy(
                () -> {
                  for (int k = 0; k < 10; k++) {
                    DatasetFixture.put(
                        dataset,
                        "B04",
                        DatasetFixture.day(day),
                        DatasetFixture.random(dataset.grid(), k));
                  }
                })
            .isInstanceOf(StoreException.class);
        Dataset again = open(store);
        assertThat(DatasetFixture.read(again.current(), "B04", DatasetFixture.day(0), 0))
            .isEqualTo(good);
        again.reclaim(Duration.ofSeconds(-1));
      }
    }
  }

  /** Each slice has one number everywhere, so a mixture of two versions would be visible. */
  @Test
  void readersSeeWholeSlicesWhileWritersReplaceThem(@TempDir Path folder) throws Exception {
    Dataset dataset =
        create(new FileObjectStore(folder), 200, new DatasetOptions(3, 64, 128, false));
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> writers = new ArrayList<>();
      for (int w = 0; w < 2; w++) {
        int day = w;
        writers.add(
            pool.submit(
                () -> {
                  for (int i = 1; i <= 12; i++) {
                    int value = 100 * day + i;
                    DatasetFixture.put(
                        dataset,
                        "B04",
                        DatasetFixture.day(day),
                        DatasetFixture.filled(dataset.grid(), (r, c) -> value));
                  }
                }));
      }
      Future<Integer> reader =
          pool.submit(
              () -> {
                int reads = 0;
                while (!done.get()) {
                  reads += readAll(dataset.current());
                }
                return reads;
              });
      for (Future<?> writer : writers) {
        writer.get();
      }
      done.set(true);
      assertThat(reader.get()).isPositive();
    }
    assertThat(DatasetFixture.read(dataset.current(), "B04", DatasetFixture.day(0), 0))
        .containsOnly((short) 12);
    assertThat(DatasetFixture.read(dataset.current(), "B04", DatasetFixture.day(1), 1))
        .containsOnly((short) 112);
  }

  private static int readAll(DatasetSnapshot snapshot) {
    int reads = 1;
    for (Instant instant : snapshot.times("B04")) {
      short[] cells = DatasetFixture.read(snapshot, "B04", instant, 0);
      assertThat(cells).containsOnly(cells[0]);
      assertThat(DatasetFixture.read(snapshot, "B04", instant, 1)).containsOnly(cells[0]);
      reads++;
    }
    return reads;
  }

  @Test
  void twoProcessesCommitToOneDatasetWithoutLosingASlice() throws Exception {
    ObjectStore store = new MemoryObjectStore();
    create(store, 40, new DatasetOptions(3, 64, 0, false));
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int p = 0; p < 3; p++) {
        int process = p;
        Dataset own = open(store);
        all.add(
            pool.submit(
                () -> {
                  for (int i = 0; i < 30; i++) {
                    int value = 30 * process + i;
                    DatasetFixture.put(
                        own,
                        "B04",
                        DatasetFixture.day(value),
                        DatasetFixture.filled(own.grid(), (r, c) -> value));
                  }
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    DatasetSnapshot now = open(store).current();
    assertThat(now.times("B04")).hasSize(90);
    for (int i = 0; i < 90; i++) {
      assertThat(DatasetFixture.read(now, "B04", DatasetFixture.day(i), 0))
          .as("slice " + i)
          .containsOnly((short) i);
    }
  }

  @Test
  void reclaimingWhileWritingTakesNothingThatIsVisible() throws Exception {
    Dataset dataset = create(new MemoryObjectStore(), 80, new DatasetOptions(3, 64, 0, false));
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> reclaiming =
          pool.submit(
              () -> {
                while (!done.get()) {
                  dataset.reclaim(Duration.ofSeconds(-1));
                }
              });
      for (int i = 0; i < 60; i++) {
        int value = i;
        DatasetFixture.put(
            dataset,
            "B04",
            DatasetFixture.day(i % 7),
            DatasetFixture.filled(dataset.grid(), (r, c) -> value + 1));
      }
      done.set(true);
      reclaiming.get();
    }
    assertThat(dataset.current().times("B04")).hasSize(7);
    readAll(dataset.current());
    assertThat(DatasetFixture.read(dataset.current(), "B04", DatasetFixture.day(3), 0))
        .containsOnly((short) 60);
  }

  @Test
  void aDatasetLivesInS3(@TempDir Path work) throws Exception {
    try (S3Server server = S3Server.start(work);
        ObjectStore store = server.newStore("")) {
      Dataset dataset = create(store, 300, new DatasetOptions(3, 64, 256, false));
      short[] cells = DatasetFixture.random(dataset.grid(), 1);
      DatasetFixture.put(dataset, "B04", DatasetFixture.day(0), cells);
      DatasetSnapshot now = open(store).current();
      assertThat(DatasetFixture.read(now, "B04", DatasetFixture.day(0), 0)).isEqualTo(cells);
      DatasetFixture.put(
          dataset, "B04", DatasetFixture.day(0), DatasetFixture.random(dataset.grid(), 2));
      assertThat(dataset.reclaim(Duration.ofMinutes(-1)).slots()).isEqualTo(1);
      assertThat(DatasetFixture.read(open(store).current(), "B04", DatasetFixture.day(0), 0))
          .isEqualTo(DatasetFixture.random(dataset.grid(), 2));
    }
  }
}
