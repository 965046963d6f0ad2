package io.glebe.tile.grid;

import java.util.Optional;

/**
 * Where in a source raster the pixels of a target lie; made by the plan, read by the kernels.
 *
 * <pre>{@code
 * Warp warp = Warp.between(level, RasterGrid.of(WEB_MERCATOR_QUAD, tile, 256));
 * Optional<PixelWindow> needed = warp.window(Resampling.BILINEAR.margin());
 * }</pre>
 */
public sealed interface Warp permits SeparableWarp, ControlGrid {
  /** The largest error of a position, source pixels. */
  double TOLERANCE = 0.125;

  /** Width of the target, pixels. */
  int width();

  /** Height of the target, pixels. */
  int height();

  /**
   * The source pixels that the target touches, grown by a kernel's margin and clipped to the
   * source; empty when the target lies wholly outside.
   */
  Optional<PixelWindow> window(int margin);

  /** Source pixels per target pixel across, in the middle of what is inside; above 1 it shrinks. */
  double scaleX();

  /** Source pixels per target pixel down. */
  double scaleY();

  /**
   * The source position of a target pixel's centre: column to {@code out[0]}, row to {@code
   * out[1]}; NaN where the warp has nothing.
   */
  void position(int column, int row, double[] out);

  /**
   * Chooses the form: tables per row and column where the two axes stay apart, else a control grid.
   *
   * @throws WarpLimitException when the source is so much finer than the target that an exact warp
   *     is out of proportion
   */
  static Warp between(RasterGrid source, RasterGrid target) {
    return SeparableWarp.applies(source.projection(), target.projection())
        ? SeparableWarp.of(source, target)
        : ControlGrid.of(source, target);
  }
}
