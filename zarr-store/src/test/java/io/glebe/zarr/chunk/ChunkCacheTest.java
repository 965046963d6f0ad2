package io.glebe.zarr.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.glebe.zarr.array.ZarrArray;
import io.glebe.zarr.codec.CorruptChunkException;
import io.glebe.zarr.memory.SlabExhaustedException;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.Shape;
import io.glebe.zarr.store.MemoryObjectStore;
import io.glebe.zarr.store.StagedStore;
import io.glebe.zarr.store.StoreCounters;
import io.glebe.zarr.store.StoreException;
import io.glebe.zarr.store.StoreMeter.Call;
import io.glebe.zarr.store.TimedObjectStore;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ChunkCacheTest {
  /** Chunks of 64 x 64 bytes: each uses one slab of the smallest class. */
  private static final int CHUNK = 4096;

  private final StoreCounters counters = new StoreCounters();
  private final StagedStore staged = new StagedStore(new MemoryObjectStore());
  private final TimedObjectStore store = new TimedObjectStore(staged, counters);

  private static ChunkCache cache(int chunks) {
    return new ChunkCache(new SlabPool(16L << 20), chunks * (CHUNK + 160L));
  }

  /** 8 x 8 chunks, each filled with its number; the last row of chunks is not stored. */
  private ZarrArray array(String path, boolean sharded, ChunkCache cache) {
    Shape chunk = Shape.of(64, 64);
    List<CodecSpec> plain = List.of(new CodecSpec.Bytes(false), new CodecSpec.Zstd(1, false));
    ArrayMeta meta =
        ArrayMeta.v3(Shape.of(512, 512), sharded ? Shape.of(256, 256) : chunk, DataType.UINT8)
            .codecs(sharded ? List.of(CodecSpec.Sharding.of(chunk, plain)) : plain)
            .build();
    ZarrArray array = ZarrArray.create(store, path, meta, cache);
    byte[] bytes = new byte[448 * 512];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (1 + i / 512 / 64 * 8 + i % 512 / 64);
    }
    array.writeWindow(new long[] {0, 0}, new int[] {448, 512}, MemorySegment.ofArray(bytes));
    return array;
  }

  private static void check(ChunkSource chunks, long id) {
    try (ChunkLease lease = chunks.lease(id)) {
      assertThat(lease.isFill()).isEqualTo(id >= 56);
      if (!lease.isFill()) {
        assertThat(lease.data().byteSize()).isEqualTo(CHUNK);
        assertThat(lease.data().toArray(ValueLayout.JAVA_BYTE)).containsOnly((byte) (1 + id));
      }
    }
  }

  @Test
  void aLowerLimitReturnsMemoryAndLeavesChunksInUse() {
    SlabPool pool = new SlabPool(16L << 20);
    ChunkCache cache = new ChunkCache(pool, 8L << 20);
    ChunkSource chunks = array("a", false, cache).chunks();
    for (long id = 0; id < 56; id++) {
      check(chunks, id);
    }
    try (ChunkLease lease = chunks.lease(7)) {
      cache.limit(1 << 20);
      assertThat(cache.stats().chunks()).isEqualTo(1);
      assertThat(lease.data().toArray(ValueLayout.JAVA_BYTE)).containsOnly((byte) 8);
      assertThat(pool.activeBytes()).isZero();
    }
    cache.limit(1 << 20);
    check(chunks, 7);
    cache.limit(cache.maxBytes());
    check(chunks, 8);
    assertThat(cache.weight()).isEqualTo(2 * (CHUNK + 160L));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyLeaseHasTheContentOfItsChunk(boolean sharded) {
    ChunkCache cache = cache(100);
    ChunkSource chunks = array("a", sharded, cache).chunks();
    for (int round = 0; round < 2; round++) {
      for (long id = 0; id < 64; id++) {
        check(chunks, chunks.chunkId(id / 8, id % 8));
      }
    }
    assertThat(cache.stats().hits()).isGreaterThanOrEqualTo(64);
  }

  @Test
  void ofManyConcurrentThreadsOneReads() throws Exception {
    ChunkSource chunks = array("a", false, cache(10)).chunks();
    int threads = 16;
    CountDownLatch allRequested = new CountDownLatch(threads);
    staged.beforeGet(
        key -> {
          try {
            assertThat(allRequested.await(60, TimeUnit.SECONDS)).isTrue();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    long before = counters.calls(Call.GET);
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        all.add(
            pool.submit(
                () -> {
                  allRequested.countDown();
                  check(chunks, 5);
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    assertThat(counters.calls(Call.GET) - before).isEqualTo(1);
  }

  @Test
  void theCacheKeepsItsLimitAndFreesOnlyUnpinnedChunks() {
    ChunkCache cache = cache(10);
    ChunkSource chunks = array("a", false, cache).chunks();
    try (ChunkLease pinned = chunks.lease(0)) {
      for (long id = 1; id < 56; id++) {
        check(chunks, id);
        assertThat(cache.weight()).isLessThanOrEqualTo(cache.maxBytes());
      }
      assertThat(chunks.cached(0)).isTrue();
      assertThat(pinned.data().toArray(ValueLayout.JAVA_BYTE)).containsOnly((byte) 1);
    }
    assertThat(cache.stats().evictions()).isGreaterThan(40);
    cache.clear();
    assertThat(cache.weight()).isZero();
  }

  @Test
  void usedChunksStayLongerThanChunksReadOnce() {
    ChunkCache cache = cache(10);
    ChunkSource chunks = array("a", false, cache).chunks();
    for (long id = 1; id < 56; id++) {
      check(chunks, 0);
      check(chunks, id);
    }
    assertThat(cache.stats().misses()).isEqualTo(56);
  }

  @Test
  void aLeaseIsRefusedWhileEverythingIsPinnedAndWorksAfterwards() {
    ChunkCache cache = new ChunkCache(new SlabPool(4 * CHUNK), 1 << 20);
    ChunkCache writing = cache(64);
    array("a", false, writing);
    ChunkSource chunks = ZarrArray.open(store, "a", cache).chunks();
    List<ChunkLease> leases = new ArrayList<>();
    for (long id = 0; id < 4; id++) {
      leases.add(chunks.lease(id));
    }
    assertThatThrownBy(() -> chunks.lease(4)).isInstanceOf(SlabExhaustedException.class);
    leases.removeFirst().close();
    check(chunks, 4);
    leases.forEach(ChunkLease::close);
  }

  @Test
  void anOverwrittenChunkIsNeverServedStale() {
    ChunkCache cache = cache(20);
    ZarrArray array = array("a", false, cache);
    try (ChunkLease previous = array.chunks().lease(0)) {
      byte[] bytes = new byte[CHUNK];
      Arrays.fill(bytes, (byte) 99);
      array.writeWindow(new long[] {0, 0}, new int[] {64, 64}, MemorySegment.ofArray(bytes));
      assertThat(previous.data().get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 1);
      try (ChunkLease after = array.chunks().lease(0)) {
        assertThat(after.data().get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 99);
      }
    }
    for (int i = 0; i < 5; i++) {
      check(array.chunks(), 60);
    }
    array.writeWindow(
        new long[] {448, 256}, new int[] {64, 64}, MemorySegment.ofArray(new byte[CHUNK]));
    array.writeWindow(
        new long[] {448, 256}, new int[] {1, 1}, MemorySegment.ofArray(new byte[] {7}));
    try (ChunkLease after = array.chunks().lease(60)) {
      assertThat(after.isFill()).isFalse();
    }
  }

  @Test
  void aCorruptChunkNamesArrayChunkAndReasonAndIsReadAgainWhenMended() {
    ChunkCache cache = cache(20);
    ChunkSource chunks = array("farm/b", false, cache).chunks();
    byte[] good = store.get("farm/b/c/2/3").orElseThrow().toByteArray();
    store.put("farm/b/c/2/3", new byte[] {1, 2, 3});
    long id = chunks.chunkId(2, 3);
    assertThatThrownBy(() -> chunks.lease(id))
        .isInstanceOf(CorruptChunkException.class)
        .hasMessageContaining("farm/b")
        .hasMessageContaining("[2, 3]");
    for (int size : new int[] {0, 1 << 20}) {
      store.put("farm/b/c/2/3", new byte[size]);
      assertThatThrownBy(() -> chunks.lease(id)).isInstanceOf(CorruptChunkException.class);
    }
    store.put("farm/b/c/2/3", good);
    check(chunks, id);
  }

  @Test
  void damagedShardsAreCorruptChunksNotCrashes() {
    ChunkCache cache = cache(20);
    array("s", true, cache);
    String key = "s/c/0/0";
    byte[] good = store.get(key).orElseThrow().toByteArray();
    Random random = new Random(4);
    for (int round = 0; round < 200; round++) {
      byte[] bad = good.clone();
      int cut = round % 3 == 0 ? random.nextInt(bad.length) : bad.length;
      for (int i = 0; i < 1 + random.nextInt(8); i++) {
        bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
      }
      store.put(key, MemorySegment.ofArray(bad).asSlice(0, cut));
      ChunkSource chunks = ZarrArray.open(store, "s", cache).chunks();
      for (long id : new long[] {0, 9, 27}) {
        try (ChunkLease lease = chunks.lease(id)) {
          assertThat(lease.isFill() || lease.data().byteSize() == CHUNK).isTrue();
        } catch (CorruptChunkException expected) {
          assertThat(expected).as("round " + round).hasMessageContaining("array 's'");
        }
      }
    }
  }

  @Test
  void theNextLeaseReadsAgainAfterAFailureOfTheStore() {
    ChunkSource chunks = array("a", false, cache(10)).chunks();
    staged.beforeGet(
        key -> {
          throw new StoreException(key, "unreachable");
        });
    assertThatThrownBy(() -> chunks.lease(1)).isInstanceOf(StoreException.class);
    staged.beforeGet(key -> {});
    check(chunks, 1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void fetchedChunksNeedNoMoreReads(boolean sharded) {
    staged.asRemote();
    ChunkSource chunks = array("a", sharded, cache(100)).chunks();
    long[] ids = LongStream.of(0, 1, 2, 3, 8, 9, 10, 11, 60, 61).toArray();
    long before = counters.calls(Call.GET);
    chunks.fetch(ids).toCompletableFuture().join();
    chunks.fetch(ids).toCompletableFuture().join();
    long reads = counters.calls(Call.GET) - before;
    // two shards: one index read each, then one call for all eight chunks of the first; the other
    // is absent
    assertThat(reads).isEqualTo(sharded ? 3 : 10);
    staged.beforeGet(
        key -> {
          throw new IllegalStateException("read " + key);
        });
    for (long id : ids) {
      check(chunks, id);
    }
  }

  @Test
  void threadsThatReadAndEvictConcurrentlySeeTheRightChunks() throws Exception {
    ChunkCache cache = cache(12);
    ChunkSource chunks = array("a", false, cache).chunks();
    try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
      List<Future<?>> all = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Random random = new Random(t);
        all.add(
            pool.submit(
                () -> {
                  for (int i = 0; i < 3_000; i++) {
                    long id = random.nextInt(64);
                    if (random.nextInt(50) == 0) {
                      chunks.invalidate(id);
                    }
                    check(chunks, id);
                  }
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    cache.clear();
    assertThat(cache.weight()).isZero();
  }

  @Test
  void aWarmLeaseCostsAlmostNoMemory() {
    ChunkSource chunks = array("a", false, cache(100)).chunks();
    var thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long sum = 0;
    long allocated = 0;
    int count = 100_000;
    for (int round = 0; round < 8; round++) {
      long bytes = thread.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < count; i++) {
        try (ChunkLease lease = chunks.lease(i & 31)) {
          sum += lease.data().byteSize();
        }
      }
      allocated = thread.getCurrentThreadAllocatedBytes() - bytes;
    }
    assertThat(sum).isEqualTo(8L * count * CHUNK);
    assertThat(allocated / count).as("bytes per lease").isLessThanOrEqualTo(96);
  }
}
