package io.glebe.zarr.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.FillValue;
import io.glebe.zarr.meta.GroupMeta;
import io.glebe.zarr.meta.Shape;
import io.glebe.zarr.store.MemoryObjectStore;
import io.glebe.zarr.store.ObjectStore;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ZarrArrayTest {
  private final ObjectStore store = new MemoryObjectStore();
  private final ChunkCache cache = new ChunkCache(new SlabPool(32L << 20), 16L << 20);

  private static byte[] bytes(long count, Random random) {
    byte[] bytes = new byte[Math.toIntExact(count)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static int[] ints(Shape shape) {
    int[] ints = new int[shape.rank()];
    for (int i = 0; i < ints.length; i++) {
      ints[i] = Math.toIntExact(shape.get(i));
    }
    return ints;
  }

  private static byte[] all(ZarrArray array) {
    ArrayMeta meta = array.meta();
    byte[] bytes = new byte[Math.toIntExact(meta.shape().elements() * meta.dataType().size())];
    array.readWindow(new long[meta.rank()], ints(meta.shape()), MemorySegment.ofArray(bytes));
    return bytes;
  }

  /** A random array of up to four dimensions: any type, chunking, order, sharding. */
  private ArrayMeta random(Random random) {
    int rank = 1 + random.nextInt(4);
    long[] shape = new long[rank];
    long[] chunk = new long[rank];
    long[] shard = new long[rank];
    boolean sharded = random.nextBoolean();
    for (int i = 0; i < rank; i++) {
      shape[i] = 1L + random.nextInt(12);
      chunk[i] = 1L + random.nextInt(5);
      shard[i] = chunk[i] * (1 + random.nextInt(3));
    }
    DataType type = DataType.values()[1 + random.nextInt(DataType.values().length - 1)];
    List<CodecSpec> codecs = new ArrayList<>();
    if (random.nextBoolean()) {
      codecs.add(CodecSpec.Transpose.reversed(rank));
    }
    codecs.add(new CodecSpec.Bytes(type.size() > 1 && random.nextBoolean()));
    codecs.add(random.nextBoolean() ? new CodecSpec.Zstd(1, false) : new CodecSpec.Gzip(1));
    if (sharded) {
      return ArrayMeta.v3(Shape.of(shape), Shape.of(shard), type)
          .codecs(List.of(CodecSpec.Sharding.of(Shape.of(chunk), codecs)))
          .fillValue(FillValue.of(type, 7))
          .build();
    }
    boolean v3 = random.nextBoolean();
    return (v3
            ? ArrayMeta.v3(Shape.of(shape), Shape.of(chunk), type)
            : ArrayMeta.v2(Shape.of(shape), Shape.of(chunk), type))
        .codecs(codecs)
        .fillValue(FillValue.of(type, 7))
        .build();
  }

  /** A plain array in memory is the model; random windows written and read must agree with it. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void windowsWrittenAndReadAgreeWithAPlainArray(long seed) {
    Random random = new Random(seed);
    ArrayMeta meta = random(random);
    ZarrArray array = ZarrArray.create(store, "some/array", meta, cache);
    int size = meta.dataType().size();
    byte[] model = new byte[Math.toIntExact(meta.shape().elements() * size)];
    for (int i = 0; i < model.length; i++) {
      model[i] = (byte) (meta.fillValue().bits() >>> (8 * (i % size)));
    }
    assertThat(all(array)).as("seed %d %s", seed, meta).isEqualTo(model);
    for (int round = 0; round < 12; round++) {
      long[] start = new long[meta.rank()];
      int[] shape = new int[meta.rank()];
      long elements = 1;
      for (int i = 0; i < shape.length; i++) {
        start[i] = random.nextInt((int) meta.shape().get(i));
        shape[i] = 1 + random.nextInt((int) (meta.shape().get(i) - start[i]));
        elements *= shape[i];
      }
      byte[] window = bytes(elements * size, random);
      array.writeWindow(start, shape, MemorySegment.ofArray(window));
      copy(meta, model, start, shape, window);
      assertThat(all(array)).as("seed %d round %d %s", seed, round, meta).isEqualTo(model);
      byte[] again = new byte[window.length];
      array.readWindow(start, shape, MemorySegment.ofArray(again));
      assertThat(again).as("seed %d round %d", seed, round).isEqualTo(window);
    }
    cache.clear();
    assertThat(all(ZarrArray.open(store, "some/array", cache))).as("seed " + seed).isEqualTo(model);
  }

  private static void copy(ArrayMeta meta, byte[] model, long[] start, int[] shape, byte[] window) {
    int size = meta.dataType().size();
    for (int i = 0; i < window.length / size; i++) {
      int rest = i;
      long at = 0;
      long stride = 1;
      for (int d = shape.length - 1; d >= 0; d--) {
        at += (start[d] + rest % shape[d]) * stride;
        rest /= shape[d];
        stride *= meta.shape().get(d);
      }
      System.arraycopy(window, i * size, model, Math.toIntExact(at * size), size);
    }
  }

  @Test
  void aScalarIsAnArrayOfOneElement() {
    for (ArrayMeta meta :
        List.of(
            ArrayMeta.v2(Shape.of(), Shape.of(), DataType.INT32).build(),
            ArrayMeta.v3(Shape.of(), Shape.of(), DataType.INT32).build())) {
      ZarrArray array = ZarrArray.create(store, "scalar" + meta.zarrFormat(), meta, cache);
      assertThat(all(array)).containsOnly(0);
      array.writeWindow(new long[0], new int[0], MemorySegment.ofArray(new byte[] {1, 2, 3, 4}));
      assertThat(all(ZarrArray.open(store, array.path(), cache))).containsExactly(1, 2, 3, 4);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void appendingLengthensTheArray(int dimension) {
    Random random = new Random(3);
    ArrayMeta meta = ArrayMeta.v3(Shape.of(3, 5), Shape.of(2, 2), DataType.UINT8).build();
    ZarrArray array = ZarrArray.create(store, "grow", meta, cache);
    byte[] first = bytes(15, random);
    array.writeWindow(new long[2], new int[] {3, 5}, MemorySegment.ofArray(first));
    assertThat(all(array)).isEqualTo(first);
    byte[] more = bytes(dimension == 0 ? 4 * 5 : 3 * 4, random);
    array.append(dimension, 4, MemorySegment.ofArray(more));
    for (ZarrArray each : List.of(array, ZarrArray.open(store, "grow", cache))) {
      assertThat(each.meta().shape()).isEqualTo(dimension == 0 ? Shape.of(7, 5) : Shape.of(3, 9));
      byte[] old = new byte[15];
      each.readWindow(new long[2], new int[] {3, 5}, MemorySegment.ofArray(old));
      assertThat(old).isEqualTo(first);
      byte[] added = new byte[more.length];
      long[] start = dimension == 0 ? new long[] {3, 0} : new long[] {0, 5};
      int[] shape = dimension == 0 ? new int[] {4, 5} : new int[] {3, 4};
      each.readWindow(start, shape, MemorySegment.ofArray(added));
      assertThat(added).isEqualTo(more);
    }
  }

  @Test
  void resizingKeepsTheSharedElements() {
    ArrayMeta meta = ArrayMeta.v2(Shape.of(4, 4), Shape.of(3, 3), DataType.UINT8).build();
    ZarrArray array = ZarrArray.create(store, "r", meta, cache);
    byte[] nines = "9999999999999999".getBytes(StandardCharsets.US_ASCII);
    array.writeWindow(new long[2], new int[] {4, 4}, MemorySegment.ofArray(nines));
    array.resize(Shape.of(4, 8));
    byte[] all = all(array);
    for (int i = 0; i < 32; i++) {
      assertThat(all[i]).as("element " + i).isEqualTo((byte) (i % 8 < 4 ? '9' : 0));
    }
    array.resize(Shape.of(2, 2));
    assertThat(all(ZarrArray.open(store, "r", cache))).containsOnly('9').hasSize(4);
  }

  @Test
  void chunksOfTheFillValueOnlyAreNotStored() {
    ArrayMeta meta =
        ArrayMeta.v3(Shape.of(8, 8), Shape.of(4, 4), DataType.FLOAT32)
            .fillValue(FillValue.of(DataType.FLOAT32, 1.5))
            .build();
    ZarrArray array = ZarrArray.create(store, "f", meta, cache);
    MemorySegment same = MemorySegment.ofArray(new float[64]);
    for (int i = 0; i < 64; i++) {
      same.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i, i == 63 ? 2f : 1.5f);
    }
    array.writeWindow(new long[2], new int[] {8, 8}, same);
    assertThat(store.list("f").map(e -> e.key()))
        .containsExactlyInAnyOrder("f/zarr.json", "f/c/1/1");
    same.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * 63, 1.5f);
    array.writeWindow(new long[2], new int[] {8, 8}, same);
    assertThat(store.list("f").map(e -> e.key())).containsExactly("f/zarr.json");
  }

  @Test
  void windowsOutsideAndMemoryOfWrongSizeAreRefused() {
    ArrayMeta meta = ArrayMeta.v3(Shape.of(4, 4), Shape.of(2, 2), DataType.INT16).build();
    ZarrArray array = ZarrArray.create(store, "a", meta, cache);
    MemorySegment memory = MemorySegment.ofArray(new byte[8]);
    long[][] starts = {{-1, 0}, {3, 3}, {0, Long.MAX_VALUE}, {0}};
    for (long[] start : starts) {
      assertThatThrownBy(() -> array.readWindow(start, new int[] {2, 2}, memory))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> array.readWindow(new long[2], new int[] {2, 3}, memory))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> array.readWindow(new long[2], new int[] {0, 3}, memory))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ZarrArray.create(store, "a", meta, cache))
        .isInstanceOf(NodeExistsException.class);
    assertThatThrownBy(() -> ZarrArray.open(store, "b", cache))
        .isInstanceOf(NoSuchNodeException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void groupsNestAndCanBeConsolidated(int format) {
    ZarrGroup root =
        ZarrGroup.create(store, "", GroupMeta.of(format, Map.of("title", "farm")), cache);
    ZarrGroup year = root.createGroup("2026", Map.of("season", "spring"));
    ArrayMeta meta =
        (format == 2
                ? ArrayMeta.v2(Shape.of(4), Shape.of(2), DataType.UINT8)
                : ArrayMeta.v3(Shape.of(4), Shape.of(2), DataType.UINT8))
            .attributes(Map.of("units", "m"))
            .build();
    year.createArray("height", meta)
        .writeWindow(new long[1], new int[] {4}, MemorySegment.ofArray(new byte[] {1, 2, 3, 4}));
    for (ZarrGroup each : List.of(root, ZarrGroup.open(store, "", cache), root.consolidate())) {
      assertThat(each.attributes()).containsEntry("title", "farm");
      assertThat(each.children()).containsExactly("2026");
      assertThat(each.array("2026")).isEmpty();
      assertThat(each.group("2026").orElseThrow().attributes()).containsEntry("season", "spring");
      assertThat(each.group("2026").orElseThrow().children()).containsExactly("height");
      ZarrArray array = each.array("2026/height").orElseThrow();
      assertThat(array.meta().attributes()).containsEntry("units", "m");
      assertThat(all(array)).containsExactly(1, 2, 3, 4);
      assertThat(each.group("2026").orElseThrow().array("height")).isPresent();
      assertThat(each.array("nothing")).isEmpty();
    }
    assertThat(ZarrGroup.open(store, "", cache).isConsolidated()).isTrue();
    assertThatThrownBy(() -> ZarrGroup.create(store, "2026", GroupMeta.of(format, Map.of()), cache))
        .isInstanceOf(NodeExistsException.class);
  }
}
