package io.glebe.tile.engine;

import io.glebe.tile.OwnJvm;
import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.plan.RasterPlan;
import io.glebe.tile.style.ColourRamp;
import java.util.List;

/** Started by {@link AllocationTest}: renders whole tiles from cached chunks repeatedly. */
final class AllocationProbe {
  private AllocationProbe() {}

  /** Arguments: number of bands, bytes allowed beyond the result. */
  public static void main(String[] args) {
    RasterGrid grid =
        new RasterGrid(Projection.of(32633), new Affine(497_400, 5_096_600, 10, -10), 512, 512);
    try (TestCube cube = new TestCube(grid, 1, 256)) {
      TileRequest request = request(cube, Integer.parseInt(args[0]));
      RenderScratch scratch = new RenderScratch();
      OwnJvm.report(() -> render(request, scratch), Long.parseLong(args[1]));
    }
  }

  private static TileRequest request(TestCube cube, int bands) {
    LayerSlice slice =
        cube.layer((c, r) -> 0.5 + 0.4 * Math.sin(c / 30) * Math.cos(r / 20)).slice();
    Stretch stretch = new Stretch(0, 1);
    return TileRequest.tile(
        cube.grid,
        bands == 1 ? List.of(slice) : List.of(slice, slice, slice),
        bands == 1
            ? Rendering.layer(ColourRamp.byName("ndvi").orElseThrow(), stretch)
            : Rendering.composite(stretch, stretch, stretch),
        TileMatrixSet.WEB_MERCATOR_QUAD,
        new TileId(14, 8874, 5828),
        256);
  }

  private static int render(TileRequest request, RenderScratch scratch) {
    RasterPlan plan =
        RasterPlan.of(
                request.cube(),
                request.target(),
                request.resampling(),
                request.slices().size(),
                request.bytesPerPixel(),
                Budget.IMAGE)
            .orElseThrow();
    return Renderer.render(request, plan, scratch, new StageTimes()).orElseThrow().length;
  }
}
