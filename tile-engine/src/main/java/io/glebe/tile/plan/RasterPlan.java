package io.glebe.tile.plan;

import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.Warp;
import io.glebe.tile.resample.Resampling;
import java.util.Optional;

/**
 * The plan of an image of one cube: the multiscale level, the position of each pixel in it, the
 * window of source pixels and the chunks of the window. The same plan serves every layer of the
 * cube.
 *
 * @param method the requested resampling, or the average where the coarsest level is still too fine
 * @param firstColumn first chunk column; the chunks end before {@code endColumn}
 */
public record RasterPlan(
    CubeGrid.Level level,
    Warp warp,
    Resampling method,
    PixelWindow window,
    int firstColumn,
    int firstRow,
    int endColumn,
    int endRow) {

  /**
   * Plans an image; empty when the target lies completely outside the cube.
   *
   * @param bytesPerPixel stored size of one pixel of all needed layers together
   * @param layers number of needed layers
   * @throws OverBudgetException when the image exceeds the budget
   */
  public static Optional<RasterPlan> of(
      CubeGrid cube,
      RasterGrid target,
      Resampling method,
      int layers,
      int bytesPerPixel,
      Budget budget) {
    Optional<Bounds> shared = shared(cube, target);
    if (shared.isEmpty()) {
      return Optional.empty();
    }
    double scale = scaleAt(cube.base(), target, shared.get());
    CubeGrid.Level level = cube.suitedTo(scale);
    double left = scale / level.factor();
    refuseHopeless(level, target, shared.get(), left, layers, bytesPerPixel, budget);
    Warp warp = Warp.between(level.grid(), target);
    Resampling suited = method.suitedTo(left);
    return warp.window(suited.margin())
        .map(window -> new RasterPlan(level, warp, suited, window))
        .map(plan -> plan.within(budget, layers, bytesPerPixel));
  }

  private RasterPlan(CubeGrid.Level level, Warp warp, Resampling method, PixelWindow window) {
    this(
        level,
        warp,
        method,
        window,
        window.column() / level.chunkWidth(),
        window.row() / level.chunkHeight(),
        Math.ceilDiv(window.column() + window.width(), level.chunkWidth()),
        Math.ceilDiv(window.row() + window.height(), level.chunkHeight()));
  }

  /** Number of chunks of one layer. */
  public int chunks() {
    return (endColumn - firstColumn) * (endRow - firstRow);
  }

  /** Visits each chunk of a layer, row by row. */
  public void eachChunk(ChunkVisitor visitor) {
    for (int row = firstRow; row < endRow; row++) {
      for (int column = firstColumn; column < endColumn; column++) {
        visitor.visit(column, row);
      }
    }
  }

  /** Receives one chunk by its position in the level. */
  @FunctionalInterface
  public interface ChunkVisitor {
    void visit(int column, int row);
  }

  /** The cost of the image with this many layers and this many bytes per pixel in total. */
  public Estimate estimate(int layers, int bytesPerPixel) {
    long chunkPixels = (long) level.chunkWidth() * level.chunkHeight();
    return new Estimate(
        (long) chunks() * layers, chunks() * chunkPixels * bytesPerPixel, window.pixels() * layers);
  }

  /** The pixels of the level that a chunk covers, padding included. */
  public PixelWindow area(int chunkColumn, int chunkRow) {
    return new PixelWindow(
        chunkColumn * level.chunkWidth(),
        chunkRow * level.chunkHeight(),
        level.chunkWidth(),
        level.chunkHeight());
  }

  private RasterPlan within(Budget budget, int layers, int bytesPerPixel) {
    budget.check(estimate(layers, bytesPerPixel));
    return this;
  }

  /** The intersection of cube and target, in the target's projection. */
  private static Optional<Bounds> shared(CubeGrid cube, RasterGrid target) {
    try {
      return cube.boundsIn(target.projection()).intersection(target.bounds());
    } catch (IllegalArgumentException nowhere) {
      return Optional.empty();
    }
  }

  /**
   * Refuses by a rough estimate (half of the exact one) before the warp is built, because the warp
   * itself is expensive for a much too coarse target.
   */
  private static void refuseHopeless(
      CubeGrid.Level level,
      RasterGrid target,
      Bounds shared,
      double scale,
      int layers,
      int bytesPerPixel,
      Budget budget) {
    double across = shared.width() / Math.abs(target.affine().pixelWidth()) * scale;
    double down = shared.height() / Math.abs(target.affine().pixelHeight()) * scale;
    double pixels =
        Math.min(across, level.grid().width()) * Math.min(down, level.grid().height()) / 2;
    double chunkPixels = (double) level.chunkWidth() * level.chunkHeight();
    Estimate rough =
        new Estimate(
            (long) (pixels / chunkPixels * layers),
            (long) (pixels * bytesPerPixel),
            (long) (pixels * layers));
    budget.check(rough);
  }

  /**
   * Base pixels per target pixel in the middle of the intersection: the square root of the area of
   * one target pixel, so that rotated and stretched grids are measured correctly.
   */
  static double scaleAt(RasterGrid base, RasterGrid target, Bounds shared) {
    double x = (shared.minX() + shared.maxX()) / 2;
    double y = (shared.minY() + shared.maxY()) / 2;
    double dx = Math.abs(target.affine().pixelWidth()) / 2;
    double dy = Math.abs(target.affine().pixelHeight()) / 2;
    double[] p = new double[8];
    Projection from = target.projection();
    position(base, from, x - dx, y, p, 0);
    position(base, from, x + dx, y, p, 2);
    position(base, from, x, y - dy, p, 4);
    position(base, from, x, y + dy, p, 6);
    double area = (p[2] - p[0]) * (p[7] - p[5]) - (p[3] - p[1]) * (p[6] - p[4]);
    double scale = Math.sqrt(Math.abs(area));
    return Double.isFinite(scale) && scale > 0 ? scale : 1;
  }

  private static void position(
      RasterGrid base, Projection from, double x, double y, double[] out, int at) {
    Affine affine = base.affine();
    if (from.epsg() == base.projection().epsg()) {
      out[at] = x;
      out[at + 1] = y;
    } else {
      from.toLonLat(x, y, out, at);
      base.projection().fromLonLat(out[at], out[at + 1], out, at);
    }
    out[at] = affine.column(out[at]);
    out[at + 1] = affine.row(out[at + 1]);
  }
}
