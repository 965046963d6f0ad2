package io.glebe.zarr.store.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.zarr.store.Blob;
import io.glebe.zarr.store.ByteRange;
import io.glebe.zarr.store.MemoryObjectStore;
import io.glebe.zarr.store.ObjectStore;
import io.glebe.zarr.store.SmallDisk;
import io.glebe.zarr.store.StoreCounters;
import io.glebe.zarr.store.StoreMeter.Call;
import io.glebe.zarr.store.TimedObjectStore;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiskCacheTest {
  private static final UUID STORE = new UUID(7, 7);
  private static final long BYTES = 1 << 20;
  private static final List<ByteRange> WHOLE = List.of(ByteRange.all());

  @TempDir Path folder;
  private final StoreCounters counters = new StoreCounters();
  private final ObjectStore store = new TimedObjectStore(new MemoryObjectStore(), counters);

  private static byte[] bytes(int count, long seed) {
    byte[] bytes = new byte[count];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private DiskCache cache() throws IOException {
    return DiskCache.open(folder, STORE, new DiskCache.Limits(BYTES, 0));
  }

  private ObjectStore cached(DiskCache cache) {
    return new DiskCachedStore(store, cache);
  }

  private static byte[] read(ObjectStore from, String key) {
    try (Blob blob = from.getImmutable(key, WHOLE).orElseThrow()) {
      return blob.toByteArray();
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.endsWith("lock"))
          .sorted()
          .toList();
    }
  }

  @Test
  void aRestartedProcessReadsItsCopiesAndNothingElse() throws IOException {
    store.put("c/0", bytes(5_000, 1));
    store.put("c/1", bytes(0, 1));
    for (int process = 0; process < 3; process++) {
      try (DiskCache cache = cache()) {
        assertThat(read(cached(cache), "c/0")).isEqualTo(bytes(5_000, 1));
        assertThat(read(cached(cache), "c/1")).isEmpty();
        assertThat(cache.count()).isEqualTo(2);
      }
    }
    assertThat(counters.calls(Call.GET)).isEqualTo(2);
  }

  @Test
  void onlyTheRangesWithoutACopyAreRead() throws IOException {
    byte[] all = bytes(10_000, 2);
    store.put("shard", all);
    ByteRange first = ByteRange.of(10, 100);
    ByteRange last = ByteRange.suffix(16);
    ByteRange other = ByteRange.of(5_000, 300);
    try (DiskCache cache = cache()) {
      ObjectStore cached = cached(cache);
      cached.getImmutable("shard", List.of(last, first)).orElseThrow().close();
      try (Blob blob = cached.getImmutable("shard", List.of(first, other, last)).orElseThrow()) {
        assertThat(blob.objectSize()).isEqualTo(all.length);
        assertThat(blob.part(0).toArray(ValueLayout.JAVA_BYTE))
            .isEqualTo(Arrays.copyOfRange(all, 10, 110));
        assertThat(blob.part(1).toArray(ValueLayout.JAVA_BYTE))
            .isEqualTo(Arrays.copyOfRange(all, 5_000, 5_300));
        assertThat(blob.part(2).toArray(ValueLayout.JAVA_BYTE))
            .isEqualTo(Arrays.copyOfRange(all, 9_984, 10_000));
      }
    }
    assertThat(counters.bytes(Call.GET)).isEqualTo(100 + 16 + 300);
  }

  @Test
  void whatMayChangeOrDoesNotExistIsAlwaysReadFromTheStore() throws IOException {
    try (DiskCache cache = cache()) {
      ObjectStore cached = cached(cache);
      cached.put("key", bytes(10, 1));
      cached.get("key").orElseThrow().close();
      cached.put("key", bytes(10, 2));
      try (Blob blob = cached.get("key").orElseThrow()) {
        assertThat(blob.toByteArray()).isEqualTo(bytes(10, 2));
      }
      assertThat(cached.getImmutable("absent", WHOLE)).isEmpty();
      assertThat(cached.getImmutable("absent", WHOLE)).isEmpty();
      assertThat(cache.count()).isZero();
    }
    assertThat(counters.calls(Call.GET)).isEqualTo(4);
  }

  @Test
  void aDamagedFileIsAMissWhereverItIsDamagedAndIsWrittenAgain() throws IOException {
    byte[] content = bytes(40, 3);
    store.put("k", content);
    try (DiskCache cache = cache()) {
      ObjectStore cached = cached(cache);
      read(cached, "k");
      Path file = files().getFirst();
      byte[] whole = Files.readAllBytes(file);
      for (int at = 0; at < whole.length; at++) {
        byte[] damaged = whole.clone();
        damaged[at] ^= 0x10;
        Files.write(file, damaged);
        assertThat(read(cached, "k")).isEqualTo(content);
        assertThat(Files.readAllBytes(file)).isEqualTo(whole);
      }
      for (int length = 0; length < whole.length; length++) {
        Files.write(file, Arrays.copyOf(whole, length));
        assertThat(read(cached, "k")).isEqualTo(content);
      }
      assertThat(cache.damaged()).isEqualTo(2L * whole.length);
      assertThat(counters.calls(Call.GET)).isEqualTo(1 + 2L * whole.length);
      assertThat(cache.failures()).isZero();
    }
  }

  @Test
  void aFileThatWasCutBeforeTheStartOrCarriesAnotherNameIsAMiss() throws IOException {
    store.put("a", bytes(500, 1));
    store.put("b", bytes(500, 2));
    try (DiskCache cache = cache()) {
      read(cached(cache), "a");
    }
    Path a = files().getFirst();
    byte[] whole = Files.readAllBytes(a);
    try (DiskCache cache = cache()) {
      read(cached(cache), "b");
    }
    Path b = files().stream().filter(file -> !file.equals(a)).findFirst().orElseThrow();
    Files.write(b, whole); // the copy of a under the name of b
    Files.write(a, Arrays.copyOf(whole, 300));
    try (DiskCache cache = cache()) {
      assertThat(read(cached(cache), "a")).isEqualTo(bytes(500, 1));
      assertThat(read(cached(cache), "b")).isEqualTo(bytes(500, 2));
      assertThat(cache.damaged()).isEqualTo(2);
    }
  }

  @Test
  void unfinishedFilesAndCopiesOfAnotherStoreAreRemovedAtTheStart() throws IOException {
    store.put("a", bytes(500, 1));
    try (DiskCache cache = cache()) {
      read(cached(cache), "a");
    }
    Path unfinished = folder.resolve(STORE.toString()).resolve("unfinished").resolve("17");
    Files.write(unfinished, bytes(100, 1));
    Path foreign = Files.writeString(folder.resolve("notes.txt"), "of somebody else");
    cache().close();
    assertThat(unfinished).doesNotExist();
    assertThat(files()).hasSize(2);

    store.put("a", bytes(500, 2));
    try (DiskCache cache = DiskCache.open(folder, new UUID(8, 8), new DiskCache.Limits(BYTES, 0))) {
      assertThat(cache.count()).isZero();
      assertThat(read(cached(cache), "a")).isEqualTo(bytes(500, 2));
      assertThat(files()).hasSize(2).contains(foreign);
    }
  }

  @Test
  void theFilesStayWithinTheLimitAndWhatIsReadStays() throws IOException {
    try (DiskCache cache = cache()) {
      ObjectStore cached = cached(cache);
      store.put("hot", bytes(20_000, 1));
      for (int i = 0; i < 200; i++) {
        store.put("k" + i, bytes(20_000, i));
        assertThat(read(cached, "k" + i)).isEqualTo(bytes(20_000, i));
        read(cached, "hot");
        assertThat(cache.bytes()).isLessThanOrEqualTo(BYTES);
      }
      assertThat(counters.calls(Call.GET)).isEqualTo(201);
      assertThat(cache.evictions()).isEqualTo(201 - cache.count());
      assertThat(files()).hasSize(cache.count());
      assertThat(cache.count()).isEqualTo(51);
    }
    // a smaller limit after a restart
    try (DiskCache cache = DiskCache.open(folder, STORE, new DiskCache.Limits(100_000, 0))) {
      assertThat(cache.bytes()).isPositive().isLessThanOrEqualTo(100_000);
      assertThat(files()).hasSize(cache.count());
    }
  }

  @Test
  void aFolderIsForOneProcess() throws IOException {
    try (DiskCache cache = cache()) {
      assertThat(cache.count()).isZero();
      assertThatThrownBy(this::cache)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("another process uses");
    }
    cache().close();
  }

  @Test
  void aFailureOfTheDiskIsCountedAndNoReadFails() throws IOException {
    store.put("a", bytes(500, 1));
    try (DiskCache cache = cache()) {
      Path own = folder.resolve(STORE.toString());
      Files.delete(own.resolve("unfinished"));
      Files.write(own.resolve("unfinished"), new byte[0], StandardOpenOption.CREATE);
      for (int i = 0; i < 3; i++) {
        assertThat(read(cached(cache), "a")).isEqualTo(bytes(500, 1));
      }
      assertThat(cache.failures()).isEqualTo(1);
      assertThat(cache.maxBytes()).isZero();
      assertThat(cache.misses()).isEqualTo(3);
    }
  }

  @Test
  void aFullDiskStopsNoRead() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 1)) {
      Path own = disk.folder().resolve("chunks");
      DiskCache.Limits large = new DiskCache.Limits(64 * BYTES, 0);
      try (DiskCache cache = DiskCache.open(own, STORE, large)) {
        Files.write(disk.folder().resolve("other"), new byte[800_000]);
        for (int i = 0; i < 40; i++) {
          store.put("k" + i, bytes(30_000, i));
          assertThat(read(cached(cache), "k" + i)).isEqualTo(bytes(30_000, i));
        }
        assertThat(cache.bytes()).isPositive().isLessThan(300_000);
      }
      DiskCache.Limits careful = new DiskCache.Limits(64 * BYTES, 500_000);
      try (DiskCache cache = DiskCache.open(own, STORE, careful)) {
        for (int i = 0; i < 40; i++) {
          assertThat(read(cached(cache), "k" + i)).isEqualTo(bytes(30_000, i));
        }
        assertThat(cache.count()).isZero();
        assertThat(cache.failures()).isZero();
      }
    }
  }

  @Test
  void manyThreadsReadAndEvictAtOnce() throws Exception {
    long seed = 20261128;
    for (int i = 0; i < 150; i++) {
      store.put("k" + i, bytes(9_000, i));
    }
    try (DiskCache cache = cache();
        ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      ObjectStore cached = cached(cache);
      List<Callable<Boolean>> readers =
          IntStream.range(0, 8)
              .<Callable<Boolean>>mapToObj(
                  reader ->
                      () -> {
                        Random random = new Random(seed + reader);
                        for (int i = 0; i < 300; i++) {
                          int key = random.nextInt(150);
                          assertThat(read(cached, "k" + key)).isEqualTo(bytes(9_000, key));
                        }
                        return true;
                      })
              .toList();
      for (Future<Boolean> each : pool.invokeAll(readers)) {
        assertThat(each.get()).isTrue();
      }
      assertThat(cache.bytes()).isLessThanOrEqualTo(BYTES);
      assertThat(cache.damaged() + cache.failures()).isZero();
      assertThat(cache.hits()).isPositive();
    }
  }

  /** Run as a process of its own: adds copies without end. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] args) throws IOException {
      DiskCache cache =
          DiskCache.open(Path.of(args[0]), STORE, new DiskCache.Limits(64 * BYTES, 0));
      for (int i = 0; ; i++) {
        byte[] content = bytes(60_000, i);
        cache.put(
            new CopyName(STORE, "k" + i, ByteRange.all()),
            new CopyFile.Content(MemorySegment.ofArray(content), content.length));
        if (i == 100) {
          System.out.write('x'); // many are written, and one is being written from here on
          System.out.flush();
        }
      }
    }
  }

  @Test
  void afterKillMinusNineEveryCopyIsWhole() throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(writer.getInputStream().read()).isEqualTo('x');
    } finally {
      writer.destroyForcibly().waitFor();
    }
    try (DiskCache cache = DiskCache.open(folder, STORE, new DiskCache.Limits(64 * BYTES, 0))) {
      int known = cache.count();
      assertThat(known).isGreaterThan(100);
      for (int i = 0; i < known; i++) {
        CopyName name = new CopyName(STORE, "k" + i, ByteRange.all());
        assertThat(cache.get(name).orElseThrow().bytes().toArray(ValueLayout.JAVA_BYTE))
            .isEqualTo(bytes(60_000, i));
      }
    }
  }
}
