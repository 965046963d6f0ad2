package io.glebe.core.cube.upload;

import io.glebe.zarr.dataset.SliceWriter;
import io.glebe.zarr.meta.DataType;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.util.List;

/** Raw or {@code .npy} cells of the layer's own type, which are only checked and not converted. */
final class CellSlices implements SliceSource {
  /** Maximum bytes of a body in memory at once. */
  static final int STRIP_BYTES = 4 << 20;

  private final CellStream cells;
  private final UploadSpec.Patch patch;
  private final DataType type;
  private final boolean window;

  CellSlices(CellStream cells, UploadSpec.Patch patch, DataType type, boolean window) {
    this.cells = cells;
    this.patch = patch;
    this.type = type;
    this.window = window;
  }

  @Override
  public int slices() {
    return cells.slices();
  }

  @Override
  public void write(List<Instant> instants, Target target) throws IOException {
    cells.expect(instants.size());
    for (Instant instant : instants) {
      copy(target.begin(instant, window));
      target.wrote();
    }
    cells.end();
  }

  private void copy(SliceWriter writer) throws IOException {
    int rowBytes = Math.multiplyExact(patch.width(), type.size());
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
}
