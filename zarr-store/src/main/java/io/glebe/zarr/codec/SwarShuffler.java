package io.glebe.zarr.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Shuffling with 64-bit words, for machines without the vector module and for short runs. */
final class SwarShuffler implements Shuffler {
  private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(LITTLE);
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(LITTLE);
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(LITTLE);
  private static final long EVEN_BYTES = 0x00ff00ff00ff00ffL;
  private static final long LOW_BYTES = 0x000000ff000000ffL;
  private static final long UNSIGNED_INT = 0xffffffffL;

  @Override
  public void unshuffle(
      MemorySegment planes, long from, MemorySegment elements, long to, int length, int typeSize) {
    int count = length / typeSize;
    int done =
        switch (typeSize) {
          case 2 -> unshuffle2(planes, from, elements, to, count);
          case 4 -> unshuffle4(planes, from, elements, to, count);
          case 8 -> unshuffle8(planes, from, elements, to, count, false);
          default -> 0;
        };
    unshuffleTail(planes, from, elements, to, length, typeSize, done);
  }

  @Override
  public void joinBits(
      MemorySegment bitPlanes, long from, MemorySegment bytes, long to, int length) {
    int count = length / 8;
    int done = unshuffle8(bitPlanes, from, bytes, to, count, true);
    joinBitsTail(bitPlanes, from, bytes, to, count, done);
  }

  /** Converts elements to planes. */
  void shuffle(
      MemorySegment elements, long from, MemorySegment planes, long to, int length, int typeSize) {
    int count = length / typeSize;
    int done =
        switch (typeSize) {
          case 2 -> shuffle2(elements, from, planes, to, count);
          case 4 -> shuffle4(elements, from, planes, to, count);
          case 8 -> shuffle8(elements, from, planes, to, count);
          default -> 0;
        };
    for (int i = done; i < count; i++) {
      for (int b = 0; b < typeSize; b++) {
        byte value = elements.get(BYTE, from + (long) i * typeSize + b);
        planes.set(BYTE, to + (long) b * count + i, value);
      }
    }
    long whole = (long) count * typeSize;
    MemorySegment.copy(elements, from + whole, planes, to + whole, length - whole);
  }

  /** The bit shuffle filter; {@code half} is scratch of {@code length} bytes. */
  void bitshuffle(
      MemorySegment elements,
      long from,
      MemorySegment planes,
      long to,
      int length,
      int typeSize,
      MemorySegment half) {
    int count = length / typeSize;
    if (count % 8 != 0) {
      MemorySegment.copy(elements, from, planes, to, length);
      return;
    }
    shuffle(elements, from, half, 0, length, typeSize);
    long whole = (long) count * typeSize;
    for (long i = 0; i < whole; i += 8) {
      half.set(LONG, i, transposeBits(half.get(LONG, i)));
    }
    for (int plane = 0; plane < typeSize; plane++) {
      long at = (long) plane * count;
      shuffle(half, at, planes, to + at, count, 8);
    }
    MemorySegment.copy(half, whole, planes, to + whole, length - whole);
  }

  /**
   * Converts the elements from {@code done} on, byte by byte, and copies the bytes that do not fill
   * an element.
   */
  static void unshuffleTail(
      MemorySegment planes,
      long from,
      MemorySegment elements,
      long to,
      int length,
      int typeSize,
      int done) {
    int count = length / typeSize;
    for (int i = done; i < count; i++) {
      for (int b = 0; b < typeSize; b++) {
        byte value = planes.get(BYTE, from + (long) b * count + i);
        elements.set(BYTE, to + (long) i * typeSize + b, value);
      }
    }
    long whole = (long) count * typeSize;
    MemorySegment.copy(planes, from + whole, elements, to + whole, length - whole);
  }

  static void joinBitsTail(
      MemorySegment bitPlanes, long from, MemorySegment bytes, long to, int count, int done) {
    for (int i = done; i < count; i++) {
      long rows = 0;
      for (int k = 0; k < 8; k++) {
        rows |= (bitPlanes.get(BYTE, from + (long) k * count + i) & 0xffL) << (8 * k);
      }
      bytes.set(LONG, to + 8L * i, transposeBits(rows));
    }
  }

  /** Bit j of byte k becomes bit k of byte j, by three steps of swapped squares. */
  static long transposeBits(long rows) {
    long x = rows;
    long t = (x ^ (x >>> 7)) & 0x00AA00AA00AA00AAL;
    x ^= t ^ (t << 7);
    t = (x ^ (x >>> 14)) & 0x0000CCCC0000CCCCL;
    x ^= t ^ (t << 14);
    t = (x ^ (x >>> 28)) & 0x00000000F0F0F0F0L;
    return x ^ t ^ (t << 28);
  }

  private static int unshuffle2(MemorySegment p, long from, MemorySegment e, long to, int n) {
    int whole = n & ~3;
    for (int i = 0; i < whole; i += 4) {
      long low = Long.expand(p.get(INT, from + i) & UNSIGNED_INT, EVEN_BYTES);
      long high = Long.expand(p.get(INT, from + n + i) & UNSIGNED_INT, ~EVEN_BYTES);
      e.set(LONG, to + 2L * i, low | high);
    }
    return whole;
  }

  private static int unshuffle4(MemorySegment p, long from, MemorySegment e, long to, int n) {
    int whole = n & ~1;
    for (int i = 0; i < whole; i += 2) {
      long element = 0;
      for (int b = 0; b < 4; b++) {
        long pair = p.get(SHORT, from + (long) b * n + i) & 0xffffL;
        element |= Long.expand(pair, LOW_BYTES << (8 * b));
      }
      e.set(LONG, to + 4L * i, element);
    }
    return whole;
  }

  private static int unshuffle8(
      MemorySegment p, long from, MemorySegment e, long to, int n, boolean bits) {
    int whole = n & ~7;
    for (int i = 0; i < whole; i += 8) {
      for (int half = 0; half < 8; half += 4) {
        for (int pair = half; pair < half + 4; pair += 2) {
          long first = 0;
          long second = 0;
          for (int b = 0; b < 8; b++) {
            int two = p.get(SHORT, from + (long) b * n + i + pair);
            first |= (two & 0xffL) << (8 * b);
            second |= ((two >>> 8) & 0xffL) << (8 * b);
          }
          e.set(LONG, to + 8L * (i + pair), bits ? transposeBits(first) : first);
          e.set(LONG, to + 8L * (i + pair + 1), bits ? transposeBits(second) : second);
        }
      }
    }
    return whole;
  }

  private static int shuffle2(MemorySegment e, long from, MemorySegment p, long to, int n) {
    int whole = n & ~3;
    for (int i = 0; i < whole; i += 4) {
      long four = e.get(LONG, from + 2L * i);
      p.set(INT, to + i, (int) Long.compress(four, EVEN_BYTES));
      p.set(INT, to + n + i, (int) Long.compress(four, ~EVEN_BYTES));
    }
    return whole;
  }

  private static int shuffle4(MemorySegment e, long from, MemorySegment p, long to, int n) {
    int whole = n & ~3;
    for (int i = 0; i < whole; i += 4) {
      long first = e.get(LONG, from + 4L * i);
      long second = e.get(LONG, from + 4L * i + 8);
      for (int b = 0; b < 4; b++) {
        long mask = LOW_BYTES << (8 * b);
        long bytes = Long.compress(first, mask) | Long.compress(second, mask) << 16;
        p.set(INT, to + (long) b * n + i, (int) bytes);
      }
    }
    return whole;
  }

  private static int shuffle8(MemorySegment e, long from, MemorySegment p, long to, int n) {
    int whole = n & ~1;
    for (int i = 0; i < whole; i += 2) {
      long first = e.get(LONG, from + 8L * i);
      long second = e.get(LONG, from + 8L * i + 8);
      for (int b = 0; b < 8; b++) {
        long pair = (first >>> (8 * b) & 0xff) | (second >>> (8 * b) & 0xff) << 8;
        p.set(SHORT, to + (long) b * n + i, (short) pair);
      }
    }
    return whole;
  }
}
