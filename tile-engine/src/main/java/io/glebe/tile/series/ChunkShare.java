package io.glebe.tile.series;

import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.kernel.Calibration;
import io.glebe.tile.kernel.Runs;
import io.glebe.tile.kernel.Stats;
import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The part of one chunk that an area covers, as elements of the chunk: runs of completely covered
 * elements, and single elements with their weights. It is the same for every date, so it is
 * computed once. Immutable.
 */
final class ChunkShare {
  private final Runs full = new Runs();
  private final boolean whole;
  private int[] parts = new int[16];
  private double[] weights = new double[16];
  private int partCount;
  private long pixels;

  /**
   * @param inside the chunk's pixels, in pixels of the grid
   * @param width elements of a row of the chunk
   */
  ChunkShare(Coverage coverage, PixelWindow inside, int width) {
    whole = coverage.coversWholly(inside.column(), inside.row(), inside.width(), inside.height());
    coverage.eachSpan(
        inside,
        (row, span, from, to) -> {
          int line = (row - inside.row()) * width - inside.column();
          pixels += to - from;
          if (coverage.isFull(span)) {
            full.add(line + from, to - from);
            return;
          }
          for (int column = from; column < to; column++) {
            part(line + column, coverage.weight(span, column));
          }
        });
  }

  private void part(int element, double weight) {
    if (partCount == parts.length) {
      parts = Arrays.copyOf(parts, 2 * partCount);
      weights = Arrays.copyOf(weights, 2 * partCount);
    }
    parts[partCount] = element;
    weights[partCount++] = weight;
  }

  /** Whether no pixel of the chunk is covered. */
  boolean isEmpty() {
    return pixels == 0;
  }

  /** Whether all pixels of the chunk are completely covered. */
  boolean isWhole() {
    return whole;
  }

  /** Heap that it uses, in bytes. */
  long bytes() {
    return (long) parts.length * (Integer.BYTES + Double.BYTES) + full.bytes();
  }

  /** Number of pixels that are covered completely or partially. */
  long pixels() {
    return pixels;
  }

  Runs full() {
    return full;
  }

  /** Adds the partially covered pixels; returns the number of valid ones. */
  int addParts(MemorySegment elements, DataType type, Calibration calibration, Stats to) {
    return to.addWeighted(elements, type, calibration, parts, weights, partCount);
  }
}
