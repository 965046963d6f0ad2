package io.glebe.tile.kernel;

/** Converts values to bytes of an image. Byte 0 (or black) is reserved for "no data". */
public final class Colour {
  /** Bytes after the last pixel that {@link #rgb} may overwrite in its target. */
  public static final int RGB_SLACK = 16;

  private Colour() {}

  /**
   * Palette entries: 1 for {@code stretch.low()} and lower values, 255 for {@code stretch.high()}
   * and higher values, linear and rounded between them, 0 for NaN.
   *
   * @return true when at least one pixel is NaN
   */
  public static boolean index(float[] values, int count, Stretch stretch, byte[] out) {
    return Kernels.suited(count).index(values, count, stretch, out);
  }

  /**
   * Palette entries of classes: the value, truncated to an integer, is the index of its entry; 0
   * for NaN and for values outside the table.
   */
  public static void classes(float[] values, int count, byte[] entries, byte[] out) {
    for (int i = 0; i < count; i++) {
      float value = values[i];
      boolean known = value > -1 && value < entries.length;
      out[i] = known ? entries[(int) value] : 0;
    }
  }

  /**
   * Three bytes per pixel, each band stretched to 1..255; black (0, 0, 0) where a band is NaN.
   *
   * @param bands red, green, blue
   * @param stretches one for each band
   * @param out at least {@code 3 * count} bytes; {@link #RGB_SLACK} more make it faster
   * @return true when at least one pixel is black
   */
  public static boolean rgb(float[][] bands, int count, Stretch[] stretches, byte[] out) {
    return Kernels.suited(count).rgb(bands, count, stretches, out);
  }

  /** Four bytes per pixel: as {@link #rgb} with alpha 255, or all zero where a band is NaN. */
  public static boolean rgba(float[][] bands, int count, Stretch[] stretches, byte[] out) {
    return Kernels.suited(count).rgba(bands, count, stretches, out);
  }

  /** Grey levels: as {@link #index}. */
  public static boolean grey(float[] values, int count, Stretch stretch, byte[] out) {
    return index(values, count, stretch, out);
  }
}
