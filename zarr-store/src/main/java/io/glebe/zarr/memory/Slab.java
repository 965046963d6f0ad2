package io.glebe.zarr.memory;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * A reference-counted piece of native memory out of a {@link SlabPool}. It starts with one
 * reference; when the last one is released the memory goes back to the pool, and whoever still
 * holds the segment would read another chunk's bytes: retain as long as you read.
 */
public final class Slab {
  private static final AtomicIntegerFieldUpdater<Slab> REFERENCES =
      AtomicIntegerFieldUpdater.newUpdater(Slab.class, "references");

  private final SlabPool pool;
  private final Region region;
  private final int block;
  private final MemorySegment segment;
  private volatile int references = 1;

  Slab(SlabPool pool, Region region, int block, MemorySegment segment) {
    this.pool = pool;
    this.region = region;
    this.block = block;
    this.segment = segment;
  }

  /** Exactly the bytes that were asked for; their content is undefined until written. */
  public MemorySegment segment() {
    return segment;
  }

  /** Bytes asked for; the pool accounts for the size class, which may be larger. */
  public long byteSize() {
    return segment.byteSize();
  }

  /** Adds a reference. Fails when the slab has already gone back to the pool. */
  public Slab retain() {
    if (!tryRetain()) {
      throw new IllegalStateException("slab was already released");
    }
    return this;
  }

  /** Adds a reference unless the slab has already gone back to the pool. */
  public boolean tryRetain() {
    int now;
    do {
      now = references;
      if (now == 0) {
        return false;
      }
    } while (!REFERENCES.compareAndSet(this, now, Math.addExact(now, 1)));
    return true;
  }

  /** Gives one reference back; the last one returns the memory to the pool. */
  public void release() {
    int now;
    do {
      now = references;
      if (now == 0) {
        throw new IllegalStateException("slab was released more often than retained");
      }
    } while (!REFERENCES.compareAndSet(this, now, now - 1));
    if (now == 1) {
      pool.free(region, block);
    }
  }
}
