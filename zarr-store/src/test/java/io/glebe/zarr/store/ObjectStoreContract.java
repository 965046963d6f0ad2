package io.glebe.zarr.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of every store. Each implementation has a subclass that opens an empty one. */
public interface ObjectStoreContract {

  /** An empty store for this test only. */
  ObjectStore store();

  private static byte[] bytes(int count, long seed) {
    byte[] bytes = new byte[count];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private byte[] read(String key) {
    try (Blob blob = store().get(key).orElseThrow()) {
      return blob.toByteArray();
    }
  }

  private static byte[] part(Blob blob, int index) {
    return blob.part(index).toArray(ValueLayout.JAVA_BYTE);
  }

  @Test
  default void aPutObjectIsRead() {
    for (int size : new int[] {0, 1, 1000, 20_000, 3_000_000}) {
      byte[] bytes = bytes(size, size);
      store().put("a/b/object" + size, bytes);
      assertThat(read("a/b/object" + size)).isEqualTo(bytes);
      assertThat(store().size("a/b/object" + size)).hasValue(size);
    }
  }

  @Test
  default void nativeMemoryIsPutAsWell() {
    MemorySegment heap = MemorySegment.ofArray(bytes(70_000, 1));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment off = arena.allocate(70_000).copyFrom(heap);
      store().put("native", off);
      store().stage("staged", off.asSlice(5, 60_000));
      store().flush();
    }
    assertThat(read("native")).isEqualTo(bytes(70_000, 1));
    assertThat(read("staged")).isEqualTo(Arrays.copyOfRange(bytes(70_000, 1), 5, 60_005));
  }

  @Test
  default void anAbsentKeyIsEmpty() {
    store().put("present/child", bytes(3, 1));
    for (String key : List.of("absent", "present", "present/other", "present/child/below")) {
      assertThat(store().get(key)).as(key).isEmpty();
      assertThat(store().get(key, List.of(ByteRange.of(1, 2)))).as(key).isEmpty();
      assertThat(store().size(key)).as(key).isEmpty();
      store().delete(key);
    }
    assertThat(store().deletePrefix("absent")).isZero();
    assertThat(read("present/child")).hasSize(3);
  }

  @Test
  default void aPutReplaces() {
    store().put("key", bytes(100, 1));
    store().put("key", bytes(50, 2));
    assertThat(read("key")).isEqualTo(bytes(50, 2));
  }

  @Test
  default void severalRangesComeInOneCallInTheirOrder() {
    byte[] all = bytes(900_000, 7);
    store().put("ranges", all);
    List<ByteRange> ranges =
        List.of(
            ByteRange.of(800_000, 10),
            ByteRange.suffix(16),
            ByteRange.of(5, 20),
            ByteRange.of(0, 7),
            ByteRange.of(20, 500_000));
    try (Blob blob = store().get("ranges", ranges).orElseThrow()) {
      assertThat(blob.objectSize()).isEqualTo(all.length);
      assertThat(part(blob, 0)).isEqualTo(Arrays.copyOfRange(all, 800_000, 800_010));
      assertThat(part(blob, 1)).isEqualTo(Arrays.copyOfRange(all, 899_984, 900_000));
      assertThat(part(blob, 2)).isEqualTo(Arrays.copyOfRange(all, 5, 25));
      assertThat(part(blob, 3)).isEqualTo(Arrays.copyOfRange(all, 0, 7));
      assertThat(part(blob, 4)).isEqualTo(Arrays.copyOfRange(all, 20, 500_020));
    }
  }

  @Test
  default void rangesAreCutAtTheEndAndRefusedBehindIt() {
    byte[] all = bytes(100, 3);
    store().put("short", all);
    try (Blob blob =
        store().get("short", List.of(ByteRange.of(90, 50), ByteRange.suffix(500))).orElseThrow()) {
      assertThat(part(blob, 0)).isEqualTo(Arrays.copyOfRange(all, 90, 100));
      assertThat(part(blob, 1)).isEqualTo(all);
    }
    assertThatThrownBy(() -> store().get("short", List.of(ByteRange.of(100, 1))))
        .isInstanceOf(RangeOutsideObjectException.class)
        .hasMessageContaining("short");
    assertThatThrownBy(
            () -> store().get("short", List.of(ByteRange.of(0, 5), ByteRange.of(5_000_000, 1))))
        .isInstanceOf(RangeOutsideObjectException.class);
  }

  @Test
  default void onlyTheFirstPutIfAbsentStores() {
    assertThat(store().putIfAbsent("x/once", bytes(10, 1))).isTrue();
    assertThat(store().putIfAbsent("x/once", bytes(10, 2))).isFalse();
    assertThat(read("x/once")).isEqualTo(bytes(10, 1));
    store().delete("x/once");
    assertThat(store().putIfAbsent("x/once", bytes(10, 2))).isTrue();
  }

  @Test
  default void ofManyConcurrentPutsIfAbsentOneSucceeds() throws Exception {
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < 5; round++) {
        String key = "race/" + round;
        List<Callable<Boolean>> tries =
            IntStream.range(0, 8)
                .<Callable<Boolean>>mapToObj(i -> () -> store().putIfAbsent(key, bytes(500, i)))
                .toList();
        int won = 0;
        for (Future<Boolean> one : pool.invokeAll(tries)) {
          won += one.get() ? 1 : 0;
        }
        assertThat(won).as("winners of " + key).isEqualTo(1);
        assertThat(read(key)).hasSize(500);
      }
    }
  }

  @Test
  default void listingFindsTheObjectsBelowAPrefix() {
    for (String key : List.of("l/a", "l/b/c", "l/b/d", "l-other/x", "la")) {
      store().put(key, bytes(key.length(), 1));
    }
    try (Stream<ObjectEntry> found = store().list("l")) {
      assertThat(found.map(e -> e.key() + ":" + e.size()))
          .containsExactlyInAnyOrder("l/a:3", "l/b/c:5", "l/b/d:5");
    }
    try (Stream<ObjectEntry> found = store().list("")) {
      assertThat(found).hasSize(5);
    }
    try (Stream<String> found = store().children("l")) {
      assertThat(found).containsExactlyInAnyOrder("a", "b");
    }
    try (Stream<String> found = store().children("")) {
      assertThat(found).containsExactlyInAnyOrder("l", "la", "l-other");
    }
    assertThat(store().deletePrefix("l")).isEqualTo(3);
    try (Stream<ObjectEntry> found = store().list("")) {
      assertThat(found.map(ObjectEntry::key)).containsExactlyInAnyOrder("l-other/x", "la");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/a",
        "a/",
        "a//b",
        "../a",
        "a/../../b",
        "a/./b",
        "a\u0000b",
        "a\\b",
        ".glebe-tmp/x"
      })
  default void keysThatLeaveTheStoreAreRefused(String key) {
    assertThatThrownBy(() -> store().put(key, bytes(1, 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> store().get(key)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> store().delete(key)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  default void unusualNamesAreKeptApart() {
    List<String> keys = List.of("é ü/ñ", "a+b", "a b", "a%20b", "A", "q?x=1&y#z");
    keys.forEach(key -> store().put(key, bytes(key.length(), 5)));
    keys.forEach(key -> assertThat(read(key)).as(key).hasSize(key.length()));
    try (Stream<ObjectEntry> found = store().list("")) {
      assertThat(found.map(ObjectEntry::key)).containsExactlyInAnyOrderElementsOf(keys);
    }
  }

  /** Every version is one repeated byte, so a mixture of two would be visible. */
  @Test
  default void readersSeeOneVersionWhileWritersReplaceIt() throws Exception {
    int size = 120_000;
    store().put("hot", new byte[size]);
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> writer =
          pool.submit(
              () -> {
                byte[] version = new byte[size];
                for (int i = 1; i <= 20; i++) {
                  Arrays.fill(version, (byte) i);
                  store().put("hot", version);
                }
                done.set(true);
                return null;
              });
      Future<Integer> reader =
          pool.submit(
              () -> {
                int reads = 0;
                while (!done.get() || reads == 0) {
                  checkOneVersion(size);
                  reads++;
                }
                return reads;
              });
      writer.get();
      assertThat(reader.get()).isPositive();
    }
  }

  private void checkOneVersion(int size) {
    List<ByteRange> ranges =
        List.of(ByteRange.of(0, 40_000), ByteRange.of(60_000, 30_000), ByteRange.suffix(10));
    try (Blob blob = store().get("hot", ranges).orElseThrow()) {
      byte first = blob.part(0).get(ValueLayout.JAVA_BYTE, 0);
      for (int i = 0; i < blob.parts(); i++) {
        for (byte each : part(blob, i)) {
          assertThat(each).isEqualTo(first);
        }
      }
      assertThat(blob.objectSize()).isEqualTo(size);
    }
  }
}
