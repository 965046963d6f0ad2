package io.glebe.tile.kernel;

import io.glebe.tile.grid.PixelWindow;
import java.util.Arrays;

/**
 * A window of one layer's level as floats, row by row, NaN for no data. The array grows to the
 * largest window and is reused. Belongs to one render thread.
 */
public final class Raster {
  private float[] values = new float[0];
  private PixelWindow window = new PixelWindow(0, 0, 1, 1);

  /**
   * Sets another window. The values still hold old content, so write all of them or call {@link
   * #clear}.
   *
   * @throws IllegalArgumentException when the window has more pixels than an array can hold
   */
  public Raster reset(PixelWindow window) {
    if (window.pixels() > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException("a window of " + window.pixels() + " pixels is too large");
    }
    if (values.length < window.pixels()) {
      values = new float[(int) window.pixels()];
    }
    this.window = window;
    return this;
  }

  /** Sets every pixel to NaN. */
  public void clear() {
    Arrays.fill(values, 0, width() * height(), Float.NaN);
  }

  /** The pixels: the first {@code width() * height()} elements. */
  public float[] values() {
    return values;
  }

  public PixelWindow window() {
    return window;
  }

  public int width() {
    return window.width();
  }

  public int height() {
    return window.height();
  }
}
