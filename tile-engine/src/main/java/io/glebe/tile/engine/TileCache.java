package io.glebe.tile.engine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.stats.CacheStats;
import io.glebe.zarr.memory.Slab;
import io.glebe.zarr.memory.SlabExhaustedException;
import io.glebe.zarr.memory.SlabPool;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Rendered tiles by key in native memory, bounded by the bytes of tiles and keys (frequency-aware
 * eviction). A key contains the version of its data, so entries never become stale: old versions
 * are no longer requested and are evicted.
 */
public final class TileCache {
  /** Estimated bytes of headers, references and map nodes of one entry. */
  private static final int ENTRY_OVERHEAD = 512;

  /** Memory above the limit for evicted tiles that are still being sent. */
  private static final long BEING_SENT = 16L << 20;

  /**
   * Number of tiles evicted at once, in at most {@link #ROUNDS} rounds, when small tiles have
   * fragmented the memory.
   */
  private static final int COLDEST = 64;

  private static final int ROUNDS = 8;

  private final Cache<TileKey, CachedTile> tiles;
  private final SlabPool pool;
  private final long maxBytes;

  /** Hits that are not counted by the cache library. */
  private final LongAdder leases = new LongAdder();

  /** Creates a cache of at most {@code maxBytes}; zero disables it. */
  public TileCache(long maxBytes) {
    this.maxBytes = maxBytes;
    this.pool = new SlabPool(maxBytes + BEING_SENT);
    this.tiles =
        Caffeine.newBuilder()
            .maximumWeight(maxBytes)
            .weigher(TileCache::weight)
            .removalListener(TileCache::removed)
            .executor(Runnable::run)
            .recordStats()
            .build();
  }

  /** A copy of a tile. */
  public Optional<TileResult> get(TileKey key) {
    CachedTile tile = tiles.getIfPresent(key);
    if (tile == null || !tile.tryRetain()) {
      return Optional.empty();
    }
    try {
      return Optional.of(tile.copied());
    } finally {
      tile.release();
    }
  }

  /**
   * A cached tile without a copy, with a reference that the caller releases; null when the tile is
   * not cached. A null result does not count as a miss, because the caller then asks with {@link
   * #get}.
   */
  public @Nullable CachedTile lease(TileKey key) {
    CachedTile tile = tiles.asMap().get(key);
    if (tile == null || !tile.tryRetain()) {
      return null;
    }
    leases.increment();
    return tile;
  }

  /**
   * Adds another reference to the same tile, which the caller releases; {@code false} when the tile
   * has been evicted. Most calls need no look-up; some do one, so that the cache sees which tiles
   * are in use.
   */
  public boolean again(TileKey key, CachedTile tile) {
    if (!tile.tryRetain()) {
      return false;
    }
    if (tile.countUse()) {
      tiles.asMap().get(key);
    }
    leases.increment();
    return true;
  }

  /** Stores a copy of a tile if there is enough memory. */
  void put(TileKey key, TileResult tile) {
    int size = tile.bytes().length;
    if (size == 0 || SlabPool.footprint(size) > maxBytes) {
      return;
    }
    Slab slab = allocate(size);
    if (slab != null) {
      tiles.put(key, CachedTile.of(tile, slab));
    }
  }

  /** Allocates a slab and evicts rarely used tiles if necessary; null when that does not help. */
  private @Nullable Slab allocate(int size) {
    for (int round = 0; ; round++) {
      try {
        return pool.acquire(size);
      } catch (SlabExhaustedException full) {
        if (round == ROUNDS) {
          return null; // too much memory is held by slow receivers
        }
        tiles
            .policy()
            .eviction()
            .ifPresent(order -> tiles.invalidateAll(order.coldest(COLDEST).keySet()));
      }
    }
  }

  public void clear() {
    tiles.invalidateAll();
    tiles.cleanUp();
  }

  public long maxBytes() {
    return maxBytes;
  }

  /** Bytes in use now, including overhead. */
  public long usedBytes() {
    tiles.cleanUp();
    return tiles.policy().eviction().map(e -> e.weightedSize().orElse(0)).orElse(0L);
  }

  /** Native memory of cached tiles and of tiles that are being sent. */
  public SlabPool memory() {
    return pool;
  }

  public CacheStats stats() {
    return tiles.stats().plus(CacheStats.of(leases.sum(), 0, 0, 0, 0, 0, 0));
  }

  private static void removed(
      @Nullable TileKey key, @Nullable CachedTile tile, RemovalCause cause) {
    if (tile != null) {
      tile.release();
    }
  }

  private static int weight(TileKey key, CachedTile tile) {
    long bytes = SlabPool.footprint(tile.bytes().limit());
    return (int) Math.min(Integer.MAX_VALUE, key.canonical().length() + bytes + ENTRY_OVERHEAD);
  }
}
