package io.glebe.tile.kernel;

import io.glebe.tile.grid.ControlGrid;
import io.glebe.tile.grid.SeparableWarp;
import io.glebe.tile.grid.Warp;
import java.util.Arrays;

/**
 * Fills a target's pixels from a source window through a warp. Owns scratch: one per render thread.
 *
 * <pre>{@code
 * resampler.resample(Resampling.BILINEAR, raster, warp, out); // out: warp.width() * warp.height()
 * }</pre>
 *
 * Target pixels whose centre lies outside the window become NaN; so do, with every method but the
 * average, those whose nearest source pixel is NaN. Other missing neighbours are left out.
 */
public final class Resampler {
  private final Taps taps = new Taps();
  private final PatchResampler patches = new PatchResampler(taps);
  private final TableResampler tables = new TableResampler(taps);
  private final BoxAverage boxes = new BoxAverage();

  /**
   * @param source the window of {@link Warp#window} for the same method
   * @param out at least {@code warp.width() * warp.height()} floats, all of which are written
   */
  public void resample(Resampling method, Raster source, Warp warp, float[] out) {
    int pixels = warp.width() * warp.height();
    Kernels kernels = Kernels.suited(pixels);
    resample(kernels, method, source, warp, out);
  }

  /** With a given form of the kernels; both give the same pixels. */
  void resample(Kernels kernels, Resampling method, Raster source, Warp warp, float[] out) {
    if (warp instanceof ControlGrid) {
      Arrays.fill(out, 0, warp.width() * warp.height(), Float.NaN);
    }
    taps.reserve(Math.max(warp.width(), Taps.BLOCK_ROWS * ControlGrid.STEP));
    switch (warp) {
      case ControlGrid grid when method == Resampling.AVERAGE -> boxes.resample(source, grid, out);
      case SeparableWarp table when method == Resampling.AVERAGE ->
          boxes.resample(source, table, out);
      case ControlGrid grid -> patches.resample(kernels, method, source, grid, out);
      case SeparableWarp table -> tables.resample(kernels, method, source, table, out);
    }
  }
}
