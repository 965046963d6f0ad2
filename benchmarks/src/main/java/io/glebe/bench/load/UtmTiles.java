package io.glebe.bench.load;

import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.grid.TileRange;
import io.glebe.tile.grid.WebMercator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Web Mercator tiles that cover a box of a UTM zone. */
final class UtmTiles {
  private static final long SEED = 3;

  private UtmTiles() {}

  /**
   * All tiles of the given zooms, in a random order that is the same in every run.
   *
   * @param metres the box in the coordinate reference system {@code epsg}
   */
  static List<TileId> of(int epsg, Bounds metres, int[] zooms) {
    double[] low = new double[2];
    double[] high = new double[2];
    Projection.of(epsg).toLonLat(metres.minX(), metres.minY(), low, 0);
    Projection.of(epsg).toLonLat(metres.maxX(), metres.maxY(), high, 0);
    WebMercator.INSTANCE.fromLonLat(low[0], low[1], low, 0);
    WebMercator.INSTANCE.fromLonLat(high[0], high[1], high, 0);
    List<TileId> tiles = new ArrayList<>();
    for (int zoom : zooms) {
      TileRange range =
          TileMatrixSet.WEB_MERCATOR_QUAD
              .covering(new Bounds(low[0], low[1], high[0], high[1]), zoom)
              .orElseThrow();
      for (int x = range.minX(); x <= range.maxX(); x++) {
        for (int y = range.minY(); y <= range.maxY(); y++) {
          tiles.add(new TileId(zoom, x, y));
        }
      }
    }
    Collections.shuffle(tiles, new Random(SEED));
    return tiles;
  }
}
