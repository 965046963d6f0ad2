package io.glebe.zarr.chunk;

import java.lang.foreign.MemorySegment;

/**
 * A box of elements in C order: its start in its array and its extents. Copies the shared part of
 * two boxes from the memory of one to the memory of the other.
 */
public final class Box {
  private final long[] start;
  private final long[] extent;

  public Box(long[] start, long[] extent) {
    this.start = start.clone();
    this.extent = extent.clone();
  }

  public long elements() {
    long product = 1;
    for (long each : extent) {
      product *= each;
    }
    return product;
  }

  /** Whether this box contains every element of the other box within the limits. */
  public boolean covers(Box other, long[] limits) {
    for (int i = 0; i < start.length; i++) {
      long end = Math.min(other.start[i] + other.extent[i], limits[i]);
      if (other.start[i] < start[i] || end > start[i] + extent[i]) {
        return false;
      }
    }
    return true;
  }

  /** Copies the shared part of both boxes out of this box's memory. */
  public void copyTo(MemorySegment data, Box other, MemorySegment target, int elementSize) {
    new Walk(
            this,
            other,
            elementSize,
            (from, to, bytes) -> MemorySegment.copy(data, from, target, to, bytes))
        .run();
  }

  /**
   * Sets the part of this box's memory that lies in the other box to a value, given by its bits.
   */
  public void fillShared(MemorySegment data, Box other, int elementSize, long bits) {
    new Walk(
            this,
            other,
            elementSize,
            (from, to, bytes) -> Elements.fill(data.asSlice(from, bytes), elementSize, bits))
        .run();
  }

  private interface Run {
    void copy(long from, long to, long bytes);
  }

  /** Visits the shared part row by row of the last dimension; byte offsets into both memories. */
  private static final class Walk {
    private final Box from;
    private final Box to;
    private final int size;
    private final Run run;

    Walk(Box from, Box to, int size, Run run) {
      this.from = from;
      this.to = to;
      this.size = size;
      this.run = run;
    }

    void run() {
      int rank = from.start.length;
      if (rank == 0) {
        run.copy(0, 0, size);
        return;
      }
      for (int i = 0; i < rank; i++) {
        if (low(i) >= high(i)) {
          return;
        }
      }
      visit(0, 0, 0);
    }

    private long low(int dimension) {
      return Math.max(from.start[dimension], to.start[dimension]);
    }

    private long high(int dimension) {
      return Math.min(
          from.start[dimension] + from.extent[dimension],
          to.start[dimension] + to.extent[dimension]);
    }

    private void visit(int dimension, long fromBase, long toBase) {
      long low = low(dimension);
      long fromAt = fromBase * from.extent[dimension] + low - from.start[dimension];
      long toAt = toBase * to.extent[dimension] + low - to.start[dimension];
      long count = high(dimension) - low;
      if (dimension == from.start.length - 1) {
        run.copy(fromAt * size, toAt * size, count * size);
        return;
      }
      for (long i = 0; i < count; i++) {
        visit(dimension + 1, fromAt + i, toAt + i);
      }
    }
  }
}
