package io.glebe.tile.engine;

import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.grid.WarpLimitException;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.plan.OverBudgetException;
import io.glebe.tile.plan.RasterPlan;
import java.util.Optional;

/**
 * The cells of the base level that an image uses, so that its key changes with these cells only and
 * not with their neighbours. Planned only for slices with parts of different age.
 *
 * @param all true when the cells are not known; every change then counts
 */
record SourceWindow(boolean all, int row, int column, int height, int width) {
  private static final SourceWindow ALL = new SourceWindow(true, 0, 0, 0, 0);
  private static final SourceWindow NOTHING = new SourceWindow(false, 0, 0, 0, 0);

  static SourceWindow of(TileRequest request) {
    if (request.slices().stream().allMatch(slice -> slice.origins().isEmpty())) {
      return ALL;
    }
    try {
      return RasterPlan.of(
              request.cube(),
              request.target(),
              request.resampling(),
              request.slices().size(),
              request.bytesPerPixel(),
              Budget.IMAGE)
          .map(SourceWindow::base)
          .orElse(NOTHING);
    } catch (OverBudgetException | WarpLimitException refused) {
      return ALL;
    }
  }

  /** The identity of the slice's data in these cells. */
  String identity(LayerSlice slice) {
    Optional<LayerSlice.Origins> origins = slice.origins();
    return all || origins.isEmpty()
        ? slice.identity()
        : origins.get().of(row, column, height, width);
  }

  /** A cell of an overview covers its factor squared of base cells. */
  private static SourceWindow base(RasterPlan plan) {
    PixelWindow window = plan.window();
    int factor = plan.level().factor();
    return new SourceWindow(
        false,
        window.row() * factor,
        window.column() * factor,
        window.height() * factor,
        window.width() * factor);
  }
}
