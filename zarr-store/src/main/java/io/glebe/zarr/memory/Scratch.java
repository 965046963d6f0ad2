package io.glebe.zarr.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A growing native buffer for one thread at a time. It keeps its largest size, so that the steady
 * state allocates nothing. The garbage collector frees its memory after the scratch becomes
 * unreachable.
 */
public final class Scratch {
  private static final long SMALLEST = 64L << 10;
  private static final long ALIGNMENT = 64;

  private final long maxBytes;
  private MemorySegment memory = MemorySegment.NULL;

  /** A scratch that refuses to grow beyond {@code maxBytes}. */
  public Scratch(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** At least {@code bytes} bytes of undefined content, valid until the next call. */
  public MemorySegment atLeast(long bytes) {
    if (memory.byteSize() < bytes) {
      if (bytes > maxBytes) {
        throw new IllegalArgumentException(
            "scratch of " + bytes + " bytes exceeds the bound of " + maxBytes);
      }
      long rounded = Math.max(SMALLEST, Long.highestOneBit(bytes - 1) << 1);
      memory = Arena.ofAuto().allocate(Math.min(rounded, maxBytes), ALIGNMENT);
    }
    return memory;
  }

  /** Current size, bytes. */
  public long byteSize() {
    return memory.byteSize();
  }
}
