package io.glebe.zarr.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.scalableminds.bloscjava.Blosc;
import io.glebe.zarr.meta.CodecSpec;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares our container with the blosc library's, in both directions. */
class BloscOracleTest {
  private static final long SEED = 4711;
  private static final int[] TYPE_SIZES = {1, 2, 3, 4, 8, 16, 17};

  @ParameterizedTest
  @EnumSource(
      value = Blosc.Compressor.class,
      names = {"LZ4", "LZ4HC", "ZSTD", "ZLIB"})
  void containersOfTheLibraryAreRead(Blosc.Compressor compressor) {
    Random random = new Random(SEED + compressor.ordinal());
    BytesCodec codec = ours(CodecSpec.Blosc.Compressor.LZ4, CodecSpec.Blosc.Shuffle.NONE, 1, 0, 5);
    for (int round = 0; round < 250; round++) {
      long seed = random.nextLong();
      Random local = new Random(seed);
      int typeSize = TYPE_SIZES[local.nextInt(TYPE_SIZES.length)];
      Blosc.Shuffle shuffle = Blosc.Shuffle.values()[local.nextInt(3)];
      int blockSize = local.nextInt(3) == 0 ? 256 << local.nextInt(8) : 0;
      byte[] data = data(local);
      byte[] encoded =
          Blosc.compress(data, typeSize, compressor, local.nextInt(10), shuffle, blockSize, 1);
      String what = compressor + " " + shuffle + " typesize " + typeSize + " seed " + seed;
      assertArrayEquals(data, CodecSamples.decode(codec, encoded, data.length), what);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = CodecSpec.Blosc.Compressor.class,
      names = {"LZ4", "LZ4HC", "ZSTD", "ZLIB"})
  void ourContainersAreReadByTheLibrary(CodecSpec.Blosc.Compressor compressor) {
    Random random = new Random(SEED + compressor.ordinal());
    for (int round = 0; round < 150; round++) {
      long seed = random.nextLong();
      Random local = new Random(seed);
      int typeSize = TYPE_SIZES[local.nextInt(TYPE_SIZES.length)];
      CodecSpec.Blosc.Shuffle shuffle = CodecSpec.Blosc.Shuffle.values()[local.nextInt(3)];
      int blockSize = local.nextInt(3) == 0 ? 256 << local.nextInt(8) : 0;
      byte[] data = data(local);
      BytesCodec codec = ours(compressor, shuffle, typeSize, blockSize, local.nextInt(10));
      byte[] encoded = CodecSamples.encode(codec, data);
      String what = compressor + " " + shuffle + " typesize " + typeSize + " seed " + seed;
      assertArrayEquals(data, Blosc.decompress(encoded), what);
      assertTrue(encoded.length <= data.length + BloscHeader.BYTES, what);
    }
  }

  @Test
  void largeBlocksAreWrittenSplitAndReadByBoth() {
    for (int typeSize : new int[] {2, 3, 4}) {
      byte[] data = new byte[3 * typeSize * (160 << 10) + 5];
      Random random = new Random(SEED);
      for (int i = 0; i < data.length; i++) {
        data[i] = (byte) (i % typeSize == 0 ? random.nextInt(60) : i / 9000);
      }
      int blockSize = typeSize * (160 << 10);
      BytesCodec codec =
          ours(
              CodecSpec.Blosc.Compressor.LZ4, CodecSpec.Blosc.Shuffle.BYTE, typeSize, blockSize, 5);
      byte[] encoded = CodecSamples.encode(codec, data);
      BloscHeader header = BloscHeader.read(CodecSamples.segment(encoded), data.length);
      assertTrue(header.split() && header.blocks() > 3, header.toString());
      assertArrayEquals(data, CodecSamples.decode(codec, encoded, data.length));
      assertArrayEquals(data, Blosc.decompress(encoded));
    }
  }

  @Test
  void aContainerOfBlosclzIsRefusedByName() {
    byte[] data = new byte[10_000];
    byte[] encoded = Blosc.compress(data, 4, Blosc.Compressor.BLOSCLZ);
    BytesCodec codec = ours(CodecSpec.Blosc.Compressor.LZ4, CodecSpec.Blosc.Shuffle.NONE, 1, 0, 5);
    CorruptChunkException refusal =
        assertThrows(
            CorruptChunkException.class, () -> CodecSamples.decode(codec, encoded, data.length));
    assertTrue(refusal.getMessage().contains("blosclz"), refusal.getMessage());
  }

  private static byte[] data(Random random) {
    int bytes = 1 + random.nextInt(random.nextBoolean() ? 200_000 : 3000);
    byte[] data = new byte[bytes];
    if (random.nextInt(4) == 0) {
      random.nextBytes(data);
      return data;
    }
    for (int i = 0; i < bytes; i++) {
      data[i] = (byte) (i % 4 == 0 ? random.nextInt(6) : i / 300);
    }
    return data;
  }

  private static BytesCodec ours(
      CodecSpec.Blosc.Compressor compressor,
      CodecSpec.Blosc.Shuffle shuffle,
      int typeSize,
      int blockSize,
      int level) {
    return new BloscCodec(new CodecSpec.Blosc(compressor, level, shuffle, typeSize, blockSize));
  }
}
