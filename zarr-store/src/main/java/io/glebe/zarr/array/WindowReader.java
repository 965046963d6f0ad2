package io.glebe.zarr.array;

import io.glebe.zarr.chunk.Box;
import io.glebe.zarr.chunk.ChunkLease;
import io.glebe.zarr.chunk.ChunkSource;
import io.glebe.zarr.meta.ArrayMeta;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;

/** Assembles a window from leased chunks. */
final class WindowReader {
  /** Number of chunks read ahead at a time. */
  private static final int AHEAD = 64;

  private final ArrayState array;

  WindowReader(ArrayState array) {
    this.array = array;
  }

  void read(Window window, MemorySegment target) {
    List<long[]> batch = new ArrayList<>(AHEAD);
    window.forEachChunk(
        index -> {
          batch.add(index);
          if (batch.size() == AHEAD) {
            copy(batch, window, target);
            batch.clear();
          }
        });
    copy(batch, window, target);
  }

  private void copy(List<long[]> indexes, Window window, MemorySegment target) {
    ChunkSource chunks = array.chunks();
    await(chunks, indexes.stream().mapToLong(chunks::chunkId).toArray());
    for (long[] index : indexes) {
      try (ChunkLease lease = chunks.lease(chunks.chunkId(index))) {
        copy(lease, window.chunkBox(index), window.box(), target);
      }
    }
  }

  private static void await(ChunkSource chunks, long[] ids) {
    try {
      chunks.fetch(ids).toCompletableFuture().join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failed;
    }
  }

  private void copy(ChunkLease lease, Box chunk, Box window, MemorySegment target) {
    ArrayMeta meta = array.meta();
    int size = meta.dataType().size();
    if (lease.isFill()) {
      window.fillShared(target, chunk, size, meta.fillValue().bits());
    } else {
      chunk.copyTo(lease.data(), window, target, size);
    }
  }
}
