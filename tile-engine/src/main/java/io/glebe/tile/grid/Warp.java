package io.glebe.tile.grid;

import java.util.Optional;

/**
 * Maps the pixels of a target to positions in a source raster. The plan creates it and the kernels
 * read it.
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
   * source; empty when the target lies completely outside.
   */
  Optional<PixelWindow> window(int margin);

  /**
   * Source pixels per target pixel across, in the middle of the shared area; above 1 the image
   * shrinks.
   */
  double scaleX();

  /** Source pixels per target pixel down. */
  double scaleY();

  /**
   * The source position of a target pixel's centre: column to {@code out[0]}, row to {@code
   * out[1]}; NaN where the warp has no position.
   */
  void position(int column, int row, double[] out);

  /**
   * Chooses the form: tables per row and column where the axes are independent, else a control
   * grid.
   *
   * @throws WarpLimitException when the source is so much finer than the target that an exact warp
   *     needs too many points
   */
  static Warp between(RasterGrid source, RasterGrid target) {
    return SeparableWarp.applies(source.projection(), target.projection())
        ? SeparableWarp.of(source, target)
        : ControlGrid.of(source, target);
  }
}
