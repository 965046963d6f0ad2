package io.glebe.zarr.tiff;

import io.glebe.zarr.meta.DataType;
import java.util.Optional;
import java.util.OptionalDouble;

/** The storage layout of an image's cells, completely checked before any cell is read. */
final class TiffLayout {
  /** Maximum number of columns or rows, the same as for a cube's grid. */
  static final int MAX_SIDE = 1 << 20;

  private static final int MAX_BANDS = 4096;
  private static final int MAX_TEXT = 64;

  final TiffBytes bytes;
  final TiffDirectory directory;
  final int width;
  final int height;
  final int bands;
  final DataType type;
  final boolean tiled;

  /** Whether each band has its own blocks. */
  final boolean planar;

  final int blockWidth;
  final int blockHeight;
  final int across;
  final int down;
  final TiffCompression compression;
  final int predictor;

  TiffLayout(TiffBytes bytes, TiffDirectory directory) {
    this.bytes = bytes;
    this.directory = directory;
    this.width = side(TiffTag.IMAGE_WIDTH, "width");
    this.height = side(TiffTag.IMAGE_LENGTH, "height");
    this.bands = bounded(TiffTag.SAMPLES_PER_PIXEL, 1, 1, MAX_BANDS, "number of bands");
    this.type = type();
    this.planar = bounded(TiffTag.PLANAR_CONFIGURATION, 1, 1, 2, "planar configuration") == 2;
    this.tiled = directory.has(TiffTag.TILE_WIDTH);
    this.blockWidth = tiled ? side(TiffTag.TILE_WIDTH, "tile width") : width;
    this.blockHeight = tiled ? side(TiffTag.TILE_LENGTH, "tile height") : rowsPerStrip();
    this.across = Math.ceilDiv(width, blockWidth);
    this.down = Math.ceilDiv(height, blockHeight);
    this.compression = TiffCompression.of(directory.first(TiffTag.COMPRESSION, 1));
    this.predictor = predictor();
    only(TiffTag.FILL_ORDER, "order of bits");
    only(TiffTag.ORIENTATION, "orientation");
    blocks();
  }

  /** Number of interleaved cells of a pixel. */
  int interleaved() {
    return planar ? 1 : bands;
  }

  /** Number of stored rows of a block: the last strip ends with the image, tiles are complete. */
  int storedRows(int blockRow) {
    return tiled ? blockHeight : Math.min(blockHeight, height - blockRow * blockHeight);
  }

  /** Bytes of a decoded block. */
  long blockBytes(int blockRow) {
    return (long) blockWidth * storedRows(blockRow) * interleaved() * type.size();
  }

  long block(int band, int blockRow, int blockColumn) {
    long plane = planar ? (long) band * across * down : 0;
    return plane + (long) blockRow * across + blockColumn;
  }

  long offset(long block) {
    return directory.whole(tiled ? TiffTag.TILE_OFFSETS : TiffTag.STRIP_OFFSETS, block);
  }

  long bytes(long block) {
    int tag = tiled ? TiffTag.TILE_BYTE_COUNTS : TiffTag.STRIP_BYTE_COUNTS;
    return directory.whole(tag, block);
  }

  /** The number for "no value" in GDAL's tag; empty when no cell can hold it. */
  OptionalDouble nodata() {
    Optional<String> text = directory.text(TiffTag.GDAL_NODATA, MAX_TEXT);
    if (text.isEmpty() || text.get().isEmpty()) {
      return OptionalDouble.empty();
    }
    double value;
    try {
      value =
          text.get().equalsIgnoreCase("nan") ? Double.NaN : Double.parseDouble(text.get().strip());
    } catch (NumberFormatException e) {
      throw new TiffException("its nodata value is no number: " + text.get());
    }
    return OptionalDouble.of(type == DataType.FLOAT32 ? (float) value : value);
  }

  private int side(int tag, String what) {
    if (!directory.has(tag)) {
      throw new TiffException("its " + what + " is missing");
    }
    return bounded(tag, 1, 1, MAX_SIDE, what);
  }

  private int bounded(int tag, long absent, int min, int max, String what) {
    long value = directory.first(tag, absent);
    if (value < min || value > max) {
      throw new TiffException(
          "its " + what + " is " + value + ", which must be " + min + " to " + max);
    }
    return (int) value;
  }

  private int rowsPerStrip() {
    long rows = directory.first(TiffTag.ROWS_PER_STRIP, height);
    if (rows < 1) {
      throw new TiffException("its strips have no rows");
    }
    return (int) Math.min(rows, height);
  }

  private void only(int tag, String what) {
    long value = directory.first(tag, 1);
    if (value != 1) {
      throw new TiffException("its " + what + " (" + value + ") is not supported, only 1");
    }
  }

  private DataType type() {
    long bits = same(TiffTag.BITS_PER_SAMPLE, 1);
    long format = same(TiffTag.SAMPLE_FORMAT, 1);
    String kind =
        switch ((int) Math.min(format, 7)) {
          case 1, 4 -> "uint";
          case 2 -> "int";
          case 3 -> "float";
          default -> throw new TiffException("its cells are complex numbers (or unknown)");
        };
    for (DataType one : DataType.values()) {
      if (one.v3Name().equals(kind + bits)) {
        return one;
      }
    }
    throw new TiffException("its cells are of " + kind + " with " + bits + " bits");
  }

  /** The value of a tag, which must be the same for all bands. */
  private long same(int tag, long absent) {
    long count = directory.count(tag);
    long first = directory.first(tag, absent);
    for (int i = 1; i < Math.min(count, bands); i++) {
      if (directory.whole(tag, i) != first) {
        throw new TiffException("its bands are of different types");
      }
    }
    return first;
  }

  private int predictor() {
    int value = bounded(TiffTag.PREDICTOR, 1, 1, 3, "predictor");
    boolean ignored =
        compression == TiffCompression.NONE || compression == TiffCompression.PACKBITS;
    if (value == 3 && !type.isFloat()) {
      throw new TiffException("its predictor 3 needs floating point cells");
    }
    return ignored ? 1 : value;
  }

  private void blocks() {
    long expected = (long) across * down * (planar ? bands : 1);
    long offsets = directory.count(tiled ? TiffTag.TILE_OFFSETS : TiffTag.STRIP_OFFSETS);
    long counts = directory.count(tiled ? TiffTag.TILE_BYTE_COUNTS : TiffTag.STRIP_BYTE_COUNTS);
    if (offsets != expected || counts != expected) {
      throw new TiffException(
          "its size needs "
              + expected
              + " blocks, but there are "
              + offsets
              + " offsets and "
              + counts
              + " lengths");
    }
    if (compression != TiffCompression.NONE && blockBytes(0) > TiffImage.MAX_BLOCK_BYTES) {
      throw new TiffException(
          "its compressed blocks have "
              + blockBytes(0)
              + " bytes, at most "
              + TiffImage.MAX_BLOCK_BYTES
              + " are read; write it in tiles (gdal_translate -co TILED=YES)");
    }
  }
}
