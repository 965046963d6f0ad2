package io.glebe.zarr.tiff;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reverses the differences between neighbours, and converts cells to little-endian order. {@code
 * stride} is the number of interleaved cells of a pixel.
 */
final class Predictor {
  private static final VarHandle SHORT = handle(short[].class);
  private static final VarHandle INT = handle(int[].class);
  private static final VarHandle LONG = handle(long[].class);

  private Predictor() {}

  private static VarHandle handle(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
  }

  /** Reverses the bytes of every cell. */
  static void swap(byte[] cells, int size) {
    for (int at = 0; size > 1 && at < cells.length; at += size) {
      for (int i = 0; i < size / 2; i++) {
        byte low = cells[at + i];
        cells[at + i] = cells[at + size - 1 - i];
        cells[at + size - 1 - i] = low;
      }
    }
  }

  /** Predictor 2: each cell is the difference to its left neighbour, modulo its width. */
  static void horizontal(byte[] cells, int rowBytes, int stride, int size) {
    int step = stride * size;
    for (int row = 0; row < cells.length; row += rowBytes) {
      for (int at = row + step; at < row + rowBytes; at += size) {
        switch (size) {
          case 1 -> cells[at] += cells[at - step];
          case 2 -> SHORT.set(cells, at, (short) (get16(cells, at) + get16(cells, at - step)));
          case 4 -> INT.set(cells, at, get32(cells, at) + get32(cells, at - step));
          default -> LONG.set(cells, at, get64(cells, at) + get64(cells, at - step));
        }
      }
    }
  }

  private static short get16(byte[] cells, int at) {
    return (short) SHORT.get(cells, at);
  }

  private static int get32(byte[] cells, int at) {
    return (int) INT.get(cells, at);
  }

  private static long get64(byte[] cells, int at) {
    return (long) LONG.get(cells, at);
  }

  /**
   * Predictor 3 (technical note 3): the bytes of a row are stored plane by plane, highest first, as
   * differences of bytes.
   */
  static void floating(byte[] cells, int rowBytes, int stride, int size) {
    byte[] planes = new byte[rowBytes];
    int count = rowBytes / size;
    for (int row = 0; row < cells.length; row += rowBytes) {
      for (int i = stride; i < rowBytes; i++) {
        cells[row + i] += cells[row + i - stride];
      }
      System.arraycopy(cells, row, planes, 0, rowBytes);
      for (int plane = 0; plane < size; plane++) {
        for (int i = 0; i < count; i++) {
          cells[row + i * size + size - 1 - plane] = planes[plane * count + i];
        }
      }
    }
  }
}
