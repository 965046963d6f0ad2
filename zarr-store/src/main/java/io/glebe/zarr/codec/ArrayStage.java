package io.glebe.zarr.codec;

import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.CodecSpec.Bytes;
import io.glebe.zarr.meta.CodecSpec.Transpose;
import io.glebe.zarr.meta.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/**
 * The array stages of a codec chain: all transpositions combined, and the byte order. Stored
 * elements are in C order of the transposed shape.
 */
final class ArrayStage {
  private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(LITTLE);
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(LITTLE);
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(LITTLE);

  private final int elementSize;
  private final boolean swapped;
  private final boolean transposed;
  private final long[] extents;
  private final long[] storedStrides;

  ArrayStage(List<CodecSpec> codecs, Shape shape, int elementSize) {
    this.elementSize = elementSize;
    this.extents = shape.toArray();
    int[] order = new int[extents.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    boolean big = false;
    for (CodecSpec codec : codecs) {
      if (codec instanceof Transpose transpose) {
        int[] strides = order;
        order = transpose.order().stream().mapToInt(i -> strides[i]).toArray();
      } else if (codec instanceof Bytes bytes) {
        big = bytes.bigEndian();
      }
    }
    this.swapped = big && elementSize > 1;
    this.storedStrides = strides(order);
    this.transposed = !isSameOrder(order);
  }

  /** Whether stored and decoded elements are in different orders. */
  boolean isTransposed() {
    return transposed;
  }

  private long[] strides(int[] order) {
    long[] strides = new long[order.length];
    long stride = elementSize;
    for (int i = order.length - 1; i >= 0; i--) {
      strides[order[i]] = stride;
      stride *= extents[order[i]];
    }
    return strides;
  }

  /** Dimensions with extent one are ignored: moving them changes nothing. */
  private boolean isSameOrder(int[] order) {
    int last = -1;
    for (int dimension : order) {
      if (extents[dimension] > 1) {
        if (dimension < last) {
          return false;
        }
        last = dimension;
      }
    }
    return true;
  }

  /** Converts stored elements to decoded ones; both may be the same segment unless transposed. */
  void decode(MemorySegment stored, MemorySegment decoded, Workspace workspace) {
    if (transposed) {
      permute(stored, decoded, true, workspace.position);
    } else if (!stored.equals(decoded)) {
      MemorySegment.copy(stored, 0, decoded, 0, decoded.byteSize());
    }
    if (swapped) {
      swap(decoded, decoded.byteSize());
    }
  }

  /** Converts decoded elements to stored ones in another segment. */
  void encode(MemorySegment decoded, MemorySegment stored, Workspace workspace) {
    if (transposed) {
      permute(decoded, stored, false, workspace.position);
    } else {
      MemorySegment.copy(decoded, 0, stored, 0, decoded.byteSize());
    }
    if (swapped) {
      swap(stored, decoded.byteSize());
    }
  }

  /** Whether encoding changes nothing. */
  boolean isIdentity() {
    return !transposed && !swapped;
  }

  /**
   * Visits the decoded elements in C order; {@code gather} reads at the stored stride, else writes.
   */
  private void permute(MemorySegment from, MemorySegment to, boolean gather, long[] position) {
    int last = extents.length - 1;
    java.util.Arrays.fill(position, 0, extents.length, 0);
    long row = extents[last] * elementSize;
    long total = row;
    for (int i = 0; i < last; i++) {
      total *= extents[i];
    }
    long stored = 0;
    for (long decoded = 0; decoded < total; decoded += row) {
      if (gather) {
        copyRow(from, stored, storedStrides[last], to, decoded, elementSize, extents[last]);
      } else {
        copyRow(from, decoded, elementSize, to, stored, storedStrides[last], extents[last]);
      }
      for (int i = last - 1; i >= 0; i--) {
        stored += storedStrides[i];
        if (++position[i] < extents[i]) {
          break;
        }
        stored -= storedStrides[i] * extents[i];
        position[i] = 0;
      }
    }
  }

  private void copyRow(
      MemorySegment from, long f, long fStep, MemorySegment to, long t, long tStep, long n) {
    switch (elementSize) {
      case 1 -> {
        for (long i = 0; i < n; i++) {
          to.set(
              ValueLayout.JAVA_BYTE, t + i * tStep, from.get(ValueLayout.JAVA_BYTE, f + i * fStep));
        }
      }
      case 2 -> {
        for (long i = 0; i < n; i++) {
          to.set(SHORT, t + i * tStep, from.get(SHORT, f + i * fStep));
        }
      }
      case 4 -> {
        for (long i = 0; i < n; i++) {
          to.set(INT, t + i * tStep, from.get(INT, f + i * fStep));
        }
      }
      default -> {
        for (long i = 0; i < n; i++) {
          to.set(LONG, t + i * tStep, from.get(LONG, f + i * fStep));
        }
      }
    }
  }

  private void swap(MemorySegment bytes, long length) {
    switch (elementSize) {
      case 2 -> {
        for (long i = 0; i < length; i += 2) {
          bytes.set(SHORT, i, Short.reverseBytes(bytes.get(SHORT, i)));
        }
      }
      case 4 -> {
        for (long i = 0; i < length; i += 4) {
          bytes.set(INT, i, Integer.reverseBytes(bytes.get(INT, i)));
        }
      }
      default -> {
        for (long i = 0; i < length; i += 8) {
          bytes.set(LONG, i, Long.reverseBytes(bytes.get(LONG, i)));
        }
      }
    }
  }
}
