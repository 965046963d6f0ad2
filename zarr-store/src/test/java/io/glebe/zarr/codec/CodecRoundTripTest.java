package io.glebe.zarr.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.CodecSpec.Blosc;
import io.glebe.zarr.meta.CodecSpec.Bytes;
import io.glebe.zarr.meta.CodecSpec.Transpose;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.MetaReader;
import io.glebe.zarr.meta.MetaWriter;
import io.glebe.zarr.meta.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CodecRoundTripTest {
  private static final long SEED = 20260401;

  @ParameterizedTest
  @EnumSource(DataType.class)
  void everyChainDecodesItsOwnEncoding(DataType type) {
    Random random = new Random(SEED + type.ordinal());
    for (List<CodecSpec> bytesCodecs : bytesChains(type)) {
      for (Shape shape : shapes(random)) {
        for (List<CodecSpec> arrayCodecs : arrayChains(shape.rank())) {
          List<CodecSpec> codecs = new ArrayList<>(arrayCodecs);
          codecs.addAll(bytesCodecs);
          ArrayMeta meta = ArrayMeta.v3(shape, shape, type).codecs(codecs).build();
          ArrayMeta reread = (ArrayMeta) MetaReader.parseV3(MetaWriter.zarrJson(meta));
          assertEquals(withoutEndianOfBytes(meta), withoutEndianOfBytes(reread));
          roundTrip(reread, random.nextLong());
        }
      }
    }
  }

  private static ArrayMeta withoutEndianOfBytes(ArrayMeta meta) {
    if (meta.dataType().size() > 1) {
      return meta;
    }
    List<CodecSpec> codecs =
        meta.codecs().stream().map(c -> c instanceof Bytes ? new Bytes(false) : c).toList();
    return ArrayMeta.v3(meta.shape(), meta.chunkShape(), meta.dataType()).codecs(codecs).build();
  }

  private static void roundTrip(ArrayMeta meta, long seed) {
    CodecChain chain = CodecChain.of(meta);
    String what = meta.dataType() + " " + meta.shape() + " " + meta.codecs() + " seed " + seed;
    int count = (int) meta.shape().elements();
    byte[] elements =
        seed % 4 == 0
            ? CodecSamples.noise(count * meta.dataType().size(), seed)
            : CodecSamples.elements(meta.dataType(), count, seed);
    byte[] encoded = chain.encode(CodecSamples.segment(elements));
    byte[] decoded = new byte[elements.length];
    chain.decode(CodecSamples.segment(encoded), CodecSamples.segment(decoded));
    assertArrayEquals(elements, decoded, what);
    decodeOffHeap(chain, encoded, elements, seed, what);
  }

  private static void decodeOffHeap(
      CodecChain chain, byte[] encoded, byte[] elements, long seed, String what) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment in = arena.allocateFrom(ValueLayout.JAVA_BYTE, encoded).asReadOnly();
      MemorySegment out = arena.allocate(elements.length);
      chain.decode(in, out);
      assertArrayEquals(elements, out.toArray(ValueLayout.JAVA_BYTE), what);
      Random random = new Random(seed);
      int from = random.nextInt(elements.length);
      int to = from + 1 + random.nextInt(elements.length - from);
      out.fill((byte) 0x5a);
      chain.decodeRange(in, out, from, to);
      assertArrayEquals(
          java.util.Arrays.copyOfRange(elements, from, to),
          out.asSlice(from, to - from).toArray(ValueLayout.JAVA_BYTE),
          what);
    }
  }

  private static List<Shape> shapes(Random random) {
    return List.of(
        Shape.of(),
        Shape.of(1 + random.nextInt(40)),
        Shape.of(1 + random.nextInt(90), 1 + random.nextInt(90)),
        Shape.of(3, 1 + random.nextInt(20), 1 + random.nextInt(60)),
        Shape.of(64, 64));
  }

  private static List<List<CodecSpec>> arrayChains(int rank) {
    List<List<CodecSpec>> chains = new ArrayList<>();
    chains.add(List.of(new Bytes(false)));
    chains.add(List.of(new Bytes(true)));
    if (rank >= 2) {
      chains.add(List.of(Transpose.reversed(rank), new Bytes(true)));
      List<Integer> rotated = new ArrayList<>();
      for (int i = 0; i < rank; i++) {
        rotated.add((i + 1) % rank);
      }
      Transpose rotation = new Transpose(rotated);
      chains.add(List.of(rotation, Transpose.reversed(rank), new Bytes(false)));
    }
    return chains;
  }

  static List<List<CodecSpec>> bytesChains(DataType type) {
    List<List<CodecSpec>> chains = new ArrayList<>();
    chains.add(List.of());
    chains.add(List.of(new CodecSpec.Crc32c()));
    chains.add(List.of(new CodecSpec.Gzip(5)));
    chains.add(List.of(new CodecSpec.Zlib(6), new CodecSpec.Crc32c()));
    chains.add(List.of(new CodecSpec.Lz4(1)));
    chains.add(List.of(new CodecSpec.Zstd(3, false)));
    chains.add(List.of(new CodecSpec.Crc32c(), new CodecSpec.Zstd(1, true)));
    chains.add(List.of(new CodecSpec.Lz4(4), new CodecSpec.Gzip(1), new CodecSpec.Zstd(0, true)));
    for (Blosc.Compressor compressor :
        List.of(Blosc.Compressor.LZ4, Blosc.Compressor.ZSTD, Blosc.Compressor.ZLIB)) {
      for (Blosc.Shuffle shuffle : Blosc.Shuffle.values()) {
        chains.add(List.of(new Blosc(compressor, 5, shuffle, type.size(), 0)));
        chains.add(List.of(new Blosc(compressor, 1, shuffle, type.size(), 1024)));
      }
    }
    chains.add(List.of(new Blosc(Blosc.Compressor.LZ4HC, 9, Blosc.Shuffle.BYTE, 3, 0)));
    chains.add(List.of(new Blosc(Blosc.Compressor.ZSTD, 0, Blosc.Shuffle.BYTE, 4, 0)));
    return chains;
  }
}
