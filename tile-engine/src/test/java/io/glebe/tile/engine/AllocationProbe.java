package io.glebe.tile.engine;

import com.sun.management.ThreadMXBean;
import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.plan.RasterPlan;
import io.glebe.tile.style.ColourRamp;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Renders warm tiles and writes down what they allocate. Started by {@link AllocationTest} in a JVM
 * of its own: in one that ran other tests before, the compiler has seen other uses of the kernels.
 */
final class AllocationProbe {
  private static final int BATCH = 100;

  /** The compiler needs its time, the more the busier the machine; until then vectors are boxed. */
  private static final int MAX_BATCHES = 120;

  private AllocationProbe() {}

  /** Arguments: number of bands, bytes allowed beyond the result, file for both sizes. */
  public static void main(String[] args) throws IOException {
    int bands = Integer.parseInt(args[0]);
    RasterGrid grid =
        new RasterGrid(Projection.of(32633), new Affine(497_400, 5_096_600, 10, -10), 512, 512);
    try (TestCube cube = new TestCube(grid, 1, 256)) {
      TileRequest request = request(cube, bands);
      Scratch scratch = new Scratch();
      int size = render(request, scratch);
      long allowed = size + Long.parseLong(args[1]);
      long least = Long.MAX_VALUE;
      for (int batch = 0; batch < MAX_BATCHES && least > allowed; batch++) {
        least = Math.min(least, allocated(request, scratch));
      }
      Files.writeString(Path.of(args[2]), size + " " + least);
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
            ? Picture.layer(ColourRamp.byName("ndvi").orElseThrow(), stretch)
            : Picture.composite(stretch, stretch, stretch),
        TileMatrixSet.WEB_MERCATOR_QUAD,
        new TileId(14, 8874, 5828),
        256);
  }

  /** Bytes per tile, mean of a batch. */
  private static long allocated(TileRequest request, Scratch scratch) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < BATCH; i++) {
      render(request, scratch);
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / BATCH;
  }

  private static int render(TileRequest request, Scratch scratch) {
    RasterPlan plan =
        RasterPlan.of(
                request.cube(),
                request.target(),
                request.resampling(),
                request.slices().size(),
                request.bytesPerPixel(),
                Budget.PICTURE)
            .orElseThrow();
    return Renderer.render(request, plan, scratch, new StageTimes()).orElseThrow().length;
  }
}
