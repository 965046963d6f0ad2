package io.glebe.tile.series;

import io.glebe.tile.engine.LayerSlice;
import io.glebe.tile.engine.Plane;
import io.glebe.tile.engine.Priority;
import io.glebe.tile.engine.RenderPool;
import io.glebe.tile.engine.RenderScratch;
import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.kernel.Raster;
import io.glebe.tile.plan.CubeGrid;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * Reads the cells of one slice in an area, at the finest level at which the box of the area has at
 * most a given number of cells, so that the cost does not grow with the area. Works in the
 * background queue of a render pool; never waits and is safe on an event loop. Fails with {@link
 * io.glebe.tile.engine.EngineBusyException}, {@link IllegalArgumentException} for an area outside
 * the domain of the cube's projection, or the exception of a read.
 */
public final class AreaReader {
  private final RenderPool<RenderScratch> pool;

  public AreaReader(RenderPool<RenderScratch> pool) {
    this.pool = pool;
  }

  /** The part of a level that an area covers. */
  private record Part(CubeGrid.Level level, Coverage coverage, PixelWindow box) {}

  /**
   * Reads the cells.
   *
   * @param most number of cells of the box; more only where the coarsest level has more
   * @param abandoned whether nobody waits for the result any more
   */
  public CompletableFuture<AreaCells> read(
      CubeGrid cube, LayerSlice slice, SeriesArea area, long most, BooleanSupplier abandoned) {
    try {
      return pool.submit(Priority.BACKGROUND, abandoned, scratch -> part(cube, area, most))
          .thenCompose(
              part ->
                  part.isEmpty()
                      ? CompletableFuture.completedFuture(AreaCells.NONE)
                      : read(part.get(), slice, abandoned));
    } catch (RuntimeException refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  private CompletableFuture<AreaCells> read(
      Part part, LayerSlice slice, BooleanSupplier abandoned) {
    Plane plane = slice.plane(part.level().index());
    return plane
        .chunks()
        .fetch(chunks(part, plane))
        .toCompletableFuture()
        .thenCompose(
            done -> pool.submit(Priority.BACKGROUND, abandoned, scratch -> cells(part, plane)));
  }

  private static Optional<Part> part(CubeGrid cube, SeriesArea area, long most) {
    SeriesMemory memory = SeriesMemory.unlimited();
    Optional<PixelWindow> base = SeriesArea.outline(area, cube.base(), memory).box();
    if (base.isEmpty()) {
      return Optional.empty();
    }
    CubeGrid.Level level = level(cube.levels(), base.get().pixels(), most);
    Coverage coverage = area.on(level.grid());
    return coverage.box().map(box -> new Part(level, coverage, box));
  }

  private static CubeGrid.Level level(List<CubeGrid.Level> levels, long pixels, long most) {
    return levels.stream()
        .filter(level -> pixels / ((long) level.factor() * level.factor()) <= most)
        .findFirst()
        .orElse(levels.getLast());
  }

  private static long[] chunks(Part part, Plane plane) {
    long[] ids = new long[columns(part) * rows(part)];
    int next = 0;
    for (int row = 0; row < rows(part); row++) {
      for (int column = 0; column < columns(part); column++) {
        ids[next++] = plane.chunkId(firstColumn(part) + column, firstRow(part) + row);
      }
    }
    return ids;
  }

  private static AreaCells cells(Part part, Plane plane) {
    Raster raster = new Raster().reset(part.box());
    for (int row = 0; row < rows(part); row++) {
      for (int column = 0; column < columns(part); column++) {
        plane.gather(firstColumn(part) + column, firstRow(part) + row, raster);
      }
    }
    return new Collected(part, raster).cells();
  }

  /** Collects the covered cells with a value. */
  private static final class Collected {
    private final Part part;
    private final Raster raster;
    private final float[] values;
    private final float[] weights;
    private int count;

    Collected(Part part, Raster raster) {
      this.part = part;
      this.raster = raster;
      this.values = new float[Math.toIntExact(part.coverage().pixels())];
      this.weights = new float[values.length];
    }

    AreaCells cells() {
      part.coverage().eachSpan(part.box(), this::add);
      return new AreaCells(
          values, weights, count, part.coverage().totalWeight(), part.level().factor());
    }

    private void add(int row, int span, int from, int to) {
      Coverage coverage = part.coverage();
      int line = (row - part.box().row()) * raster.width() - part.box().column();
      for (int column = from; column < to; column++) {
        float value = raster.values()[line + column];
        if (!Float.isNaN(value)) {
          values[count] = value;
          weights[count++] = coverage.isFull(span) ? 1 : (float) coverage.weight(span, column);
        }
      }
    }
  }

  private static int firstColumn(Part part) {
    return part.box().column() / part.level().chunkWidth();
  }

  private static int firstRow(Part part) {
    return part.box().row() / part.level().chunkHeight();
  }

  private static int columns(Part part) {
    int end = Math.ceilDiv(part.box().column() + part.box().width(), part.level().chunkWidth());
    return end - firstColumn(part);
  }

  private static int rows(Part part) {
    int end = Math.ceilDiv(part.box().row() + part.box().height(), part.level().chunkHeight());
    return end - firstRow(part);
  }
}
