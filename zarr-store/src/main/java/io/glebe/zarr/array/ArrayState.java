package io.glebe.zarr.array;

import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.chunk.ChunkSource;
import io.glebe.zarr.chunk.ChunkWriter;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.store.ObjectStore;

/** One version of an array's metadata with the objects built from it; immutable. */
record ArrayState(ArrayMeta meta, ChunkSource chunks, ChunkWriter writer, ChunkCache cache) {
  ArrayState(ObjectStore store, String path, ArrayMeta meta, ChunkCache cache) {
    this(
        meta, new ChunkSource(store, path, meta, cache), new ChunkWriter(store, path, meta), cache);
  }

  /** Changes the extent of the first dimension or the attributes; the chunks are the same. */
  ArrayState withMeta(ArrayMeta changed) {
    return new ArrayState(changed, chunks, writer, cache);
  }
}
