package io.glebe.core.cube.layer;

import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.BackgroundThreads;
import io.glebe.zarr.array.ZarrArray;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.OptionalInt;

/**
 * A slice of a layer as a NumPy {@code .npy} file (version 1.0): the stored numbers in full
 * resolution, little-endian, axes y and x. Memory holds one strip of rows.
 */
public final class SliceFile {
  /** The media type. */
  public static final String NPY = "application/x-npy";

  private static final int STRIP_BYTES = 2 << 20;

  /** Magic, version, header and padding together are a multiple of this. */
  private static final int ALIGNMENT = 64;

  private static final int PREFIX = 10;

  private final Layer layer;
  private final GridSpec grid;
  private final ZarrArray array;
  private final int slot;

  private SliceFile(Layer layer, GridSpec grid, ZarrArray array, int slot) {
    this.layer = layer;
    this.grid = grid;
    this.array = array;
    this.slot = slot;
  }

  /** Returns the slice of exactly this instant; 404 when it does not exist. */
  public static SliceFile of(DatasetSnapshot snapshot, String name, Instant instant) {
    Layer layer = Cube.layer(snapshot, name);
    OptionalInt slot = snapshot.slot(name, instant);
    if (slot.isEmpty()) {
      throw Problem.notFound("layer '" + name + "' has no slice of " + instant);
    }
    return new SliceFile(layer, snapshot.grid(), snapshot.array(name, 0), slot.getAsInt());
  }

  /** The data of a slot never changes, so the slot identifies the bytes. */
  public String etag() {
    return "\"" + Integer.toHexString(array.path().hashCode()) + "-" + slot + "\"";
  }

  /** Bytes of heap that {@link #write} uses. */
  public long memory() {
    return (long) rows() * rowBytes();
  }

  private int rowBytes() {
    return Math.multiplyExact(grid.width(), layer.dataType().size());
  }

  /** Rows that are read at a time. */
  private int rows() {
    return Math.clamp(STRIP_BYTES / rowBytes(), 1, grid.height());
  }

  /**
   * Writes the file; blocks on the store and on the reader.
   *
   * @param threads read and decode the cells
   */
  public void write(OutputStream out, BackgroundThreads threads) throws IOException {
    out.write(header());
    int rowBytes = rowBytes();
    int rows = rows();
    byte[] strip = new byte[Math.multiplyExact(rows, rowBytes)];
    for (int row = 0; row < grid.height(); row += rows) {
      int count = Math.min(rows, grid.height() - row);
      long[] from = {slot, row, 0};
      MemorySegment cells = MemorySegment.ofArray(strip).asSlice(0, (long) count * rowBytes);
      threads.run(() -> array.readWindow(from, new int[] {1, count, grid.width()}, cells));
      out.write(strip, 0, count * rowBytes);
    }
  }

  private byte[] header() {
    String text =
        "{'descr': '%s', 'fortran_order': False, 'shape': (%d, %d), }"
            .formatted(layer.dataType().v2Name(false), grid.height(), grid.width());
    int length = text.length() + 1;
    int padding = -Math.floorMod(PREFIX + length, -ALIGNMENT);
    byte[] line = (text + " ".repeat(padding) + "\n").getBytes(StandardCharsets.US_ASCII);
    byte[] header = new byte[PREFIX + line.length];
    System.arraycopy(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0}, 0, header, 0, 8);
    header[8] = (byte) line.length;
    header[9] = (byte) (line.length >> 8);
    System.arraycopy(line, 0, header, PREFIX, line.length);
    return header;
  }
}
