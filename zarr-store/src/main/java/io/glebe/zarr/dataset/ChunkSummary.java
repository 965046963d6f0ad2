package io.glebe.zarr.dataset;

import io.glebe.zarr.dataset.layout.Cells;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.dataset.layout.SliceStatistics;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/** Derives the statistics and the overview cells of a complete chunk. */
final class ChunkSummary {
  private final Cells cells;
  private final OverviewRows overviewRows;
  private final int elementSize;
  private final int chunkWidth;
  private final double[] upper;
  private final double[] lower;
  private final double[] overviewRow;
  private final byte[] overview;
  private Optional<SliceStatistics> statistics = Optional.empty();

  ChunkSummary(Layer layer, int chunkHeight, int chunkWidth) {
    this.cells = new Cells(layer);
    this.overviewRows = new OverviewRows(layer.categorical());
    this.elementSize = layer.dataType().size();
    this.chunkWidth = chunkWidth;
    this.upper = new double[chunkWidth];
    this.lower = new double[chunkWidth];
    this.overviewRow = new double[(chunkWidth + 1) / 2];
    this.overview = new byte[(chunkHeight + 1) / 2 * overviewRow.length * elementSize];
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

  /**
   * Calls the consumer with the overview cells, (rows + 1) / 2 by (columns + 1) / 2, which are
   * valid during the call.
   */
  void overview(MemorySegment elements, int rows, int columns, Consumer<MemorySegment> sink) {
    int outColumns = (columns + 1) / 2;
    int outRows = (rows + 1) / 2;
    MemorySegment out = MemorySegment.ofArray(overview);
    for (int row = 0; row < outRows; row++) {
      cells.read(elements, 2L * row * chunkWidth, columns, upper);
      if (2 * row + 1 < rows) {
        cells.read(elements, (2L * row + 1) * chunkWidth, columns, lower);
      } else {
        Arrays.fill(lower, Double.NaN);
      }
      overviewRows.rows(upper, lower, columns, overviewRow);
      cells.write(overviewRow, out, (long) row * outColumns, outColumns);
    }
    sink.accept(out.asSlice(0, (long) outRows * outColumns * elementSize));
  }
}
