package io.glebe.zarr.array;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.ArrayMetaBuilder;
import io.glebe.zarr.meta.ChunkKeyEncoding;
import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.CodecSpec.Blosc;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.FillValue;
import io.glebe.zarr.meta.Shape;
import io.glebe.zarr.store.FileObjectStore;
import io.glebe.zarr.store.ObjectStore;
import io.glebe.zarr.store.StagedStore;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares every value with zarr-python (version 2), zarrita (version 3) and GDAL. */
final class InteropTest {
  private static final int[] SHAPE = {11, 13};

  @TempDir Path folder;
  private ObjectStore store;
  private final ChunkCache cache = new ChunkCache(new SlabPool(32L << 20), 16L << 20);

  @BeforeEach
  void open() {
    store = new StagedStore(new FileObjectStore(folder.resolve("arrays"))).lax();
  }

  private Path arrays() {
    return folder.resolve("arrays");
  }

  private byte[] all(ZarrArray array) {
    ArrayMeta meta = array.meta();
    int[] shape = new int[meta.rank()];
    for (int i = 0; i < shape.length; i++) {
      shape[i] = Math.toIntExact(meta.shape().get(i));
    }
    byte[] bytes = new byte[Math.toIntExact(meta.shape().elements() * meta.dataType().size())];
    array.readWindow(new long[meta.rank()], shape, MemorySegment.ofArray(bytes));
    return bytes;
  }

  private List<String> expectedNames() throws IOException {
    try (Stream<Path> files = Files.list(arrays())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".bin"))
          .map(name -> name.substring(0, name.length() - 4))
          .sorted()
          .toList();
    }
  }

  private int compareAll(List<String> names) throws IOException {
    List<String> wrong = new ArrayList<>();
    for (String name : names) {
      byte[] expected = Files.readAllBytes(arrays().resolve(name + ".bin"));
      String path = name.startsWith("tree.") ? "tree/a/b/" + name.substring(5) : name;
      try {
        if (!Arrays.equals(all(ZarrArray.open(store, path, cache)), expected)) {
          wrong.add(name + ": other values");
        }
      } catch (RuntimeException failed) {
        wrong.add(name + ": " + failed);
      }
    }
    assertThat(wrong).isEmpty();
    return names.size();
  }

  @Test
  void arraysOfZarrPythonAreRead() throws Exception {
    String python = ZarrPython.python(folder);
    ZarrPython.run(
        folder,
        python,
        ZarrPython.source("python/zarr_v2.py").toString(),
        "write",
        arrays().toString());
    assertThat(compareAll(expectedNames())).isGreaterThan(180);
    ZarrGroup tree = ZarrGroup.open(store, "tree", cache);
    assertThat(tree.isConsolidated()).isTrue();
    assertThat(tree.attributes()).containsEntry("title", "nested");
    assertThat(tree.array("a/b/c").orElseThrow().meta().attributes()).containsEntry("units", "m");
  }

  @Test
  void arraysOfZarritaAreRead() throws Exception {
    Path js = ZarrPython.javaScript(folder);
    ZarrPython.run(js, "node", "zarr_v3.mjs", "write", arrays().toString());
    assertThat(compareAll(expectedNames())).isEqualTo(90);
  }

  private static Map<String, List<CodecSpec>> compressors(DataType type) {
    Map<String, List<CodecSpec>> all = new LinkedHashMap<>();
    all.put("none", List.of());
    all.put("gzip", List.of(new CodecSpec.Gzip(5)));
    all.put("zstd", List.of(new CodecSpec.Zstd(3, false)));
    for (Blosc.Compressor inner :
        List.of(Blosc.Compressor.LZ4, Blosc.Compressor.ZSTD, Blosc.Compressor.ZLIB)) {
      for (Blosc.Shuffle shuffle : Blosc.Shuffle.values()) {
        all.put(
            "blosc_" + inner + "_" + shuffle,
            List.of(new Blosc(inner, 5, shuffle, type.size(), 0)));
      }
    }
    return all;
  }

  private byte[] write(String name, ArrayMeta meta) throws IOException {
    Random random = new Random(name.hashCode());
    int size = meta.dataType().size();
    byte[] bytes = new byte[Math.toIntExact(meta.shape().elements() * size)];
    for (int i = 0; i < bytes.length; i++) {
      // small numbers compress; for floats any bits except NaN are suitable
      bytes[i] =
          (byte)
              (meta.dataType() == DataType.BOOL
                  ? random.nextInt(2)
                  : i % size == size - 1 ? 0 : random.nextInt(60));
    }
    int[] shape = new int[meta.rank()];
    for (int i = 0; i < shape.length; i++) {
      shape[i] = Math.toIntExact(meta.shape().get(i));
    }
    ZarrArray.create(store, name, meta, cache)
        .writeWindow(new long[meta.rank()], shape, MemorySegment.ofArray(bytes));
    Files.write(arrays().resolve(name + ".bin"), bytes);
    return bytes;
  }

  private static ArrayMetaBuilder v2(DataType type) {
    return ArrayMeta.v2(Shape.of(11, 13), Shape.of(4, 5), type);
  }

  private static ArrayMetaBuilder v3(DataType type) {
    return ArrayMeta.v3(Shape.of(11, 13), Shape.of(4, 5), type);
  }

  private static List<CodecSpec> chain(boolean big, List<CodecSpec> compressor) {
    List<CodecSpec> chain = new ArrayList<>();
    chain.add(new CodecSpec.Bytes(big));
    chain.addAll(compressor);
    return chain;
  }

  private int writeV2() throws IOException {
    int count = 0;
    for (DataType type : DataType.values()) {
      Map<String, List<CodecSpec>> all = new LinkedHashMap<>(compressors(type));
      all.put("zlib", List.of(new CodecSpec.Zlib(5)));
      all.put("lz4", List.of(new CodecSpec.Lz4(1)));
      for (Map.Entry<String, List<CodecSpec>> one : all.entrySet()) {
        String name = type + "_" + one.getKey();
        write(name, v2(type).codecs(chain(false, one.getValue())).build());
        count++;
      }
      List<CodecSpec> fortran =
          new ArrayList<>(chain(type.size() > 1, List.of(new CodecSpec.Zlib(1))));
      fortran.addFirst(CodecSpec.Transpose.reversed(2));
      write(
          type + "_big_F", v2(type).codecs(fortran).keyEncoding(ChunkKeyEncoding.v2('/')).build());
      count++;
    }
    for (double fill : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 5}) {
      write(
          "fill_" + fill,
          v2(DataType.FLOAT32).fillValue(FillValue.of(DataType.FLOAT32, fill)).build());
      count++;
    }
    return count;
  }

  @Test
  void ourVersionTwoIsReadByZarrPython() throws Exception {
    String python = ZarrPython.python(folder);
    int count = writeV2();
    assertThat(count).isGreaterThan(150);
    String script = ZarrPython.source("python/zarr_v2.py").toString();
    assertThat(ZarrPython.run(folder, python, script, "compare", arrays().toString()))
        .contains(count + " arrays compared");
  }

  @Test
  void ourVersionThreeIsReadByZarrita() throws Exception {
    Path js = ZarrPython.javaScript(folder);
    int count = 0;
    for (DataType type : DataType.values()) {
      if (type == DataType.FLOAT16) {
        continue; // this JavaScript runtime has no such array
      }
      for (Map.Entry<String, List<CodecSpec>> one : compressors(type).entrySet()) {
        List<CodecSpec> chain = chain(false, one.getValue());
        write(type + "_" + one.getKey(), v3(type).codecs(chain).build());
        count++;
      }
      List<CodecSpec> inner = chain(false, List.of(new CodecSpec.Zstd(1, false)));
      write(
          type + "_shards",
          ArrayMeta.v3(Shape.of(11, 13), Shape.of(8, 10), type)
              .codecs(List.of(CodecSpec.Sharding.of(Shape.of(4, 5), inner)))
              .build());
      List<CodecSpec> odd =
          new ArrayList<>(chain(type.size() > 1, List.of(new CodecSpec.Crc32c())));
      odd.addFirst(CodecSpec.Transpose.reversed(2));
      write(type + "_transposed_big_crc", v3(type).codecs(odd).build());
      count += 2;
    }
    assertThat(ZarrPython.run(js, "node", "zarr_v3.mjs", "compare", arrays().toString()))
        .contains(count + " arrays compared");
  }

  @Test
  void ourVersionTwoIsReadByGdal() throws Exception {
    ZarrPython.gdal(folder);
    List<DataType> types =
        List.of(
            DataType.UINT8,
            DataType.INT16,
            DataType.UINT16,
            DataType.INT32,
            DataType.UINT32,
            DataType.FLOAT32,
            DataType.FLOAT64);
    for (DataType type : types) {
      translated(
          "g_" + type,
          v2(type)
              .codecs(
                  chain(
                      false,
                      List.of(
                          new Blosc(Blosc.Compressor.LZ4, 5, Blosc.Shuffle.BYTE, type.size(), 0))))
              .build());
    }
    listed(
        "g_INT64", v2(DataType.INT64).codecs(chain(false, List.of(new CodecSpec.Zlib(1)))).build());
    listed(
        "g_UINT64",
        v2(DataType.UINT64).codecs(chain(true, List.of(new CodecSpec.Zlib(1)))).build());
    Map<String, List<CodecSpec>> all = new LinkedHashMap<>(compressors(DataType.INT16));
    all.put("zlib", List.of(new CodecSpec.Zlib(5)));
    all.put("lz4", List.of(new CodecSpec.Lz4(1)));
    for (Map.Entry<String, List<CodecSpec>> one : all.entrySet()) {
      translated(
          "g16_" + one.getKey(), v2(DataType.INT16).codecs(chain(false, one.getValue())).build());
    }
    List<CodecSpec> fortran = new ArrayList<>(chain(true, List.of(new CodecSpec.Zlib(1))));
    fortran.addFirst(CodecSpec.Transpose.reversed(2));
    translated("g16_big_F", v2(DataType.INT16).codecs(fortran).build());
  }

  /** GDAL writes the raster as plain rows (ENVI), which must equal the bytes we wrote. */
  private void translated(String name, ArrayMeta meta) throws Exception {
    byte[] expected = write(name, meta);
    Path out = folder.resolve(name + ".img");
    ZarrPython.run(
        folder,
        "gdal_translate",
        "-q",
        "-of",
        "ENVI",
        arrays().resolve(name).toString(),
        out.toString());
    assertThat(Files.readAllBytes(out)).as(name).isEqualTo(expected);
    assertThat(SHAPE[0] * SHAPE[1] * meta.dataType().size()).isEqualTo(expected.length);
  }

  /** GDAL lists the values of 64-bit integers, which few raster formats support. */
  private void listed(String name, ArrayMeta meta) throws Exception {
    MemorySegment expected = MemorySegment.ofArray(write(name, meta));
    ByteOrder order = ByteOrder.LITTLE_ENDIAN;
    ValueLayout.OfLong layout = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(order);
    String json =
        ZarrPython.run(folder, "gdalmdiminfo", "-detailed", arrays().resolve(name).toString());
    Matcher numbers = Pattern.compile("-?\\d+").matcher(json.substring(json.indexOf("\"values\"")));
    for (int i = 0; i < SHAPE[0] * SHAPE[1]; i++) {
      assertThat(numbers.find()).isTrue();
      assertThat(Long.parseLong(numbers.group())).isEqualTo(expected.getAtIndex(layout, i));
    }
  }
}
