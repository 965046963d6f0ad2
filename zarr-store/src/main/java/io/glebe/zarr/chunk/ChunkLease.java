package io.glebe.zarr.chunk;

import io.glebe.zarr.memory.Slab;
import java.lang.foreign.MemorySegment;

/**
 * One reader's pin on one decoded chunk: C order, little-endian, the full inner chunk shape. Valid
 * until {@link #close()}; a reader that keeps the segment longer reads the bytes of another chunk.
 */
public final class ChunkLease implements AutoCloseable {
  private final CachedChunk chunk;
  private boolean closed;

  ChunkLease(CachedChunk chunk) {
    this.chunk = chunk;
  }

  /** The chunk's elements, read-only. Throws for a fill-value chunk, which has no memory. */
  public MemorySegment data() {
    Slab slab = chunk.slab();
    if (closed || slab == null) {
      throw new IllegalStateException(
          closed ? "lease is closed" : "a fill-value chunk has no data");
    }
    return slab.segment();
  }

  /** True for a chunk that was never written: all its elements are the array's fill value. */
  public boolean isFill() {
    return chunk.slab() == null;
  }

  /** Unpins the chunk; a second call does nothing. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      chunk.unpin();
    }
  }
}
