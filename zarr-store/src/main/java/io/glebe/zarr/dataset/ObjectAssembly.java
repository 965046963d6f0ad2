package io.glebe.zarr.dataset;

import io.glebe.zarr.chunk.ChunkSource;
import io.glebe.zarr.chunk.ChunkWriter;
import io.glebe.zarr.chunk.ChunkWriter.Durability;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Collects encoded chunks until their stored object (chunk or shard) is complete, and stores it.
 */
final class ObjectAssembly {
  /** Maximum encoded bytes of incomplete shards; above it the oldest shard is stored incomplete. */
  private static final long MAX_WAITING_BYTES = 64L << 20;

  private final ChunkWriter writer;
  private final ChunkSource chunks;
  private final LinkedHashMap<Long, Map<Long, Optional<byte[]>>> waiting = new LinkedHashMap<>();
  private final Set<Long> stored = new HashSet<>();
  private long waitingBytes;

  ObjectAssembly(ChunkWriter writer, ChunkSource chunks) {
    this.writer = writer;
    this.chunks = chunks;
  }

  void add(long chunk, MemorySegment elements) {
    Optional<byte[]> encoded = writer.encode(elements);
    long object = writer.grid().objectOf(chunk);
    Map<Long, Optional<byte[]>> parts = waiting.computeIfAbsent(object, o -> new LinkedHashMap<>());
    waitingBytes += size(encoded) - size(parts.getOrDefault(chunk, Optional.empty()));
    parts.put(chunk, encoded);
    if (parts.size() == writer.grid().chunksIn(object)) {
      store(object);
    }
    while (waitingBytes > MAX_WAITING_BYTES) {
      store(waiting.firstEntry().getKey());
    }
  }

  private static int size(Optional<byte[]> encoded) {
    return encoded.map(bytes -> bytes.length).orElse(0);
  }

  /** Stores the collected chunks of an object, if any. */
  private void store(long object) {
    Map<Long, Optional<byte[]>> parts = waiting.remove(object);
    if (parts == null) {
      return;
    }
    parts.values().forEach(part -> waitingBytes -= size(part));
    boolean again = !stored.add(object);
    boolean nothing = !again && parts.values().stream().allMatch(Optional::isEmpty);
    if (!nothing) {
      writer.put(object, parts, again, Durability.AT_FLUSH);
    }
    parts.keySet().forEach(chunks::invalidate);
  }

  /** Stores the collected chunks of this chunk's object, so that it can be read. */
  void flushObjectOf(long chunk) {
    store(writer.grid().objectOf(chunk));
  }

  void flush() {
    while (!waiting.isEmpty()) {
      store(waiting.firstEntry().getKey());
    }
  }

  void discard() {
    waiting.clear();
    waitingBytes = 0;
  }
}
