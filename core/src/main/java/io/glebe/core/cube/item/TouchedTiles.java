package io.glebe.core.cube.item;

import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.mvt.MvtOptions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.Map;
import org.locationtech.jts.geom.Envelope;

/**
 * The tiles that a change of features affects, at each zoom down to {@value #DEEPEST}; deeper tiles
 * use their ancestor at that zoom. A feature that covers more than a few tiles of a zoom affects
 * all tiles below. Not thread-safe.
 */
final class TouchedTiles {
  static final int DEEPEST = 14;

  /** Maximum number of tiles of one zoom that a feature lists individually. */
  private static final int NAMED = 64;

  /** Maximum number of tiles that one change lists; above it all tiles count as affected. */
  private static final int MAX_TILES = 50_000;

  private static final int BATCH = 5_000;
  private static final double POLE = 85.0511287798066;
  private static final double BUFFER =
      (double) MvtOptions.DEFAULT.buffer() / MvtOptions.DEFAULT.extent();
  private static final String WRITE =
      """
      INSERT INTO cube_item_touch AS t (collection_id, z, x, y, version, below)
      SELECT $1, z, x, y, $2::bigint, CASE WHEN deep THEN $2::bigint ELSE 0 END
      FROM unnest($3::int[], $4::int[], $5::int[], $6::boolean[]) AS c(z, x, y, deep)
      ON CONFLICT (collection_id, z, x, y)
      DO UPDATE SET version = excluded.version, below = greatest(t.below, excluded.below)
      """;
  private static final String READ =
      """
      SELECT coalesce(max(greatest(CASE WHEN z = $2 THEN version ELSE 0 END, below)), 0)
      FROM cube_item_touch
      WHERE collection_id = $1
        AND (z, x, y) IN (SELECT * FROM unnest($3::int[], $4::int[], $5::int[]))
      """;

  private final Map<TileId, Boolean> tiles = new HashMap<>();
  private boolean all;

  /** Adds the box (degrees) of a feature before or after the change. */
  void add(Envelope box) {
    for (int zoom = 0; zoom <= DEEPEST && !all; zoom++) {
      double size = 1 << zoom;
      int west = cell((box.getMinX() + 180) / 360 * size - BUFFER, zoom);
      int east = cell((box.getMaxX() + 180) / 360 * size + BUFFER, zoom);
      int north = cell(row(box.getMaxY()) * size - BUFFER, zoom);
      int south = cell(row(box.getMinY()) * size + BUFFER, zoom);
      boolean deep = (east - west + 1L) * (south - north + 1L) > NAMED;
      put(zoom, west, east, north, south, deep);
      if (deep) {
        return;
      }
    }
  }

  private void put(int zoom, int west, int east, int north, int south, boolean deep) {
    for (int x = west; x <= east; x++) {
      for (int y = north; y <= south; y++) {
        tiles.merge(new TileId(zoom, x, y), deep, Boolean::logicalOr);
      }
    }
    all = tiles.size() > MAX_TILES;
  }

  /** Writes the tiles with the data version that the change of the collection creates. */
  void write(Transaction tx, CubeCollection previous) {
    String collection = previous.id();
    long version = previous.dataVersion() + 1;
    if (all) {
      tiles.clear();
      tiles.put(new TileId(0, 0, 0), true);
    }
    TileId[] list = tiles.keySet().toArray(TileId[]::new);
    for (int from = 0; from < list.length; from += BATCH) {
      int count = Math.min(BATCH, list.length - from);
      Integer[] z = new Integer[count];
      Integer[] x = new Integer[count];
      Integer[] y = new Integer[count];
      Boolean[] deep = new Boolean[count];
      for (int i = 0; i < count; i++) {
        TileId tile = list[from + i];
        z[i] = tile.zoom();
        x[i] = tile.x();
        y[i] = tile.y();
        deep[i] = tiles.get(tile);
      }
      tx.execute(WRITE, Tuple.of(collection, version, z, x, y, deep));
    }
  }

  /**
   * Returns the data version of the last change that the tile shows; 0 for one that never changed.
   */
  static Future<Long> version(Database database, String collection, TileId tile) {
    int zoom = Math.min(tile.zoom(), DEEPEST);
    Integer[] z = new Integer[zoom + 1];
    Integer[] x = new Integer[zoom + 1];
    Integer[] y = new Integer[zoom + 1];
    for (int i = 0; i <= zoom; i++) {
      z[i] = i;
      x[i] = tile.x() >> tile.zoom() - i;
      y[i] = tile.y() >> tile.zoom() - i;
    }
    return database
        .query(READ, Tuple.of(collection, zoom, z, x, y))
        .map(rows -> rows.iterator().next().getLong(0));
  }

  private static int cell(double place, int zoom) {
    return (int) Math.clamp(Math.floor(place), 0, (1 << zoom) - 1);
  }

  /** Returns the position of a latitude from the top of the map, 0 to 1 (Web Mercator). */
  private static double row(double latitude) {
    double radians = Math.toRadians(Math.clamp(latitude, -POLE, POLE));
    return (1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2;
  }
}
