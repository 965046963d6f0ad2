package io.glebe.zarr.chunk;

import io.glebe.zarr.codec.CodecChain;
import io.glebe.zarr.codec.CorruptChunkException;
import io.glebe.zarr.codec.ShardIndex;
import io.glebe.zarr.codec.ShardLayout;
import io.glebe.zarr.memory.Slab;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.store.Blob;
import io.glebe.zarr.store.ByteRange;
import io.glebe.zarr.store.Keys;
import io.glebe.zarr.store.RangeOutsideObjectException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the encoded bytes of a chunk from the store and decodes them into a slab. */
final class ChunkReader {
  /** A get of the store: of what is stored now, or of what never changes again. */
  interface Read {
    Optional<Blob> get(String key, List<ByteRange> ranges);
  }

  private final String path;
  private final ArrayMeta meta;
  private final ChunkGrid grid;
  private final ChunkCache cache;
  private final long number;
  private final CodecChain chain;

  /**
   * The range of a whole unsharded object, limited to the size of a valid chunk plus one byte,
   * which shows that the object is too long.
   */
  private final ByteRange whole;

  ChunkReader(String path, ArrayMeta meta, ChunkGrid grid, ChunkCache cache, long number) {
    this.path = path;
    this.meta = meta;
    this.grid = grid;
    this.cache = cache;
    this.number = number;
    this.chain = CodecChain.of(meta);
    this.whole = ByteRange.of(0, chain.maxEncodedBytes() + 1);
  }

  private String key(long chunk) {
    return Keys.join(path, meta.key(grid.objectIndex(chunk)));
  }

  /** Reads and decodes; empty for a chunk that was never written. */
  Optional<Slab> read(long chunk, Read read) {
    Optional<ByteRange> range = Optional.of(whole);
    if (grid.shards().isPresent()) {
      range = range(chunk, index(grid.objectOf(chunk), read));
    }
    if (range.isEmpty()) {
      return Optional.empty();
    }
    Optional<Blob> blob = get(chunk, List.of(range.get()), read);
    if (blob.isEmpty()) {
      return Optional.empty();
    }
    try (Blob encoded = blob.get()) {
      return Optional.of(decode(chunk, encoded.bytes()));
    }
  }

  Slab decode(long chunk, MemorySegment encoded) {
    if (encoded.byteSize() > chain.maxEncodedBytes()) {
      throw new CorruptChunkException("longer than " + chain.maxEncodedBytes() + " bytes")
          .in(name(), grid.describe(chunk));
    }
    Slab slab = cache.acquire(chain.decodedBytes());
    boolean decoded = false;
    try {
      chain.decode(encoded, slab.segment());
      decoded = true;
      return slab;
    } catch (CorruptChunkException corrupt) {
      throw corrupt.in(name(), grid.describe(chunk));
    } finally {
      if (!decoded) {
        slab.release();
      }
    }
  }

  /** The encoded bytes of chunks of one object, on the heap, in the given order. */
  List<Optional<MemorySegment>> readEncoded(long object, List<Long> chunks, Read read) {
    if (grid.shards().isEmpty()) {
      return List.of(get(object, List.of(whole), read).map(ChunkReader::onHeap));
    }
    Optional<ShardIndex> index = index(object, read);
    List<ByteRange> ranges = new ArrayList<>();
    List<Optional<ByteRange>> wanted = chunks.stream().map(chunk -> range(chunk, index)).toList();
    wanted.forEach(range -> range.ifPresent(ranges::add));
    List<Optional<MemorySegment>> parts = new ArrayList<>();
    if (ranges.isEmpty()) {
      wanted.forEach(none -> parts.add(Optional.empty()));
      return parts;
    }
    Optional<Blob> blob = get(object, ranges, read);
    int next = 0;
    for (Optional<ByteRange> range : wanted) {
      boolean present = range.isPresent() && blob.isPresent();
      parts.add(present ? Optional.of(heapPart(blob.get(), next)) : Optional.empty());
      next += range.isPresent() ? 1 : 0;
    }
    blob.ifPresent(Blob::close);
    return parts;
  }

  private static MemorySegment onHeap(Blob blob) {
    try (blob) {
      return heapPart(blob, 0);
    }
  }

  private static MemorySegment heapPart(Blob blob, int part) {
    MemorySegment bytes = blob.part(part);
    return bytes.isNative() ? MemorySegment.ofArray(toArray(bytes)) : bytes;
  }

  private static byte[] toArray(MemorySegment bytes) {
    return bytes.toArray(ValueLayout.JAVA_BYTE);
  }

  private Optional<ByteRange> range(long chunk, Optional<ShardIndex> index) {
    int ordinal = grid.ordinal(chunk);
    if (index.isEmpty() || index.get().isMissing(ordinal)) {
      return Optional.empty();
    }
    long length = index.get().length(ordinal);
    if (length == 0 || length > chain.maxEncodedBytes()) {
      throw new CorruptChunkException("shard index claims " + length + " bytes for it")
          .in(name(), grid.describe(chunk));
    }
    return Optional.of(ByteRange.of(index.get().offset(ordinal), length));
  }

  private Optional<ShardIndex> index(long object, Read read) {
    return cache.index(number, object, key -> readIndex(object, read));
  }

  private Optional<ShardIndex> readIndex(long object, Read read) {
    ShardLayout layout = grid.shards().orElseThrow();
    int bytes = layout.indexBytes();
    ByteRange range = layout.indexAtEnd() ? ByteRange.suffix(bytes) : ByteRange.of(0, bytes);
    Optional<Blob> blob = get(object, List.of(range), read);
    if (blob.isEmpty()) {
      return Optional.empty();
    }
    try (Blob index = blob.get()) {
      return Optional.of(layout.parse(index.bytes(), index.objectSize()));
    } catch (CorruptChunkException corrupt) {
      throw corrupt.in(name(), grid.describe(object));
    }
  }

  private Optional<Blob> get(long chunk, List<ByteRange> ranges, Read read) {
    try {
      return read.get(key(chunk), ranges);
    } catch (RangeOutsideObjectException shorter) {
      throw new CorruptChunkException(String.valueOf(shorter.getMessage()), shorter)
          .in(name(), grid.describe(chunk));
    }
  }

  private String name() {
    return path.isEmpty() ? "/" : path;
  }
}
