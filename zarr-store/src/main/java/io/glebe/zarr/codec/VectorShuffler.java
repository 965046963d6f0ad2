package io.glebe.zarr.codec;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Unshuffling with the Vector API: a few bytes of each plane are widened to the element type,
 * shifted and joined. Element sizes without byte vectors on this machine use the scalar form.
 */
final class VectorShuffler implements Shuffler {
  private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;
  private static final int SMALLEST_BITS = 256;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> SHORT_BYTES = bytes(SHORTS.vectorBitSize() / 2);
  private static final VectorSpecies<Byte> INT_BYTES = bytes(INTS.vectorBitSize() / 4);
  private static final VectorSpecies<Byte> LONG_BYTES = bytes(LONGS.vectorBitSize() / 8);
  private static final boolean HAS_LONGS = LONG_BYTES.length() == LONGS.length();

  private final SwarShuffler scalar = new SwarShuffler();

  /** False when vectors are too short for a gain. */
  static boolean isSupported() {
    return INTS.vectorBitSize() >= SMALLEST_BITS;
  }

  private static VectorSpecies<Byte> bytes(int bits) {
    return VectorSpecies.of(byte.class, VectorShape.forBitSize(Math.max(64, bits)));
  }

  @Override
  public void unshuffle(
      MemorySegment planes, long from, MemorySegment elements, long to, int length, int typeSize) {
    int count = length / typeSize;
    int done;
    switch (typeSize) {
      case 2 -> done = unshuffle2(planes, from, elements, to, count);
      case 4 -> done = unshuffle4(planes, from, elements, to, count);
      case 8 -> {
        if (!HAS_LONGS) {
          scalar.unshuffle(planes, from, elements, to, length, typeSize);
          return;
        }
        done = unshuffle8(planes, from, elements, to, count);
      }
      default -> done = 0;
    }
    SwarShuffler.unshuffleTail(planes, from, elements, to, length, typeSize, done);
  }

  @Override
  public void joinBits(
      MemorySegment bitPlanes, long from, MemorySegment bytes, long to, int length) {
    if (!HAS_LONGS) {
      scalar.joinBits(bitPlanes, from, bytes, to, length);
      return;
    }
    int count = length / 8;
    int whole = unshuffle8(bitPlanes, from, bytes, to, count);
    transposeBits(bytes, to, whole);
    SwarShuffler.joinBitsTail(bitPlanes, from, bytes, to, count, whole);
  }

  private static int unshuffle2(MemorySegment p, long from, MemorySegment e, long to, int n) {
    int step = SHORTS.length();
    int whole = n - n % step;
    for (int i = 0; i < whole; i += step) {
      ShortVector low = shorts(p, from + i);
      ShortVector high = shorts(p, from + n + i);
      high.lanewise(VectorOperators.LSHL, 8).or(low).intoMemorySegment(e, to + 2L * i, LITTLE);
    }
    return whole;
  }

  private static ShortVector shorts(MemorySegment p, long at) {
    ByteVector bytes = ByteVector.fromMemorySegment(SHORT_BYTES, p, at, LITTLE);
    return (ShortVector) bytes.convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
  }

  private static int unshuffle4(MemorySegment p, long from, MemorySegment e, long to, int n) {
    int step = INTS.length();
    int whole = n - n % step;
    for (int i = 0; i < whole; i += step) {
      long at = from + i;
      IntVector b0 = ints(p, at);
      IntVector b1 = ints(p, at + n).lanewise(VectorOperators.LSHL, 8);
      IntVector b2 = ints(p, at + 2L * n).lanewise(VectorOperators.LSHL, 16);
      IntVector b3 = ints(p, at + 3L * n).lanewise(VectorOperators.LSHL, 24);
      b0.or(b1).or(b2.or(b3)).intoMemorySegment(e, to + 4L * i, LITTLE);
    }
    return whole;
  }

  private static IntVector ints(MemorySegment p, long at) {
    ByteVector bytes = ByteVector.fromMemorySegment(INT_BYTES, p, at, LITTLE);
    return (IntVector) bytes.convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, 0);
  }

  private static int unshuffle8(MemorySegment p, long from, MemorySegment e, long to, int n) {
    int step = LONGS.length();
    int whole = n - n % step;
    for (int i = 0; i < whole; i += step) {
      longs(p, from + i, n).intoMemorySegment(e, to + 8L * i, LITTLE);
    }
    return whole;
  }

  /** One byte of each of eight planes per vector lane. */
  private static LongVector longs(MemorySegment p, long at, long plane) {
    LongVector low =
        longs(p, at)
            .or(longs(p, at + plane).lanewise(VectorOperators.LSHL, 8))
            .or(longs(p, at + 2 * plane).lanewise(VectorOperators.LSHL, 16))
            .or(longs(p, at + 3 * plane).lanewise(VectorOperators.LSHL, 24));
    LongVector high =
        longs(p, at + 4 * plane)
            .or(longs(p, at + 5 * plane).lanewise(VectorOperators.LSHL, 8))
            .or(longs(p, at + 6 * plane).lanewise(VectorOperators.LSHL, 16))
            .or(longs(p, at + 7 * plane).lanewise(VectorOperators.LSHL, 24));
    return high.lanewise(VectorOperators.LSHL, 32).or(low);
  }

  private static LongVector longs(MemorySegment p, long at) {
    ByteVector bytes = ByteVector.fromMemorySegment(LONG_BYTES, p, at, LITTLE);
    return (LongVector) bytes.convertShape(VectorOperators.ZERO_EXTEND_B2L, LONGS, 0);
  }

  /**
   * In place, in a separate loop: joined with the loop before, the method would be too large for
   * inlining.
   */
  private static void transposeBits(MemorySegment bytes, long at, int count) {
    for (int i = 0; i < count; i += LONGS.length()) {
      LongVector x = LongVector.fromMemorySegment(LONGS, bytes, at + 8L * i, LITTLE);
      LongVector t = x.lanewise(VectorOperators.LSHR, 7).lanewise(VectorOperators.XOR, x);
      t = t.and(0x00AA00AA00AA00AAL);
      x = x.lanewise(VectorOperators.XOR, t.or(t.lanewise(VectorOperators.LSHL, 7)));
      t = x.lanewise(VectorOperators.LSHR, 14).lanewise(VectorOperators.XOR, x);
      t = t.and(0x0000CCCC0000CCCCL);
      x = x.lanewise(VectorOperators.XOR, t.or(t.lanewise(VectorOperators.LSHL, 14)));
      t = x.lanewise(VectorOperators.LSHR, 28).lanewise(VectorOperators.XOR, x);
      t = t.and(0x00000000F0F0F0F0L);
      x = x.lanewise(VectorOperators.XOR, t.or(t.lanewise(VectorOperators.LSHL, 28)));
      x.intoMemorySegment(bytes, at + 8L * i, LITTLE);
    }
  }
}
