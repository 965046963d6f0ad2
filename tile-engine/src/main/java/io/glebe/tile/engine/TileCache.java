package io.glebe.tile.engine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.stats.CacheStats;
import java.util.Optional;

/**
 * Rendered tiles by key, bounded by the bytes of tiles and keys (frequency-aware eviction). A key
 * names its data version, so nothing here ever goes stale: old versions are merely not asked for.
 */
public final class TileCache {
  /** Headers, references and map nodes of one entry, estimated. */
  private static final int ENTRY_OVERHEAD = 256;

  private final Cache<TileKey, TileResult> tiles;
  private final long maxBytes;

  /** A cache of at most {@code maxBytes}; zero keeps nothing. */
  public TileCache(long maxBytes) {
    this.maxBytes = maxBytes;
    this.tiles =
        Caffeine.newBuilder()
            .maximumWeight(maxBytes)
            .weigher(TileCache::weight)
            .executor(Runnable::run)
            .recordStats()
            .build();
  }

  public Optional<TileResult> get(TileKey key) {
    return Optional.ofNullable(tiles.getIfPresent(key));
  }

  void put(TileKey key, TileResult tile) {
    tiles.put(key, tile.fromCache());
  }

  public void clear() {
    tiles.invalidateAll();
    tiles.cleanUp();
  }

  public long maxBytes() {
    return maxBytes;
  }

  /** Bytes held now, overhead included. */
  public long usedBytes() {
    tiles.cleanUp();
    return tiles.policy().eviction().map(e -> e.weightedSize().orElse(0)).orElse(0L);
  }

  public CacheStats stats() {
    return tiles.stats();
  }

  private static int weight(TileKey key, TileResult tile) {
    return key.canonical().length() + tile.bytes().length + ENTRY_OVERHEAD;
  }
}
