package io.glebe.zarr.dataset;

import io.glebe.zarr.dataset.layout.Cells;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.dataset.layout.SliceStatistics;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/** What is derived from a complete chunk: its statistics and its half-size picture. */
final class ChunkSummary {
  private final Cells cells;
  private final OverviewRows halving;
  private final int elementSize;
  private final int chunkWidth;
  private final double[] upper;
  private final double[] lower;
  private final double[] half;
  private final byte[] halved;
  private Optional<SliceStatistics> statistics = Optional.empty();

  ChunkSummary(Layer layer, int chunkHeight, int chunkWidth) {
    this.cells = new Cells(layer);
    this.halving = new OverviewRows(layer.categorical());
    this.elementSize = layer.dataType().size();
    this.chunkWidth = chunkWidth;
    this.upper = new double[chunkWidth];
    this.lower = new double[chunkWidth];
    this.half = new double[(chunkWidth + 1) / 2];
    this.halved = new byte[(chunkHeight + 1) / 2 * half.length * elementSize];
  }

  void collect(SliceStatistics into) {
    statistics = Optional.of(into);
  }

  void chunk(LevelWriter.Cell place, MemorySegment elements, int rows, int columns) {
    if (statistics.isEmpty()) {
      return;
    }
    long count = 0;
    double sum = 0;
    double least = Double.POSITIVE_INFINITY;
    double greatest = Double.NEGATIVE_INFINITY;
    for (int row = 0; row < rows; row++) {
      cells.read(elements, (long) row * chunkWidth, columns, upper);
      for (int i = 0; i < columns; i++) {
        double value = upper[i];
        if (!Double.isNaN(value)) {
          count++;
          sum += value;
          least = Math.min(least, value);
          greatest = Math.max(greatest, value);
        }
      }
    }
    statistics.get().set(place.row(), place.column(), count, sum, least, greatest);
  }

  /** Calls with the halved cells, (rows + 1) / 2 by (columns + 1) / 2, valid during the call. */
  void halved(MemorySegment elements, int rows, int columns, Consumer<MemorySegment> sink) {
    int outColumns = (columns + 1) / 2;
    int outRows = (rows + 1) / 2;
    MemorySegment out = MemorySegment.ofArray(halved);
    for (int row = 0; row < outRows; row++) {
      cells.read(elements, 2L * row * chunkWidth, columns, upper);
      if (2 * row + 1 < rows) {
        cells.read(elements, (2L * row + 1) * chunkWidth, columns, lower);
      } else {
        Arrays.fill(lower, Double.NaN);
      }
      halving.rows(upper, lower, columns, half);
      cells.write(half, out, (long) row * outColumns, outColumns);
    }
    sink.accept(out.asSlice(0, (long) outRows * outColumns * elementSize));
  }
}
