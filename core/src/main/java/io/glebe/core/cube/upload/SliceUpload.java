package io.glebe.core.cube.upload;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.zarr.dataset.Dataset;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.GridSpec;
import io.glebe.zarr.dataset.Layer;
import io.glebe.zarr.dataset.SliceWriter;
import io.glebe.zarr.dataset.Transaction;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.time.Instant;

/**
 * Writes the cells of one body as slices of a layer, all or none: {@code SliceUpload.write(dataset,
 * layer, spec, body)}. Blocking; for a virtual thread.
 */
public final class SliceUpload {
  /** Most bytes of a body in memory at once. */
  private static final int STRIP_BYTES = 4 << 20;

  private SliceUpload() {}

  /** Writes and commits; any failure leaves the dataset as it was. */
  public static DatasetSnapshot write(
      Dataset dataset, Layer layer, UploadSpec spec, InputStream body) throws IOException {
    UploadSpec.Patch patch = patch(dataset.grid(), spec);
    CellStream cells = CellStream.open(body, spec, layer.dataType(), patch.width(), patch.height());
    try (Transaction transaction = dataset.begin()) {
      for (Instant instant : spec.instants()) {
        SliceWriter writer =
            spec.window().isPresent()
                ? transaction.update(layer.name(), instant)
                : transaction.slice(layer.name(), instant);
        copy(cells, writer, patch, layer.dataType().size());
      }
      cells.end();
      return transaction.commit();
    }
  }

  private static void copy(CellStream cells, SliceWriter writer, UploadSpec.Patch patch, int size)
      throws IOException {
    int rowBytes = Math.multiplyExact(patch.width(), size);
    int rows = Math.clamp(STRIP_BYTES / rowBytes, 1, patch.height());
    byte[] strip = new byte[Math.multiplyExact(rows, rowBytes)];
    for (int row = 0; row < patch.height(); row += rows) {
      int count = Math.min(rows, patch.height() - row);
      cells.read(strip, count * rowBytes);
      writer.write(
          patch.row() + row,
          patch.column(),
          count,
          patch.width(),
          MemorySegment.ofArray(strip).asSlice(0, (long) count * rowBytes));
    }
  }

  private static UploadSpec.Patch patch(GridSpec grid, UploadSpec spec) {
    UploadSpec.Patch patch =
        spec.window().orElse(new UploadSpec.Patch(0, 0, grid.width(), grid.height()));
    boolean inside =
        patch.column() >= 0
            && patch.row() >= 0
            && patch.width() > 0
            && patch.height() > 0
            && (long) patch.column() + patch.width() <= grid.width()
            && (long) patch.row() + patch.height() <= grid.height();
    if (!inside) {
      throw Problem.invalid(
          Violation.parameter(
              "window",
              "window",
              "window is column,row,width,height inside the grid of "
                  + grid.width()
                  + " x "
                  + grid.height()
                  + " cells"));
    }
    return patch;
  }
}
