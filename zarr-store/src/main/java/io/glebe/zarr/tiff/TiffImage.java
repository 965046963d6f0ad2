package io.glebe.zarr.tiff;

import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.FillValue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/** The cells of a TIFF file at full resolution, read window by window. */
public final class TiffImage {
  /** Maximum size of a decoded block. */
  public static final int MAX_BLOCK_BYTES = 32 << 20;

  /** Size of the cache of decoded blocks. */
  public static final int CACHE_BYTES = 32 << 20;

  private final TiffLayout layout;
  private final Optional<Georeference> georeference;
  private final OptionalDouble nodata;
  private final Map<Long, byte[]> kept = new LinkedHashMap<>(16, 0.75f, true);
  private long keptBytes;

  TiffImage(TiffLayout layout) {
    this.layout = layout;
    this.georeference = Georeference.of(layout.directory);
    this.nodata = layout.nodata();
  }

  public int width() {
    return layout.width;
  }

  public int height() {
    return layout.height;
  }

  public int bands() {
    return layout.bands;
  }

  public DataType type() {
    return layout.type;
  }

  /** The number for "no value"; NaN also means "no value". */
  public OptionalDouble nodata() {
    return nodata;
  }

  /** The position of the cells; empty for an image without a position. */
  public Optional<Georeference> georeference() {
    return georeference;
  }

  /**
   * Reads a window of a band.
   *
   * @param band counted from 0
   * @param out {@code width * height} cells of {@link #type}, C order, little-endian
   * @throws TiffException when a block is damaged
   */
  public void read(int band, int column, int row, int width, int height, byte[] out) {
    Objects.checkIndex(band, layout.bands);
    Objects.checkFromIndexSize(column, width, layout.width);
    Objects.checkFromIndexSize(row, height, layout.height);
    int cells = Math.multiplyExact(width, height);
    Objects.checkFromIndexSize(0, Math.multiplyExact(cells, type().size()), out.length);
    for (int y = row / layout.blockHeight; y * layout.blockHeight < row + height; y++) {
      for (int x = column / layout.blockWidth; x * layout.blockWidth < column + width; x++) {
        int left = Math.max(column, x * layout.blockWidth);
        int top = Math.max(row, y * layout.blockHeight);
        int right = Math.min(column + width, (x + 1) * layout.blockWidth);
        int bottom = Math.min(row + height, (y + 1) * layout.blockHeight);
        Optional<MemorySegment> block = block(band, y, x);
        for (int r = top; r < bottom; r++) {
          int cell =
              (r - y * layout.blockHeight) * layout.blockWidth + left - x * layout.blockWidth;
          int to = (r - row) * width + left - column;
          if (block.isPresent()) {
            copy(block.get(), band, cell, right - left, out, to);
          } else {
            fill(out, to, right - left);
          }
        }
      }
    }
  }

  private void copy(MemorySegment block, int band, int cell, int count, byte[] out, int to) {
    int size = type().size();
    int interleaved = layout.interleaved();
    long from = ((long) cell * interleaved + (layout.planar ? 0 : band)) * size;
    if (from + ((long) (count - 1) * interleaved + 1) * size > block.byteSize()) {
      throw new TiffException("a block is damaged: it ends early");
    }
    if (interleaved == 1) {
      MemorySegment.copy(block, ValueLayout.JAVA_BYTE, from, out, to * size, count * size);
    } else {
      for (int i = 0; i < count; i++) {
        long at = from + (long) i * interleaved * size;
        MemorySegment.copy(block, ValueLayout.JAVA_BYTE, at, out, (to + i) * size, size);
      }
    }
    if (layout.compression == TiffCompression.NONE && layout.bytes.bigEndian()) {
      swap(out, to * size, count, size);
    }
  }

  private static void swap(byte[] out, int from, int count, int size) {
    for (int at = from; at < from + count * size; at += size) {
      for (int i = 0; i < size / 2; i++) {
        byte low = out[at + i];
        out[at + i] = out[at + size - 1 - i];
        out[at + size - 1 - i] = low;
      }
    }
  }

  /**
   * A block, decoded or (uncompressed) in the file's bytes and byte order; empty when a sparse file
   * leaves it out.
   */
  private Optional<MemorySegment> block(int band, int blockRow, int blockColumn) {
    long index = layout.block(band, blockRow, blockColumn);
    long offset = layout.offset(index);
    long bytes = layout.bytes(index);
    if (offset == 0 || bytes == 0) {
      return Optional.empty();
    }
    if (layout.compression == TiffCompression.NONE) {
      return Optional.of(layout.bytes.slice(offset, bytes));
    }
    byte[] known = kept.get(index);
    if (known == null) {
      known = decoded(offset, bytes, blockRow);
      keep(index, known);
    }
    return Optional.of(MemorySegment.ofArray(known));
  }

  private void keep(long index, byte[] block) {
    Iterator<byte[]> eldest = kept.values().iterator();
    while (keptBytes + block.length > CACHE_BYTES && eldest.hasNext()) {
      keptBytes -= eldest.next().length;
      eldest.remove();
    }
    kept.put(index, block);
    keptBytes += block.length;
  }

  /** The value of missing blocks, as in GDAL: the nodata value, else zero. */
  private void fill(byte[] out, int to, int count) {
    int size = type().size();
    long bits = FillValue.of(type(), nodata.orElse(0)).bits();
    for (int at = to * size; at < (to + count) * size; at++) {
      out[at] = (byte) (bits >>> 8 * (at % size));
    }
  }

  private byte[] decoded(long offset, long bytes, int blockRow) {
    if (bytes > 2L * MAX_BLOCK_BYTES) {
      throw new TiffException("a compressed block has " + bytes + " bytes");
    }
    MemorySegment in = layout.bytes.slice(offset, bytes);
    byte[] cells = new byte[(int) layout.blockBytes(blockRow)];
    layout.compression.decode(in, cells);
    int size = type().size();
    int interleaved = layout.interleaved();
    int rowBytes = layout.blockWidth * interleaved * size;
    if (layout.predictor == 3) {
      Predictor.floating(cells, rowBytes, interleaved, size);
      return cells;
    }
    if (layout.bytes.bigEndian()) {
      Predictor.swap(cells, size);
    }
    if (layout.predictor == 2) {
      Predictor.horizontal(cells, rowBytes, interleaved, size);
    }
    return cells;
  }
}
