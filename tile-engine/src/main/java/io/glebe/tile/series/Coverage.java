package io.glebe.tile.series;

import io.glebe.tile.grid.PixelWindow;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The pixels of a grid that an area covers, and the covered share of each. Each row has runs of
 * completely covered pixels and runs of single weights in (0, 1). Immutable once built, except for
 * its cache of chunk shares. Thread-safe.
 */
public final class Coverage {
  /** Maximum number of chunk shares in the cache. */
  private static final int MAX_SHARES = 4096;

  private final int firstRow;
  private final int[] rowSpans;
  private final SpanBlocks spans;
  private final WeightBlocks weights;
  private final int minColumn;
  private final int maxColumn;
  private final long pixels;
  private final double totalWeight;
  private final Map<Chunk, ChunkShare> shares = new ConcurrentHashMap<>();

  private record Chunk(PixelWindow inside, int width) {}

  private final SeriesMemory memory;

  private Coverage(Builder b) {
    this.memory = b.memory;
    this.firstRow = b.firstRow;
    this.rowSpans = Arrays.copyOf(b.rowSpans, b.rows + 1);
    this.spans = b.spans;
    this.weights = b.weights;
    int least = Integer.MAX_VALUE;
    int most = 0;
    long count = 0;
    double sum = 0;
    for (int s = 0; s < spans.size(); s++) {
      least = Math.min(least, spans.from(s));
      most = Math.max(most, spans.to(s));
      count += width(s);
      sum += isFull(s) ? width(s) : 0;
    }
    for (int w = 0; w < weights.size(); w++) {
      sum += weights.get(w);
    }
    this.minColumn = spans.size() == 0 ? 0 : least;
    this.maxColumn = most;
    this.pixels = count;
    this.totalWeight = sum;
  }

  private int width(int span) {
    return spans.to(span) - spans.from(span);
  }

  public boolean isEmpty() {
    return pixels == 0;
  }

  /** First row touched. */
  public int firstRow() {
    return firstRow;
  }

  /** Row after the last one touched. */
  public int endRow() {
    return firstRow + rowSpans.length - 1;
  }

  /** First column touched. */
  public int firstColumn() {
    return minColumn;
  }

  /** Column after the last one touched. */
  public int endColumn() {
    return maxColumn;
  }

  /** The box around all touched pixels; empty when there are none. */
  Optional<PixelWindow> box() {
    return isEmpty()
        ? Optional.empty()
        : Optional.of(
            new PixelWindow(
                firstColumn(), firstRow(), endColumn() - firstColumn(), endRow() - firstRow()));
  }

  /** Number of pixels touched. */
  public long pixels() {
    return pixels;
  }

  /** Number of pixels touched in rows from {@code top} up to {@code end}. */
  long pixels(int top, int end) {
    int first = rowSpans[Math.clamp((long) top - firstRow, 0, rowSpans.length - 1)];
    int last = rowSpans[Math.clamp((long) end - firstRow, 0, rowSpans.length - 1)];
    long count = 0;
    for (int s = first; s < last; s++) {
      count += width(s);
    }
    return count;
  }

  /** Covered area in pixels: the sum of all weights. */
  public double totalWeight() {
    return totalWeight;
  }

  /**
   * First span number of a row; its spans end before {@link #spansEnd}. Rows outside the area have
   * no spans.
   */
  int spansStart(int row) {
    return row < firstRow || row >= endRow() ? 0 : rowSpans[row - firstRow];
  }

  int spansEnd(int row) {
    return row < firstRow || row >= endRow() ? 0 : rowSpans[row - firstRow + 1];
  }

  int from(int span) {
    return spans.from(span);
  }

  int to(int span) {
    return spans.to(span);
  }

  /** Receives a range of one row's pixels: a span, or the part of a span in a window. */
  @FunctionalInterface
  interface SpanVisitor {
    void visit(int row, int span, int from, int to);
  }

  /** Visits the spans in a window, row by row from the left. */
  void eachSpan(PixelWindow in, SpanVisitor visitor) {
    int bottom = Math.min(in.row() + in.height(), endRow());
    for (int row = Math.max(in.row(), firstRow); row < bottom; row++) {
      for (int s = spansStart(row); s < spansEnd(row); s++) {
        int left = Math.max(spans.from(s), in.column());
        int right = Math.min(spans.to(s), in.column() + in.width());
        if (left < right) {
          visitor.visit(row, s, left, right);
        }
      }
    }
  }

  /**
   * The covered part of a chunk.
   *
   * @param inside the chunk's pixels
   * @param width elements of a row of the chunk
   */
  ChunkShare share(PixelWindow inside, int width) {
    Chunk chunk = new Chunk(inside, width);
    ChunkShare known = shares.get(chunk);
    if (known == null) {
      known = new ChunkShare(this, inside, width);
      if (shares.size() < MAX_SHARES && hasMemory(known)) {
        shares.put(chunk, known);
      }
    }
    return known;
  }

  /** A share that does not fit into the memory of the series is computed again when needed. */
  private boolean hasMemory(ChunkShare share) {
    return memory.tryTake(share.bytes());
  }

  /** Whether the span's pixels are completely covered. */
  boolean isFull(int span) {
    return spans.weightAt(span) < 0;
  }

  /** Weight of a pixel of a span that is not full. */
  double weight(int span, int column) {
    return weights.get(spans.weightAt(span) + column - spans.from(span));
  }

  /** Whether every pixel of the box is completely covered. */
  boolean coversWholly(int column, int row, int width, int height) {
    for (int r = row; r < row + height; r++) {
      if (!rowCovered(r, column, column + width)) {
        return false;
      }
    }
    return true;
  }

  private boolean rowCovered(int row, int start, int end) {
    for (int s = spansStart(row); s < spansEnd(row); s++) {
      if (isFull(s) && spans.from(s) <= start && spans.to(s) >= end) {
        return true;
      }
    }
    return false;
  }

  /** Collects rows of coverage from the top down. */
  static final class Builder {
    private static final int FIRST_ROWS = 64;

    /** Maximum rounding error; weights this close to 0 or 1 are set to 0 or 1. */
    private static final double SNAP = 1e-9;

    private final int firstRow;
    private final SeriesMemory memory;
    private final SpanBlocks spans;
    private final WeightBlocks weights;
    private int rows;
    private int[] rowSpans = new int[FIRST_ROWS];

    Builder(int firstRow) {
      this(firstRow, SeriesMemory.unlimited());
    }

    Builder(int firstRow, SeriesMemory memory) {
      this.firstRow = firstRow;
      this.memory = memory;
      this.spans = new SpanBlocks(memory);
      this.weights = new WeightBlocks(memory);
      memory.take((long) FIRST_ROWS * Integer.BYTES);
    }

    /**
     * Appends the next row; {@code coverage[i]} is the covered part of column {@code first + i}.
     */
    void row(int first, double[] coverage, int offset, int width) {
      int c = 0;
      while (c < width) {
        int kind = kind(coverage[offset + c]);
        int end = c + 1;
        while (end < width && kind(coverage[offset + end]) == kind) {
          end++;
        }
        if (kind == FULL) {
          spans.add(first + c, first + end, -1);
        } else if (kind == PART) {
          spans.add(first + c, first + end, weights.size());
          weights.add(coverage, offset + c, end - c);
        }
        c = end;
      }
      rows++;
      if (rowSpans.length <= rows) {
        memory.take((long) rowSpans.length * Integer.BYTES);
        rowSpans = Arrays.copyOf(rowSpans, 2 * rowSpans.length);
      }
      rowSpans[rows] = spans.size();
    }

    /** The builder cannot be used afterwards. */
    Coverage build() {
      spans.trim();
      weights.trim();
      memory.giveBack((long) (rowSpans.length - rows - 1) * Integer.BYTES);
      return new Coverage(this);
    }

    private static final int NONE = 0;
    private static final int PART = 1;
    private static final int FULL = 2;

    private static int kind(double w) {
      return w < SNAP ? NONE : w > 1 - SNAP ? FULL : PART;
    }
  }
}
