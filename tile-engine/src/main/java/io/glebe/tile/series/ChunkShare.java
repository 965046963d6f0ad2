package io.glebe.tile.series;

import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.kernel.Calibration;
import io.glebe.tile.kernel.Runs;
import io.glebe.tile.kernel.Stats;
import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * What an area covers of one chunk, as elements of the chunk: runs covered wholly, and single
 * elements with their weights. The same for every date, so it is worked out once. Immutable.
 */
final class ChunkShare {
  private final Runs full = new Runs();
  private final boolean whole;
  private int[] parts = new int[16];
  private double[] weights = new double[16];
  private int partCount;
  private long pixels;

  /**
   * @param inside the chunk's pixels, in those of the grid
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

  /** Nothing of the chunk is covered. */
  boolean isEmpty() {
    return pixels == 0;
  }

  /** All of the chunk is covered, and wholly. */
  boolean isWhole() {
    return whole;
  }

  /** Pixels that are covered, wholly or in part. */
  long pixels() {
    return pixels;
  }

  Runs full() {
    return full;
  }

  /** Adds the pixels that are covered in part; returns how many of them are valid. */
  int addParts(MemorySegment elements, DataType type, Calibration calibration, Stats to) {
    return to.addWeighted(elements, type, calibration, parts, weights, partCount);
  }
}
