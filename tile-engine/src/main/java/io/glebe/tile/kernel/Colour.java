package io.glebe.tile.kernel;

/** From values to bytes of an image; byte 0 (or black) is kept for "no data". */
public final class Colour {
  /** Bytes beyond the last pixel that {@link #rgb} may scribble over in its target. */
  public static final int RGB_SLACK = 16;

  private Colour() {}

  /**
   * Palette entries: 1 for {@code stretch.low()} and below to 255 for {@code stretch.high()} and
   * above, linear and rounded between, 0 for NaN.
   *
   * @return true when at least one pixel is NaN
   */
  public static boolean index(float[] values, int count, Stretch stretch, byte[] out) {
    return Kernels.suited(count).index(values, count, stretch, out);
  }

  /**
   * Palette entries of classes: the value, cut to an integer, looks up its entry; 0 for NaN and for
   * values outside the table.
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
