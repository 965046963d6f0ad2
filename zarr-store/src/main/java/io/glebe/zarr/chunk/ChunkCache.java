package io.glebe.zarr.chunk;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.zarr.codec.ShardIndex;
import io.glebe.zarr.memory.Slab;
import io.glebe.zarr.memory.SlabExhaustedException;
import io.glebe.zarr.memory.SlabPool;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * Caches decoded chunks of all arrays within one limit of bytes, and the indexes of their shards
 * within another.
 *
 * <pre>{@code
 * ChunkCache cache = new ChunkCache(new SlabPool(512L << 20), 448L << 20);
 * ChunkSource chunks = ZarrArray.open(store, "s2/B04", cache).chunks();
 * try (ChunkLease lease = chunks.lease(chunks.chunkId(slot, row, column))) { ... lease.data() ... }
 * }</pre>
 *
 * Eviction is the second-chance clock: a hit only marks its entry, so hits of different threads
 * never wait for each other.
 */
public final class ChunkCache implements AutoCloseable {
  /** Maximum heap bytes of shard indexes. */
  private static final long INDEX_BYTES = 32L << 20;

  /** Share of the cache's limit for bytes that are read ahead and not yet decoded. */
  private static final int FETCH_SHARE = 4;

  private final SlabPool pool;
  private final long maxBytes;
  private final ConcurrentHashMap<ChunkKey, CachedChunk> chunks = new ConcurrentHashMap<>();
  private final ArrayDeque<CachedChunk> clock = new ArrayDeque<>();
  private final AtomicLong weight = new AtomicLong();
  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder evictions = new LongAdder();
  private final Cache<ChunkKey, Optional<ShardIndex>> indexes;
  private final Prefetch prefetch;
  private volatile long bound;

  /**
   * @param pool memory for decoded chunks; its limit is the hard limit
   * @param maxBytes maximum bytes of unpinned chunks; it should be less than the pool's limit, to
   *     leave memory for pinned chunks
   */
  public ChunkCache(SlabPool pool, long maxBytes) {
    if (maxBytes <= 0) {
      throw new IllegalArgumentException("a chunk cache of " + maxBytes + " bytes");
    }
    this.pool = pool;
    this.maxBytes = maxBytes;
    this.bound = maxBytes;
    this.indexes =
        Caffeine.newBuilder()
            .maximumWeight(INDEX_BYTES)
            .<ChunkKey, Optional<ShardIndex>>weigher((key, index) -> weigh(index))
            .build();
    this.prefetch = new Prefetch(maxBytes / FETCH_SHARE);
  }

  private static int weigh(Optional<ShardIndex> index) {
    return (int) Math.min(Integer.MAX_VALUE, 64 + index.map(ShardIndex::weight).orElse(0L));
  }

  /** Reads one chunk into a slab of this cache; empty for a chunk that was never written. */
  interface Loader {
    Optional<Slab> load(long chunk);
  }

  ChunkLease lease(long array, long chunk, Loader loader) {
    ChunkKey key = new ChunkKey(array, chunk);
    while (true) {
      CachedChunk found = chunks.get(key);
      if (found == null) {
        CachedChunk own = new CachedChunk(key);
        found = chunks.putIfAbsent(key, own);
        if (found == null) {
          misses.increment();
          load(own, chunk, loader);
          return new ChunkLease(own);
        }
      }
      if (found.tryPin()) {
        return joined(found);
      }
      chunks.remove(key, found);
    }
  }

  private ChunkLease joined(CachedChunk found) {
    if (!found.isLoaded()) {
      try {
        found.await();
      } catch (RuntimeException failed) {
        found.unpin();
        throw failed;
      }
    }
    hits.increment();
    if (!found.touched) {
      found.touched = true;
    }
    return new ChunkLease(found);
  }

  private void load(CachedChunk own, long chunk, Loader loader) {
    try {
      own.complete(loader.load(chunk));
    } catch (RuntimeException failed) {
      abandon(own, failed);
      throw failed;
    } catch (Error failed) {
      abandon(own, new ChunkUnavailableException("loading failed: " + failed));
      throw failed;
    }
    weight.addAndGet(own.weight());
    synchronized (clock) {
      clock.addLast(own);
    }
    if (weight.get() > bound) {
      evictDownTo(bound);
    }
  }

  /**
   * Keeps at most this many bytes of unpinned chunks from now on, for while the process has too
   * little memory, and returns memory beyond a quarter more to the operating system: whole regions
   * of the pool, with chunks that are in use as soon as their readers are done.
   *
   * @param bytes as {@link #maxBytes()} or more where memory is not short
   */
  public void limit(long bytes) {
    bound = Math.min(bytes, maxBytes);
    while (bound < maxBytes && pool.activeBytes() > bound + bound / 4) {
      OptionalInt region = pool.retireRegion();
      if (region.isEmpty()) {
        return;
      }
      evictRegion(region.getAsInt());
    }
  }

  /** Bytes that the pool has reserved from the operating system, in use or free. */
  public long reservedBytes() {
    return pool.reservedBytes();
  }

  private void evictRegion(int region) {
    synchronized (clock) {
      clock.removeIf(chunk -> chunk.isIn(region) && remove(chunk));
    }
  }

  private void abandon(CachedChunk own, RuntimeException failed) {
    chunks.remove(own.key, own);
    own.fail(failed);
    own.unpin();
  }

  /**
   * A slab of the pool for the caller's own use; evicts chunks when the pool is used up.
   *
   * @throws SlabExhaustedException when all chunks are pinned
   */
  public Slab acquire(long bytes) {
    while (true) {
      try {
        return pool.acquire(bytes);
      } catch (SlabExhaustedException full) {
        if (!evictOne()) {
          throw full;
        }
      }
    }
  }

  private void evictDownTo(long bound) {
    while (weight.get() > bound && evictOne()) {
      // each iteration frees one chunk
    }
  }

  /** Frees the next chunk that is neither pinned nor recently used; false when all are pinned. */
  private boolean evictOne() {
    synchronized (clock) {
      // Two passes: the first clears the marks, the second finds the unmarked entries.
      for (int steps = 2 * clock.size(); steps > 0; steps--) {
        CachedChunk next = clock.pollFirst();
        if (next == null) {
          return false;
        }
        boolean spared = next.touched && !isInvalidated(next);
        next.touched = false;
        if (!spared && remove(next)) {
          return true;
        }
        clock.addLast(next);
      }
      return false;
    }
  }

  private boolean isInvalidated(CachedChunk chunk) {
    return chunks.get(chunk.key) != chunk;
  }

  private boolean remove(CachedChunk chunk) {
    long bytes = chunk.weight();
    if (isInvalidated(chunk)) {
      // Invalidated before: the last reader releases its memory, here only its weight is
      // subtracted.
      weight.addAndGet(-bytes);
      chunk.detach();
      return true;
    }
    if (!chunk.tryKill()) {
      return false;
    }
    chunks.remove(chunk.key, chunk);
    weight.addAndGet(-bytes);
    evictions.increment();
    return true;
  }

  boolean cached(long array, long chunk) {
    CachedChunk found = chunks.get(new ChunkKey(array, chunk));
    return found != null && found.isLoaded();
  }

  /** Removes the chunk: later leases read it again, existing leases stay valid. */
  void invalidate(long array, long chunk) {
    CachedChunk found = chunks.remove(new ChunkKey(array, chunk));
    if (found != null) {
      found.detach();
    }
    prefetch.forget(new ChunkKey(array, chunk));
  }

  Optional<ShardIndex> index(
      long array, long shard, Function<ChunkKey, Optional<ShardIndex>> reader) {
    return indexes.get(new ChunkKey(array, shard), reader);
  }

  void invalidateIndex(long array, long shard) {
    indexes.invalidate(new ChunkKey(array, shard));
  }

  Prefetch prefetch() {
    return prefetch;
  }

  /** Removes every chunk without a reader. */
  public void clear() {
    evictDownTo(0);
    indexes.invalidateAll();
  }

  /** Bytes in use now, in size classes. */
  public long weight() {
    return weight.get();
  }

  public long maxBytes() {
    return maxBytes;
  }

  public ChunkCacheStats stats() {
    return new ChunkCacheStats(
        hits.sum(), misses.sum(), evictions.sum(), chunks.size(), weight.get());
  }

  /** Stops reading ahead; leases stay valid. */
  @Override
  public void close() {
    prefetch.close();
  }
}
