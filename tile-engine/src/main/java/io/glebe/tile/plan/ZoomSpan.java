package io.glebe.tile.plan;

import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.grid.TileRange;
import io.glebe.tile.grid.WarpLimitException;
import io.glebe.tile.resample.Resampling;
import java.util.Optional;

/**
 * The zooms that a tileset advertises: from the first zoom whose tiles the plan accepts to the zoom
 * at which a source pixel is enlarged by {@value #OVERZOOM} zooms.
 */
public record ZoomSpan(int min, int max) {
  static final int OVERZOOM = 2;

  /** A zoom with more tiles than this is tested with its middle tile only. */
  private static final long TILES_TO_TRY = 16;

  /**
   * The zooms for tiles of {@code size} pixels with {@code layers} layers; empty outside the set.
   */
  public static Optional<ZoomSpan> of(
      CubeGrid cube, TileMatrixSet set, int size, int layers, int bytesPerPixel, Budget budget) {
    Optional<Bounds> box;
    try {
      box = cube.boundsIn(set.projection()).intersection(set.extent());
    } catch (IllegalArgumentException nowhere) {
      return Optional.empty();
    }
    return box.map(
        b -> {
          int max = Math.min(TileMatrixSet.MAX_ZOOM, nativeZoom(cube, set, size, b) + OVERZOOM);
          int min = 0;
          while (min < max && !accepted(cube, set, b, min, size, layers, bytesPerPixel, budget)) {
            min++;
          }
          return new ZoomSpan(min, max);
        });
  }

  /** The first zoom whose pixels are not larger than the cube's. */
  private static int nativeZoom(CubeGrid cube, TileMatrixSet set, int size, Bounds box) {
    for (int zoom = 0; zoom < TileMatrixSet.MAX_ZOOM; zoom++) {
      RasterGrid target = RasterGrid.of(set, middle(set, box, zoom), size);
      if (RasterPlan.scaleAt(cube.base(), target, box) <= 1.01) {
        return zoom;
      }
    }
    return TileMatrixSet.MAX_ZOOM;
  }

  private static TileId middle(TileMatrixSet set, Bounds box, int zoom) {
    TileRange range = set.covering(box, zoom).orElseThrow();
    return new TileId(
        zoom, (range.minX() + range.maxX()) >>> 1, (range.minY() + range.maxY()) >>> 1);
  }

  private static boolean accepted(
      CubeGrid cube,
      TileMatrixSet set,
      Bounds box,
      int zoom,
      int size,
      int layers,
      int bytesPerPixel,
      Budget budget) {
    TileRange range = set.covering(box, zoom).orElseThrow();
    boolean all = range.count() <= TILES_TO_TRY;
    TileId middle = middle(set, box, zoom);
    try {
      for (int y = all ? range.minY() : middle.y(); y <= (all ? range.maxY() : middle.y()); y++) {
        for (int x = all ? range.minX() : middle.x(); x <= (all ? range.maxX() : middle.x()); x++) {
          RasterGrid target = RasterGrid.of(set, new TileId(zoom, x, y), size);
          RasterPlan.of(cube, target, Resampling.BILINEAR, layers, bytesPerPixel, budget);
        }
      }
      return true;
    } catch (OverBudgetException | WarpLimitException refused) {
      return false;
    }
  }
}
