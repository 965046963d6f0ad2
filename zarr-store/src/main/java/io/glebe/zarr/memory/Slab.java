package io.glebe.zarr.memory;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * A reference-counted slice of native memory from a {@link SlabPool}. It starts with one reference.
 * The release of the last reference returns the memory to the pool; a later read of the segment
 * would see another chunk's bytes, so hold a reference while reading.
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

  /** A segment of exactly the requested size. Its content is undefined until written. */
  public MemorySegment segment() {
    return segment;
  }

  /** Requested bytes. The pool accounts for the size class, which may be larger. */
  public long byteSize() {
    return segment.byteSize();
  }

  /** The region of the pool in which it lies, as {@link SlabPool#retireRegion} tells. */
  public int region() {
    return region.number();
  }

  /** Adds a reference. Throws when the slab has already been returned to the pool. */
  public Slab retain() {
    if (!tryRetain()) {
      throw new IllegalStateException("slab was already released");
    }
    return this;
  }

  /** Adds a reference unless the slab has already been returned to the pool. */
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

  /** Releases one reference; the last release returns the memory to the pool. */
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
