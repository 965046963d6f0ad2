package io.glebe.zarr.chunk;

import io.glebe.zarr.memory.Slab;
import io.glebe.zarr.memory.SlabPool;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the cache: loading (one pin, held by the loader), loaded, failed or dead. Dead means
 * evicted: its slab has been released and it can no longer be pinned.
 */
final class CachedChunk {
  private static final int DEAD = Integer.MIN_VALUE;
  private static final VarHandle PINS;

  /** Approximate heap bytes of an entry; the total weight of a fill-value chunk. */
  private static final long ENTRY_WEIGHT = 160;

  static {
    try {
      PINS = MethodHandles.lookup().findVarHandle(CachedChunk.class, "pins", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  final ChunkKey key;
  private final CountDownLatch completed = new CountDownLatch(1);
  private volatile int pins = 1;
  private volatile boolean loaded;
  private volatile boolean detached;
  private @Nullable Slab slab;
  private @Nullable RuntimeException failure;

  /**
   * Set by every reader, cleared by the eviction clock. A race only delays the eviction by one
   * pass.
   */
  boolean touched;

  CachedChunk(ChunkKey key) {
    this.key = key;
  }

  boolean tryPin() {
    while (true) {
      int now = pins;
      if (now < 0) {
        return false;
      }
      if (PINS.compareAndSet(this, now, now + 1)) {
        return true;
      }
    }
  }

  void unpin() {
    int before = (int) PINS.getAndAdd(this, -1);
    if (before == 1 && detached) {
      tryKill();
    }
  }

  /** Releases the memory unless a reader has pinned the chunk. */
  boolean tryKill() {
    if (!PINS.compareAndSet(this, 0, DEAD)) {
      return false;
    }
    if (slab != null) {
      slab.release();
    }
    return true;
  }

  /** Marks the entry as removed from the map; the last reader releases the memory. */
  void detach() {
    detached = true;
    tryKill();
  }

  boolean isLoaded() {
    return loaded;
  }

  /**
   * Sets the decoded chunk; empty for a chunk that was never written. Called once, by the loader.
   */
  void complete(Optional<Slab> decoded) {
    slab = decoded.orElse(null);
    loaded = true;
    completed.countDown();
  }

  void fail(RuntimeException reason) {
    failure = reason;
    completed.countDown();
  }

  /** Waits for the loader and rethrows its exception. The caller holds a pin. */
  void await() {
    try {
      completed.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new ChunkUnavailableException("interrupted while another thread loads the chunk");
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Only for a loaded, pinned chunk: null for a fill-value chunk. */
  @Nullable Slab slab() {
    return slab;
  }

  /** Whether its cells lie in this region of the pool. */
  boolean isIn(int region) {
    return slab != null && slab.region() == region;
  }

  long weight() {
    return ENTRY_WEIGHT + (slab == null ? 0 : SlabPool.footprint(slab.byteSize()));
  }
}
