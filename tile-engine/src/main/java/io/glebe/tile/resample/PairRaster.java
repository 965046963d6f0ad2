package io.glebe.tile.resample;

import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.kernel.Calibration;
import io.glebe.tile.kernel.VectorWindow;
import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A window of one layer's level as stored numbers of 8 or 16 bits. Each pixel is packed with its
 * right neighbour into one int, so that a bilinear filter reads two ints per position instead of
 * four floats, and calibrates in registers. The arrays grow to the largest window and are reused.
 * Belongs to one render thread.
 *
 * <pre>{@code
 * raster.reset(window, type, calibration);
 * raster.copy(chunk, area);   // for each chunk that the window touches, or fill
 * raster.pack();
 * }</pre>
 */
public final class PairRaster {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Unsigned numbers are stored minus 32768, as signed ones. */
  private static final int FLIP = 0x8000;

  /** Elements after the window that whole vectors may read and write. */
  private static final int SLACK = 64;

  private short[] stored = new short[0];
  private int[] pairs = new int[0];
  private PixelWindow window = new PixelWindow(0, 0, 1, 1);
  private DataType type = DataType.INT16;
  private Calibration calibration = Calibration.NONE;

  /** Whether elements of this type are supported. */
  public static boolean holds(DataType type) {
    return switch (type) {
      case INT8, UINT8, INT16, UINT16 -> true;
      default -> false;
    };
  }

  /**
   * Sets another window. Its pixels are undefined until all are copied or filled and {@link #pack}
   * is called.
   *
   * @throws IllegalArgumentException for an unsupported type, or a window larger than an array
   */
  public PairRaster reset(PixelWindow window, DataType type, Calibration calibration) {
    if (!holds(type)) {
      throw new IllegalArgumentException("no pairs of " + type);
    }
    int pixels = Math.toIntExact(window.pixels() + SLACK);
    if (stored.length < pixels) {
      stored = new short[pixels];
      pairs = new int[pixels];
    }
    this.window = window;
    this.type = type;
    this.calibration = calibration;
    return this;
  }

  /**
   * Copies the part of a decoded chunk that the window needs.
   *
   * @param chunk the chunk's two-dimensional slice, C order, little-endian
   * @param area the pixels of the level that the chunk covers, padding included
   */
  public void copy(MemorySegment chunk, PixelWindow area) {
    PixelWindow both = area.meet(window).orElse(null);
    for (int row = 0; both != null && row < both.height(); row++) {
      long element =
          (long) (both.row() + row - area.row()) * area.width() + both.column() - area.column();
      int at = place(both, row);
      if (type.size() == Short.BYTES) {
        MemorySegment.copy(chunk, SHORT, 2 * element, stored, at, both.width());
      } else {
        widen(chunk, element, at, both.width());
      }
    }
  }

  private void widen(MemorySegment chunk, long element, int at, int count) {
    int mask = type == DataType.UINT8 ? 0xff : -1;
    for (int i = 0; i < count; i++) {
      stored[at + i] = (short) (chunk.get(ValueLayout.JAVA_BYTE, element + i) & mask);
    }
  }

  /**
   * Writes one stored number, such as the fill value of a missing chunk, where area and window
   * overlap.
   */
  public void fill(double number, PixelWindow area) {
    PixelWindow both = area.meet(window).orElse(null);
    for (int row = 0; both != null && row < both.height(); row++) {
      int at = place(both, row);
      Arrays.fill(stored, at, at + both.width(), (short) (int) number);
    }
  }

  private int place(PixelWindow part, int row) {
    return (part.row() + row - window.row()) * window.width() + part.column() - window.column();
  }

  /** Builds the pairs. The neighbour of the last column is undefined. */
  public void pack() {
    VectorPairs.pack(stored, pairs, (int) window.pixels(), bias() != 0 ? FLIP << 16 | FLIP : 0);
  }

  /** The pairs: the left pixel in the low half, its right neighbour in the high half. */
  int[] pairs() {
    return pairs;
  }

  /** Offset from a signed half to the stored number. */
  int bias() {
    return type == DataType.UINT16 ? FLIP : 0;
  }

  /** The signed half that means "no data", or an int that no half equals. */
  int missing() {
    return VectorWindow.missing(calibration) - bias();
  }

  /** Number of pixels that fit without growing. */
  public int capacity() {
    return stored.length;
  }

  Calibration calibration() {
    return calibration;
  }

  int width() {
    return window.width();
  }

  PixelWindow window() {
    return window;
  }
}
