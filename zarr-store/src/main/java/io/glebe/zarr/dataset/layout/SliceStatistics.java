package io.glebe.zarr.dataset.layout;

import io.glebe.zarr.meta.MetadataException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Count, sum, minimum and maximum of the valid stored numbers (before scale and offset) of every
 * chunk of one slice at full resolution. Immutable once read or written.
 */
public final class SliceStatistics {
  private static final int MAGIC = 0x53544731;
  private static final int HEAD = 16;
  private static final int ENTRY = 32;
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final int rows;
  private final int columns;
  private final long[] counts;
  private final double[] sums;
  private final double[] least;
  private final double[] greatest;

  public SliceStatistics(int rows, int columns) {
    this.rows = rows;
    this.columns = columns;
    this.counts = new long[rows * columns];
    this.sums = new double[counts.length];
    this.least = new double[counts.length];
    this.greatest = new double[counts.length];
    Arrays.fill(least, Double.NaN);
    Arrays.fill(greatest, Double.NaN);
  }

  /** Number of rows of chunks. */
  public int rows() {
    return rows;
  }

  /** Number of columns of chunks. */
  public int columns() {
    return columns;
  }

  /** Number of valid cells of a chunk. */
  public long count(int row, int column) {
    return counts[at(row, column)];
  }

  public double sum(int row, int column) {
    return sums[at(row, column)];
  }

  /** The minimum; NaN for a chunk without valid cells. */
  public double min(int row, int column) {
    return least[at(row, column)];
  }

  /** The maximum; NaN for a chunk without valid cells. */
  public double max(int row, int column) {
    return greatest[at(row, column)];
  }

  private int at(int row, int column) {
    if (row < 0 || row >= rows || column < 0 || column >= columns) {
      throw new IndexOutOfBoundsException("chunk " + row + ", " + column);
    }
    return row * columns + column;
  }

  public void set(int row, int column, long count, double sum, double min, double max) {
    int at = at(row, column);
    counts[at] = count;
    sums[at] = sum;
    least[at] = count == 0 ? Double.NaN : min;
    greatest[at] = count == 0 ? Double.NaN : max;
  }

  public byte[] toBytes() {
    byte[] bytes = new byte[HEAD + ENTRY * counts.length];
    MemorySegment out = MemorySegment.ofArray(bytes);
    out.set(INT, 0, MAGIC);
    out.set(INT, 4, rows);
    out.set(INT, 8, columns);
    for (int i = 0; i < counts.length; i++) {
      long at = HEAD + (long) ENTRY * i;
      out.set(LONG, at, counts[i]);
      out.set(DOUBLE, at + 8, sums[i]);
      out.set(DOUBLE, at + 16, least[i]);
      out.set(DOUBLE, at + 24, greatest[i]);
    }
    return bytes;
  }

  public static SliceStatistics parse(byte[] bytes) {
    MemorySegment in = MemorySegment.ofArray(bytes);
    if (bytes.length < HEAD || in.get(INT, 0) != MAGIC) {
      throw new MetadataException("slice statistics are damaged");
    }
    long rows = in.get(INT, 4);
    long columns = in.get(INT, 8);
    if (rows < 0 || columns < 0 || bytes.length != HEAD + ENTRY * rows * columns) {
      throw new MetadataException("slice statistics are damaged");
    }
    SliceStatistics read = new SliceStatistics((int) rows, (int) columns);
    for (int i = 0; i < read.counts.length; i++) {
      long at = HEAD + (long) ENTRY * i;
      read.counts[i] = in.get(LONG, at);
      read.sums[i] = in.get(DOUBLE, at + 8);
      read.least[i] = in.get(DOUBLE, at + 16);
      read.greatest[i] = in.get(DOUBLE, at + 24);
    }
    return read;
  }
}
