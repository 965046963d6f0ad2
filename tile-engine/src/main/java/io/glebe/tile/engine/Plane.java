package io.glebe.tile.engine;

import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.kernel.Calibration;
import io.glebe.tile.kernel.Raster;
import io.glebe.tile.kernel.WindowCopy;
import io.glebe.tile.resample.PairRaster;
import io.glebe.zarr.chunk.ChunkLease;
import io.glebe.zarr.chunk.ChunkSource;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.Shape;
import java.lang.foreign.MemorySegment;

/**
 * One slice (an index on the first axis) of a three-dimensional array (slot, y, x), as values.
 *
 * @param calibration conversion from stored numbers to values
 */
public record Plane(ChunkSource chunks, long slot, Calibration calibration) {

  public DataType type() {
    return meta().dataType();
  }

  public int chunkWidth() {
    return Math.toIntExact(chunks.chunkShape().get(2));
  }

  public int chunkHeight() {
    return Math.toIntExact(chunks.chunkShape().get(1));
  }

  public long chunkId(int chunkColumn, int chunkRow) {
    return chunks.chunkId(slot / depth(), chunkRow, chunkColumn);
  }

  /** Pixels that a chunk covers, padding included. */
  public PixelWindow area(int chunkColumn, int chunkRow) {
    return new PixelWindow(
        chunkColumn * chunkWidth(), chunkRow * chunkHeight(), chunkWidth(), chunkHeight());
  }

  /**
   * Pins the chunk and decodes it on this thread if necessary; {@link #elements} gives the slice in
   * it.
   */
  public ChunkLease lease(int chunkColumn, int chunkRow) {
    return chunks.lease(chunkId(chunkColumn, chunkRow));
  }

  /** The elements of this slice in a leased chunk. The chunk must not be all fill value. */
  public MemorySegment elements(ChunkLease lease) {
    MemorySegment all = lease.data();
    long depth = depth();
    if (depth == 1) {
      return all;
    }
    long bytes = all.byteSize() / depth;
    return all.asSlice(slot % depth * bytes, bytes);
  }

  /** The value of pixels in a chunk that was never written; NaN for no data. */
  public float fill() {
    return calibration.value(meta().fillValue().asDouble(type()));
  }

  /** Copies the part of a chunk that the window of the raster needs. */
  public void gather(int chunkColumn, int chunkRow, Raster to) {
    PixelWindow area = area(chunkColumn, chunkRow);
    try (ChunkLease lease = lease(chunkColumn, chunkRow)) {
      if (lease.isFill()) {
        WindowCopy.fill(fill(), area, to);
      } else {
        WindowCopy.copy(elements(lease), type(), area, calibration, to);
      }
    }
  }

  /** As {@link #gather(int, int, Raster)}, but copies stored numbers. */
  public void gather(int chunkColumn, int chunkRow, PairRaster to) {
    PixelWindow area = area(chunkColumn, chunkRow);
    try (ChunkLease lease = lease(chunkColumn, chunkRow)) {
      if (lease.isFill()) {
        to.fill(meta().fillValue().asDouble(type()), area);
      } else {
        to.copy(elements(lease), area);
      }
    }
  }

  private ArrayMeta meta() {
    return chunks.meta();
  }

  private long depth() {
    Shape shape = chunks.chunkShape();
    return shape.get(0);
  }
}
