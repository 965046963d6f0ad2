package io.glebe.zarr.chunk;

import io.glebe.zarr.codec.CodecChain;
import io.glebe.zarr.codec.CorruptChunkException;
import io.glebe.zarr.codec.ShardIndex;
import io.glebe.zarr.codec.ShardLayout;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.store.Blob;
import io.glebe.zarr.store.ByteRange;
import io.glebe.zarr.store.Keys;
import io.glebe.zarr.store.ObjectStore;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Encodes chunks and stores them; with shards, a whole shard at a time. Each stored object changes
 * atomically; the caller must prevent two concurrent writers of one object.
 */
public final class ChunkWriter {
  private final ObjectStore store;
  private final String path;
  private final ArrayMeta meta;
  private final ChunkGrid grid;
  private final CodecChain chain;

  public ChunkWriter(ObjectStore store, String path, ArrayMeta meta) {
    this.store = store;
    this.path = path;
    this.meta = meta;
    this.grid = new ChunkGrid(meta);
    this.chain = CodecChain.of(meta);
  }

  public ChunkGrid grid() {
    return grid;
  }

  /** The encoded chunk; empty when it holds only the fill value and need not be stored. */
  public Optional<byte[]> encode(MemorySegment decoded) {
    return Elements.isAllFill(decoded, meta)
        ? Optional.empty()
        : Optional.of(chain.encode(decoded));
  }

  /** The time at which writes become durable. */
  public enum Durability {
    /** On return. */
    AT_ONCE,
    /** At the store's next flush. */
    AT_FLUSH
  }

  /**
   * Stores chunks of one object, by number; an empty one is removed. Other chunks of the shard are
   * kept when {@code keepOthers} is true, else they are removed.
   */
  public void put(
      long object, Map<Long, Optional<byte[]>> chunks, boolean keepOthers, Durability durability) {
    String key = Keys.join(path, meta.key(grid.objectIndex(object)));
    Optional<byte[]> bytes =
        grid.shards()
            .map(layout -> shard(layout, key, chunks, keepOthers))
            .orElseGet(() -> chunks.values().iterator().next());
    if (bytes.isEmpty()) {
      store.delete(key);
    } else if (durability == Durability.AT_ONCE) {
      store.put(key, bytes.get());
    } else {
      store.stage(key, MemorySegment.ofArray(bytes.get()));
    }
  }

  private Optional<byte[]> shard(
      ShardLayout layout, String key, Map<Long, Optional<byte[]>> chunks, boolean keepOthers) {
    List<Optional<byte[]>> all =
        keepOthers && chunks.size() < layout.count() ? stored(layout, key) : nothing(layout);
    chunks.forEach((chunk, bytes) -> all.set(grid.ordinal(chunk), bytes));
    return all.stream().allMatch(Optional::isEmpty)
        ? Optional.empty()
        : Optional.of(layout.build(all));
  }

  private static List<Optional<byte[]>> nothing(ShardLayout layout) {
    List<Optional<byte[]>> all = new ArrayList<>(layout.count());
    for (int i = 0; i < layout.count(); i++) {
      all.add(Optional.empty());
    }
    return all;
  }

  private List<Optional<byte[]>> stored(ShardLayout layout, String key) {
    List<Optional<byte[]>> all = nothing(layout);
    Optional<Blob> stored = store.get(key);
    if (stored.isEmpty()) {
      return all;
    }
    try (Blob shard = stored.get()) {
      MemorySegment bytes = shard.bytes();
      ShardIndex index = layout.parse(index(layout, bytes), bytes.byteSize());
      for (int i = 0; i < layout.count(); i++) {
        if (!index.isMissing(i)) {
          MemorySegment one = bytes.asSlice(index.offset(i), index.length(i));
          all.set(i, Optional.of(one.toArray(ValueLayout.JAVA_BYTE)));
        }
      }
      return all;
    } catch (CorruptChunkException corrupt) {
      throw corrupt.in(path, key);
    }
  }

  private static MemorySegment index(ShardLayout layout, MemorySegment shard) {
    ByteRange range =
        layout.indexAtEnd()
            ? ByteRange.suffix(layout.indexBytes())
            : ByteRange.of(0, layout.indexBytes());
    if (shard.byteSize() == 0) {
      return shard;
    }
    ByteRange cut = range.within("shard", shard.byteSize());
    return shard.asSlice(cut.offset(), cut.length());
  }
}
