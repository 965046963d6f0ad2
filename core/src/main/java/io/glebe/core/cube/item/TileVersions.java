package io.glebe.core.cube.item;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.tile.grid.TileId;
import io.vertx.core.Future;
import java.time.Instant;

/**
 * Caches the data version at which each vector tile last changed. It is read once for each tile and
 * data version.
 */
final class TileVersions {
  private static final int KEPT = 100_000;

  private final ItemService items;
  private final Cache<Key, Long> kept = Caffeine.newBuilder().maximumSize(KEPT).build();

  private record Key(String collection, Instant created, long dataVersion, TileId tile) {}

  TileVersions(ItemService items) {
    this.items = items;
  }

  Future<Long> of(CubeCollection collection, TileId tile) {
    int deeper = Math.max(0, tile.zoom() - TouchedTiles.DEEPEST);
    TileId square = new TileId(tile.zoom() - deeper, tile.x() >> deeper, tile.y() >> deeper);
    Key key = new Key(collection.id(), collection.createdAt(), collection.dataVersion(), square);
    Long known = kept.getIfPresent(key);
    return known != null
        ? Future.succeededFuture(known)
        : items.changed(collection.id(), square).onSuccess(version -> kept.put(key, version));
  }
}
