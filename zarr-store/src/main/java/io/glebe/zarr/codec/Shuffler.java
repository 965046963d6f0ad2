package io.glebe.zarr.codec;

import io.glebe.zarr.vector.Vectors;
import java.lang.foreign.MemorySegment;

/**
 * Byte and bit shuffling of the blosc filters. A run of {@code length} bytes holds {@code length /
 * typeSize} elements; shuffled, all first bytes come first, then all second bytes and so on. Bytes
 * at the end that do not fill an element stay in place.
 */
sealed interface Shuffler permits SwarShuffler, VectorShuffler {

  /** Converts planes to elements; the segments do not overlap. */
  void unshuffle(
      MemorySegment planes, long from, MemorySegment elements, long to, int length, int typeSize);

  /**
   * Replaces each run of eight planes of bits by bytes: eight planes of {@code length / 8} bytes
   * become {@code length} bytes, and bit k of each byte comes from plane k.
   */
  void joinBits(MemorySegment bitPlanes, long from, MemorySegment bytes, long to, int length);

  /**
   * The reverse of the bit shuffle filter. Like the blosc library, it does not change runs whose
   * number of elements is not a multiple of eight.
   *
   * @param half scratch of {@code length} bytes
   */
  default void unbitshuffle(
      MemorySegment planes,
      long from,
      MemorySegment elements,
      long to,
      int length,
      int typeSize,
      MemorySegment half) {
    int count = length / typeSize;
    if (count % 8 != 0) {
      MemorySegment.copy(planes, from, elements, to, length);
    } else if (typeSize == 1) {
      joinBits(planes, from, elements, to, length);
    } else {
      int whole = count * typeSize;
      for (int plane = 0; plane < typeSize; plane++) {
        long at = (long) plane * count;
        joinBits(planes, from + at, half, at, count);
      }
      MemorySegment.copy(planes, from + whole, half, whole, length - whole);
      unshuffle(half, 0, elements, to, length, typeSize);
    }
  }

  /** The fastest form for runs of this length on this machine. */
  static Shuffler forLength(int length) {
    return length >= Choice.SMALLEST_VECTOR_RUN && Vectors.usable()
        ? Choice.VECTORS
        : Choice.SCALAR;
  }

  /** The available forms on this machine. */
  final class Choice {
    static final int SMALLEST_VECTOR_RUN = 1024;
    static final SwarShuffler SCALAR = new SwarShuffler();
    static final Shuffler VECTORS = vectors();

    private Choice() {}

    private static Shuffler vectors() {
      return Vectors.present() && VectorShuffler.isSupported() ? new VectorShuffler() : SCALAR;
    }
  }
}
