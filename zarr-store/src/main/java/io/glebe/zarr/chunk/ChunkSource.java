package io.glebe.zarr.chunk;

import io.glebe.zarr.memory.Slab;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.Shape;
import io.glebe.zarr.store.ObjectStore;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The chunks of one array, identified by their number in C order of the (inner) chunk grid. Numbers
 * stay the same when the array grows along its first dimension.
 */
public final class ChunkSource {
  private static final AtomicLong NUMBERS = new AtomicLong();

  private final ChunkCache cache;
  private final ChunkReader reader;
  private final ArrayMeta meta;
  private final ChunkGrid grid;
  private final boolean remote;
  private final ChunkCache.Loader loader = this::load;
  private final long number;
  private final ChunkReader.Read read;
  private final ChunkSource immutable;

  /** The chunks of the array whose metadata was read at this path. */
  public ChunkSource(ObjectStore store, String path, ArrayMeta meta, ChunkCache cache) {
    this.cache = cache;
    this.meta = meta;
    this.grid = new ChunkGrid(meta);
    this.remote = store.remote();
    this.number = NUMBERS.incrementAndGet();
    this.reader = new ChunkReader(path, meta, grid, cache, number);
    this.read = store::get;
    this.immutable = new ChunkSource(this, store::getImmutable);
  }

  private ChunkSource(ChunkSource same, ChunkReader.Read read) {
    this.cache = same.cache;
    this.meta = same.meta;
    this.grid = same.grid;
    this.remote = same.remote;
    this.number = same.number;
    this.reader = same.reader;
    this.read = read;
    this.immutable = this;
  }

  /**
   * The same chunks, for readers of those that never change again, such as the chunks of visible
   * slices: their bytes may come from a copy on this machine.
   */
  public ChunkSource immutable() {
    return immutable;
  }

  /** The array's metadata at the creation of this source; only its first extent may be outdated. */
  public ArrayMeta meta() {
    return meta;
  }

  /** Extents of one decoded chunk. */
  public Shape chunkShape() {
    return grid.chunkShape();
  }

  /** Number of chunks along a dimension. */
  public long chunksAlong(int dimension) {
    return grid.chunksAlong(dimension);
  }

  public long chunkId(long... index) {
    return grid.id(index);
  }

  /** The number of a chunk of a three-dimensional array, without allocation. */
  public long chunkId(long first, long second, long third) {
    return grid.id(first, second, third);
  }

  /**
   * Pins the decoded chunk; reads and decodes it on this thread unless it is cached. When several
   * threads request it at once, one decodes it.
   *
   * @throws io.glebe.zarr.codec.CorruptChunkException with array, chunk and reason
   * @throws io.glebe.zarr.memory.SlabExhaustedException when everything in the pool is pinned
   */
  public ChunkLease lease(long chunkId) {
    return cache.lease(number, chunkId, loader);
  }

  /** Whether a lease needs neither reading nor decoding. */
  public boolean cached(long chunkId) {
    return cache.cached(number, chunkId);
  }

  /**
   * Reads the encoded bytes of chunks ahead on virtual threads, the chunks of one object in one
   * call. Completes when a lease of each chunk needs no I/O. Does nothing for a local store.
   */
  public CompletionStage<Void> fetch(long... chunkIds) {
    if (!remote) {
      return CompletableFuture.completedFuture(null);
    }
    Map<Long, List<Long>> byObject = new TreeMap<>();
    for (long chunk : chunkIds) {
      if (!cached(chunk)) {
        byObject.computeIfAbsent(grid.objectOf(chunk), o -> new ArrayList<>()).add(chunk);
      }
    }
    CompletableFuture<?>[] reads =
        byObject.entrySet().stream()
            .map(
                one ->
                    cache
                        .prefetch()
                        .fetch(
                            number,
                            one.getValue(),
                            chunks -> reader.readEncoded(one.getKey(), chunks, read)))
            .toArray(CompletableFuture[]::new);
    return CompletableFuture.allOf(reads);
  }

  /**
   * Removes a chunk (and the index of its shard) from the cache after it was overwritten in the
   * store.
   */
  public void invalidate(long chunkId) {
    cache.invalidateIndex(number, grid.objectOf(chunkId));
    cache.invalidate(number, chunkId);
  }

  private Optional<Slab> load(long chunk) {
    Optional<Optional<MemorySegment>> ahead =
        remote ? cache.prefetch().take(new ChunkKey(number, chunk)) : Optional.empty();
    return ahead.isPresent()
        ? ahead.get().map(encoded -> reader.decode(chunk, encoded))
        : reader.read(chunk, read);
  }
}
