package io.glebe.zarr.array;

import io.glebe.zarr.chunk.Box;
import io.glebe.zarr.chunk.ChunkLease;
import io.glebe.zarr.chunk.ChunkSource;
import io.glebe.zarr.chunk.ChunkWriter;
import io.glebe.zarr.chunk.ChunkWriter.Durability;
import io.glebe.zarr.chunk.Elements;
import io.glebe.zarr.memory.Slab;
import io.glebe.zarr.meta.ArrayMeta;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Cuts a window into chunks, completes partially covered chunks, and stores object by object. */
final class WindowWriter {
  private final ArrayState array;
  private final ArrayMeta meta;

  WindowWriter(ArrayState array) {
    this.array = array;
    this.meta = array.meta();
  }

  void write(Window window, MemorySegment source) {
    ChunkWriter writer = array.writer();
    Map<Long, List<long[]>> byObject = new TreeMap<>();
    window.forEachChunk(
        index ->
            byObject
                .computeIfAbsent(
                    writer.grid().objectOf(array.chunks().chunkId(index)), o -> new ArrayList<>())
                .add(index));
    byObject.forEach((object, indexes) -> put(object, indexes, window, source));
  }

  private void put(long object, List<long[]> indexes, Window window, MemorySegment source) {
    ChunkSource chunks = array.chunks();
    Map<Long, Optional<byte[]>> encoded = new LinkedHashMap<>();
    Slab slab = array.cache().acquire(meta.innerChunkBytes());
    try {
      for (long[] index : indexes) {
        fill(slab.segment(), index, window, source);
        encoded.put(chunks.chunkId(index), array.writer().encode(slab.segment()));
      }
    } finally {
      slab.release();
    }
    array.writer().put(object, encoded, true, Durability.AT_ONCE);
    encoded.keySet().forEach(chunks::invalidate);
  }

  private void fill(MemorySegment elements, long[] index, Window window, MemorySegment source) {
    Box chunk = window.chunkBox(index);
    if (window.box().covers(chunk, meta.shape().toArray())) {
      Elements.fill(elements, meta);
    } else {
      try (ChunkLease old = array.chunks().lease(array.chunks().chunkId(index))) {
        if (old.isFill()) {
          Elements.fill(elements, meta);
        } else {
          elements.copyFrom(old.data());
        }
      }
    }
    window.box().copyTo(source, chunk, elements, meta.dataType().size());
  }
}
