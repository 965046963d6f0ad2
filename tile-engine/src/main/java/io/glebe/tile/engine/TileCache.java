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
 * eviction). A key names its data version, so nothing here ever goes stale: old versions are merely
 * not asked for.
 */
public final class TileCache {
  /** Headers, references and map nodes of one entry, estimated. */
  private static final int ENTRY_OVERHEAD = 512;

  /** Memory beyond the bound for tiles that were dropped while they are being sent. */
  private static final long BEING_SENT = 16L << 20;

  /** Tiles that give way at once, and how often, where small ones have crumbled the memory. */
  private static final int COLDEST = 64;

  private static final int ROUNDS = 8;

  private final Cache<TileKey, CachedTile> tiles;
  private final SlabPool pool;
  private final long maxBytes;

  /** Hits that are not counted by the cache itself. */
  private final LongAdder leases = new LongAdder();

  /** A cache of at most {@code maxBytes}; zero keeps nothing. */
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
   * A tile as it lies, with a reference that the caller releases; null for one not held, which is
   * no miss: whoever wants it all the same asks for it with {@link #get}.
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
   * The same tile once more, with a reference that the caller releases; {@code false} for one that
   * has been dropped. Costs no look-up but now and then, so that the cache learns what is in use.
   */
  public boolean again(TileKey key, CachedTile tile) {
    if (!tile.tryRetain()) {
      return false;
    }
    if (tile.isTold()) {
      tiles.asMap().get(key);
    }
    leases.increment();
    return true;
  }

  /** Keeps a copy of a tile, as far as there is room. */
  void put(TileKey key, TileResult tile) {
    int size = tile.bytes().length;
    if (size == 0 || SlabPool.footprint(size) > maxBytes) {
      return;
    }
    Slab slab = room(size);
    if (slab != null) {
      tiles.put(key, CachedTile.of(tile, slab));
    }
  }

  /** A slab; where none is free, tiles that nobody asks for give way. Null when that is no help. */
  private @Nullable Slab room(int size) {
    for (int round = 0; ; round++) {
      try {
        return pool.acquire(size);
      } catch (SlabExhaustedException full) {
        if (round == ROUNDS) {
          return null; // too much is being sent to those who take it slowly
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

  /** Bytes held now, overhead included. */
  public long usedBytes() {
    tiles.cleanUp();
    return tiles.policy().eviction().map(e -> e.weightedSize().orElse(0)).orElse(0L);
  }

  /** The native memory of cached tiles and of tiles that are being sent. */
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
