package io.glebe.zarr.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.CodecSpec.Bytes;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Damaged and invented bytes give a clear refusal or a whole chunk, and never write a byte outside
 * the target.
 */
class DecoderFuzzTest {
  private static final long SEED = 99;
  private static final int ROUNDS = 1500;
  private static final int GUARD = 4096;
  private static final byte MARK = 0x5c;

  /** Most bytes that a decode allocates once the second compiler is done with it. */
  private static final long WARM_BYTES = 2_048;

  /** Rounds in succession that allocate no more. */
  private static final int WARM_ROUNDS = 10;

  /** Rounds until then; how many it needs depends on the machine. */
  private static final int WARM_UP_ROUNDS = 200;

  private static final long MAX_ALLOCATION = 64 << 10;
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final DataType TYPE = DataType.INT16;
  private static final Shape SHAPE = Shape.of(64, 96);

  static List<List<CodecSpec>> chains() {
    return CodecRoundTripTest.bytesChains(TYPE);
  }

  @ParameterizedTest
  @MethodSource("chains")
  void damagedChunksAreRefusedOrWholeAndNothingElseIsWritten(List<CodecSpec> bytesCodecs) {
    CodecChain chain = chain(bytesCodecs);
    byte[] elements = CodecSamples.elements(TYPE, (int) SHAPE.elements(), SEED);
    byte[] encoded = chain.encode(MemorySegment.ofArray(elements));
    assertTimeoutPreemptively(
        LIMIT,
        () -> {
          Random random = new Random(SEED);
          for (int round = 0; round < ROUNDS; round++) {
            long seed = random.nextLong();
            attempt(chain, damage(encoded, new Random(seed)), bytesCodecs + " seed " + seed);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("chains")
  void everyTruncationIsRefused(List<CodecSpec> bytesCodecs) {
    CodecChain chain = chain(bytesCodecs);
    byte[] elements = CodecSamples.elements(TYPE, (int) SHAPE.elements(), SEED);
    byte[] encoded = chain.encode(MemorySegment.ofArray(elements));
    MemorySegment target = MemorySegment.ofArray(new byte[elements.length]);
    for (int length = 0; length < encoded.length; length += 1 + length / 40) {
      MemorySegment cut = MemorySegment.ofArray(Arrays.copyOf(encoded, length));
      assertThrows(CorruptChunkException.class, () -> chain.decode(cut, target), "" + bytesCodecs);
    }
  }

  @ParameterizedTest
  @MethodSource("chains")
  void bytesAfterAChunkAreRefused(List<CodecSpec> bytesCodecs) {
    CodecChain chain = chain(bytesCodecs);
    byte[] elements = CodecSamples.elements(TYPE, (int) SHAPE.elements(), SEED);
    byte[] encoded = chain.encode(MemorySegment.ofArray(elements));
    MemorySegment longer = MemorySegment.ofArray(Arrays.copyOf(encoded, encoded.length + 3));
    MemorySegment target = MemorySegment.ofArray(new byte[elements.length]);
    assertThrows(CorruptChunkException.class, () -> chain.decode(longer, target));
  }

  /** Zeros, which the stronger codecs compress to a thousandth. */
  @ParameterizedTest
  @MethodSource("chains")
  void dataThatExpandsBeyondItsChunkIsRefusedCheaply(List<CodecSpec> bytesCodecs) {
    CodecChain huge = chain(bytesCodecs, Shape.of(2048, 2048));
    byte[] bomb = huge.encode(MemorySegment.ofArray(new byte[(int) huge.decodedBytes()]));
    refusedCheaply(chain(bytesCodecs), bomb);
  }

  @Test
  void aCrc32cRefusesEverySingleFlippedBit() {
    CodecChain chain = chain(List.of(new CodecSpec.Zstd(1, false), new CodecSpec.Crc32c()));
    byte[] elements = CodecSamples.elements(TYPE, (int) SHAPE.elements(), SEED);
    byte[] encoded = chain.encode(MemorySegment.ofArray(elements));
    MemorySegment target = MemorySegment.ofArray(new byte[elements.length]);
    for (int bit = 0; bit < 8 * encoded.length; bit += 5) {
      byte[] flipped = encoded.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      MemorySegment in = MemorySegment.ofArray(flipped);
      assertThrows(CorruptChunkException.class, () -> chain.decode(in, target), "bit " + bit);
    }
  }

  @Test
  void wrongChecksumsOfGzipZlibAndZstdAreRefused() {
    byte[] elements = CodecSamples.elements(TYPE, 4000, SEED);
    int size = elements.length;
    refusedWithLastBytesChanged(new GzipCodec(5), elements, size, 5);
    refusedWithLastBytesChanged(new GzipCodec(5), elements, size, 1);
    refusedWithLastBytesChanged(new ZlibCodec(5), elements, size, 1);
    refusedWithLastBytesChanged(new ZstdCodec(5, true), elements, size, 1);
  }

  private static void refusedWithLastBytesChanged(
      BytesCodec codec, byte[] elements, int size, int fromEnd) {
    byte[] encoded = CodecSamples.encode(codec, elements);
    encoded[encoded.length - fromEnd] ^= 1;
    assertThrows(CorruptChunkException.class, () -> CodecSamples.decode(codec, encoded, size));
  }

  /** Otherwise many blocks could refer to the same long stream and decode it repeatedly. */
  @Test
  void aBloscStreamLongerThanItsBlockIsRefusedUnread() {
    int block = 256;
    int stream = 5000;
    ByteBuffer container = ByteBuffer.allocate(24 + stream).order(ByteOrder.LITTLE_ENDIAN);
    int zlibNotSplit = BloscHeader.FORMAT_ZLIB << 5 | 16;
    container.put((byte) 2).put((byte) 1).put((byte) zlibNotSplit).put((byte) 1);
    container.putInt(block).putInt(block).putInt(container.capacity());
    container.putInt(20).putInt(stream);
    CodecSpec.Blosc spec =
        new CodecSpec.Blosc(CodecSpec.Blosc.Compressor.ZLIB, 5, CodecSpec.Blosc.Shuffle.NONE, 1, 0);
    BytesCodec codec = BytesCodec.of(spec);
    CorruptChunkException refusal =
        assertThrows(
            CorruptChunkException.class,
            () -> CodecSamples.decode(codec, container.array(), block));
    assertTrue(refusal.reason().contains("impossible length"), refusal.reason());
  }

  @Test
  void headersThatClaimGigabytesAllocateNothing() {
    byte[] blosc = new byte[64];
    blosc[0] = 2;
    blosc[3] = 2;
    Arrays.fill(blosc, 4, 12, (byte) 0x7f);
    blosc[12] = 64;
    byte[] lz4 = new byte[64];
    Arrays.fill(lz4, 0, 4, (byte) 0x7f);
    CodecSpec.Blosc spec =
        new CodecSpec.Blosc(CodecSpec.Blosc.Compressor.LZ4, 5, CodecSpec.Blosc.Shuffle.BYTE, 2, 0);
    refusedCheaply(chain(List.of(spec)), blosc);
    refusedCheaply(chain(List.of(new CodecSpec.Lz4(1))), lz4);
  }

  @Test
  void decodingAllocatesNearlyNothingOnceWarm() {
    for (CodecSpec.Blosc.Compressor compressor :
        List.of(CodecSpec.Blosc.Compressor.LZ4, CodecSpec.Blosc.Compressor.ZSTD)) {
      CodecSpec spec = new CodecSpec.Blosc(compressor, 5, CodecSpec.Blosc.Shuffle.BYTE, 2, 0);
      CodecChain chain = chain(List.of(spec));
      byte[] elements = CodecSamples.elements(TYPE, (int) SHAPE.elements(), SEED);
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment encoded =
            arena.allocateFrom(
                ValueLayout.JAVA_BYTE, chain.encode(MemorySegment.ofArray(elements)));
        MemorySegment target = arena.allocate(elements.length);
        int warm = 0;
        long perDecode = Long.MAX_VALUE;
        for (int round = 0; round < WARM_UP_ROUNDS && warm < WARM_ROUNDS; round++) {
          perDecode = bytesPerDecode(chain, encoded, target);
          warm = perDecode < WARM_BYTES ? warm + 1 : 0;
        }
        assertTrue(warm == WARM_ROUNDS, compressor + ": " + perDecode + " bytes per decode");
      }
    }
  }

  private static long bytesPerDecode(CodecChain chain, MemorySegment in, MemorySegment target) {
    int count = 1_000;
    long before = allocated();
    for (int i = 0; i < count; i++) {
      chain.decode(in, target);
    }
    return (allocated() - before) / count;
  }

  private static void refusedCheaply(CodecChain chain, byte[] encoded) {
    MemorySegment target = MemorySegment.ofArray(new byte[(int) chain.decodedBytes()]);
    MemorySegment in = MemorySegment.ofArray(encoded);
    assertThrows(CorruptChunkException.class, () -> chain.decode(in, target));
    long before = allocated();
    assertThrows(CorruptChunkException.class, () -> chain.decode(in, target));
    assertTrue(allocated() - before < MAX_ALLOCATION);
  }

  private static CodecChain chain(List<CodecSpec> bytesCodecs) {
    return chain(bytesCodecs, SHAPE);
  }

  private static CodecChain chain(List<CodecSpec> bytesCodecs, Shape shape) {
    List<CodecSpec> codecs = new ArrayList<>(List.of(new Bytes(false)));
    codecs.addAll(bytesCodecs);
    return CodecChain.of(ArrayMeta.v3(shape, shape, TYPE).codecs(codecs).build());
  }

  private static void attempt(CodecChain chain, byte[] damaged, String what) {
    int size = (int) chain.decodedBytes();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment all = arena.allocate(size + 2L * GUARD);
      all.fill(MARK);
      MemorySegment in = arena.allocate(Math.max(1, damaged.length)).asSlice(0, damaged.length);
      MemorySegment.copy(MemorySegment.ofArray(damaged), 0, in, 0, damaged.length);
      try {
        chain.decode(in, all.asSlice(GUARD, size));
      } catch (CorruptChunkException refused) {
        assertTrue(refused.reason().length() > 5, what);
      } catch (RuntimeException other) {
        fail(what, other);
      }
      for (int i = 0; i < GUARD; i++) {
        assertEquals(MARK, all.get(ValueLayout.JAVA_BYTE, i), what);
        assertEquals(MARK, all.get(ValueLayout.JAVA_BYTE, (long) GUARD + size + i), what);
      }
    }
  }

  private static byte[] damage(byte[] encoded, Random random) {
    byte[] damaged = encoded.clone();
    switch (random.nextInt(5)) {
      case 0 -> {
        for (int i = random.nextInt(20); i >= 0; i--) {
          damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
        }
      }
      case 1 -> {
        for (int i = random.nextInt(4); i >= 0; i--) {
          damaged[random.nextInt(Math.min(64, damaged.length))] = (byte) random.nextInt();
        }
      }
      case 2 -> damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
      case 3 -> {
        int from = random.nextInt(damaged.length);
        int length = random.nextInt(damaged.length - from);
        byte[] noise = CodecSamples.noise(length, random.nextLong());
        System.arraycopy(noise, 0, damaged, from, length);
      }
      default -> {
        damaged = CodecSamples.noise(random.nextInt(damaged.length), random.nextLong());
        int kept = Math.min(damaged.length, random.nextInt(24));
        System.arraycopy(encoded, 0, damaged, 0, kept);
        if (damaged.length >= 16 && encoded[0] == 2) {
          damaged[12] = (byte) damaged.length;
          damaged[13] = (byte) (damaged.length >> 8);
          damaged[14] = 0;
          damaged[15] = 0;
        }
      }
    }
    return damaged;
  }

  private static long allocated() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getThreadAllocatedBytes(Thread.currentThread().threadId());
  }
}
