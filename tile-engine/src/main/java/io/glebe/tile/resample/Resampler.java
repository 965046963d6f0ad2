package io.glebe.tile.resample;

import io.glebe.tile.grid.ControlGrid;
import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.grid.SeparableWarp;
import io.glebe.tile.grid.Warp;
import io.glebe.tile.kernel.Kernels;
import io.glebe.tile.kernel.Raster;
import io.glebe.tile.kernel.VectorKernels;
import java.util.Arrays;

/**
 * Fills a target's pixels from a source window through a warp. Owns scratch memory: use one per
 * render thread.
 *
 * <pre>{@code
 * resampler.resample(Resampling.BILINEAR, raster, warp, out); // out: warp.width() * warp.height()
 * }</pre>
 *
 * Target pixels whose centre lies outside the window become NaN. With every method except the
 * average, target pixels whose nearest source pixel is NaN become NaN as well. Other missing
 * neighbours are left out.
 */
public final class Resampler {
  private final Taps taps = new Taps();
  private final PatchResampler patches = new PatchResampler(taps);
  private final RowResampler rows = new RowResampler(taps);
  private final TableResampler tables = new TableResampler(taps);
  private final BoxAverage boxes = new BoxAverage();

  /**
   * @param source the window of {@link Warp#window} for the same method
   * @param out at least {@code warp.width() * warp.height()} floats; all of them are written
   */
  public void resample(Resampling method, Raster source, Warp warp, float[] out) {
    int pixels = warp.width() * warp.height();
    Kernels kernels = Kernels.suited(pixels);
    resample(kernels, method, source, warp, out);
  }

  /**
   * Whether {@link #bilinear} supports this window: the JVM has vectors, and the target is away
   * from the edge of the data.
   */
  public static boolean suitsPairs(Warp warp, PixelWindow window) {
    return Kernels.suited((long) warp.width() * warp.height()) instanceof VectorKernels
        && warp instanceof ControlGrid grid
        && RowResampler.suits(Resampling.BILINEAR, grid, window);
  }

  /**
   * The bilinear method for several layers of small integers at once, with the same pixels as
   * {@link #resample}. Requires {@link #suitsPairs}.
   *
   * @param sources the same window of each layer; the first {@code count} are drawn
   * @param out for each source at least {@code warp.width() * warp.height()} floats
   */
  public void bilinear(PairRaster[] sources, int count, Warp warp, float[][] out) {
    rows.bilinear(sources, count, (ControlGrid) warp, out);
  }

  /**
   * As {@link #resample(Resampling, Raster, Warp, float[])} with a given form of the kernels; both
   * forms give the same pixels.
   */
  public void resample(Kernels kernels, Resampling method, Raster source, Warp warp, float[] out) {
    switch (warp) {
      case ControlGrid grid -> resample(kernels, method, source, grid, out);
      case SeparableWarp table when method == Resampling.AVERAGE ->
          boxes.resample(source, table, out);
      case SeparableWarp table -> tables.resample(kernels, method, source, table, out);
    }
  }

  private void resample(
      Kernels kernels, Resampling method, Raster source, ControlGrid grid, float[] out) {
    if (method != Resampling.AVERAGE
        && kernels instanceof VectorKernels
        && RowResampler.suits(method, grid, source.window())) {
      rows.resample(method, source, grid, out);
      return;
    }
    Arrays.fill(out, 0, grid.width() * grid.height(), Float.NaN);
    if (method == Resampling.AVERAGE) {
      boxes.resample(source, grid, out);
    } else {
      patches.resample(kernels, method, source, grid, out);
    }
  }
}
