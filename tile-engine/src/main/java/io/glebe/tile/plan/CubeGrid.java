package io.glebe.tile.plan;

import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The pixel grids of a cube: the base grid and its coarser levels, each with half the resolution of
 * the previous one, and their division into chunks. All layers of a cube share it. Immutable,
 * except for a memo of its box in a few projections.
 */
public final class CubeGrid {
  /** Maximum number of projections in the memo; the box in others is computed each time. */
  private static final int MAX_MEMO = 16;

  private final List<Level> levels;
  private final Map<Integer, Bounds> boxes = new ConcurrentHashMap<>();

  public CubeGrid(List<Level> levels) {
    if (levels.isEmpty()) {
      throw new IllegalArgumentException("a cube has at least its base level");
    }
    this.levels = List.copyOf(levels);
  }

  /**
   * One multiscale level.
   *
   * @param index 0 for the base
   * @param factor base pixels along an edge of one pixel of this level
   */
  public record Level(int index, RasterGrid grid, int chunkWidth, int chunkHeight, int factor) {
    public Level {
      if (chunkWidth < 1 || chunkHeight < 1 || factor < 1) {
        throw new IllegalArgumentException("chunks and factors are at least one");
      }
    }
  }

  /**
   * The grid of a cube whose levels each have half the size (rounded up) of the previous one and
   * the same chunk size.
   */
  public static CubeGrid withOverviews(
      RasterGrid base, int levels, int chunkWidth, int chunkHeight) {
    List<Level> made = new ArrayList<>();
    for (int i = 0; i < levels; i++) {
      int factor = 1 << i;
      Affine affine = base.affine().coarser(factor);
      RasterGrid grid =
          new RasterGrid(
              base.projection(),
              affine,
              Math.ceilDiv(base.width(), factor),
              Math.ceilDiv(base.height(), factor));
      made.add(new Level(i, grid, chunkWidth, chunkHeight, factor));
    }
    return new CubeGrid(made);
  }

  public RasterGrid base() {
    return levels.getFirst().grid();
  }

  public List<Level> levels() {
    return levels;
  }

  /** The coarsest level that has at least one pixel per target pixel. */
  public Level suitedTo(double basePixelsPerTargetPixel) {
    // a small tolerance, so that a tile that is exactly twice as coarse uses the level made for it
    double scale = basePixelsPerTargetPixel * (1 + 1e-6);
    Level best = levels.getFirst();
    for (Level level : levels) {
      if (level.factor() <= scale) {
        best = level;
      }
    }
    return best;
  }

  /**
   * The box around the cube in another projection.
   *
   * @throws IllegalArgumentException when the cube is outside its domain
   */
  public Bounds boundsIn(Projection projection) {
    Bounds known = boxes.get(projection.epsg());
    if (known != null) {
      return known;
    }
    Bounds box = base().boundsIn(projection);
    if (boxes.size() < MAX_MEMO) {
      boxes.put(projection.epsg(), box);
    }
    return box;
  }
}
