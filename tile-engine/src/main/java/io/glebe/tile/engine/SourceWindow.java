package io.glebe.tile.engine;

import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.grid.WarpLimitException;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.plan.OverBudgetException;
import io.glebe.tile.plan.RasterPlan;
import java.util.Optional;

/**
 * The cells of the base level that a picture is made of, so that its key tells of changes there and
 * not of those beside. Planned only for slices part of which is older than the rest.
 *
 * @param all whether the cells are not known: every change counts
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
              Budget.PICTURE)
          .map(SourceWindow::base)
          .orElse(NOTHING);
    } catch (OverBudgetException | WarpLimitException refused) {
      return ALL;
    }
  }

  /** The name of what the slice holds here. */
  String identity(LayerSlice slice) {
    Optional<LayerSlice.Origins> origins = slice.origins();
    return all || origins.isEmpty()
        ? slice.identity()
        : origins.get().of(row, column, height, width);
  }

  /** A cell of an overview covers its factor squared of the base. */
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
