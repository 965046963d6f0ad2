package io.glebe.zarr.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * One large allocation, divided by the buddy algorithm into blocks of powers of two, so that
 * adjacent free blocks are merged again. Not thread-safe: guarded by the pool's lock.
 */
final class Region {
  private static final int NONE = -1;
  private static final byte INSIDE = -1;
  private static final long ALIGNMENT = 64;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory;
  private final int unitShift;
  private final int topOrder;
  private final int[] heads;
  private final int[] next;
  private final int[] previous;
  private final byte[] freeOrder;
  private final byte[] usedOrder;
  private final int number;
  private long usedBytes;
  private boolean retired;

  /**
   * A region of {@code 1 << (unitShift + topOrder)} bytes.
   *
   * @param number tells the regions of a pool apart
   */
  Region(int number, int unitShift, int topOrder) {
    this.number = number;
    this.unitShift = unitShift;
    this.topOrder = topOrder;
    this.memory = arena.allocate(1L << (unitShift + topOrder), ALIGNMENT);
    int units = 1 << topOrder;
    heads = new int[topOrder + 1];
    next = new int[units];
    previous = new int[units];
    freeOrder = new byte[units];
    usedOrder = new byte[units];
    Arrays.fill(heads, NONE);
    Arrays.fill(freeOrder, INSIDE);
    Arrays.fill(usedOrder, INSIDE);
    push(0, topOrder);
  }

  int number() {
    return number;
  }

  long byteSize() {
    return memory.byteSize();
  }

  /** Bytes of the blocks that have been taken. */
  long usedBytes() {
    return usedBytes;
  }

  /** Whether no more blocks are taken, so that it becomes free. */
  boolean isRetired() {
    return retired;
  }

  void retire(boolean isRetired) {
    retired = isRetired;
  }

  boolean isFree() {
    return heads[topOrder] != NONE;
  }

  /** The first unit of a block of this order, or -1 when the region has none. */
  int take(int order) {
    int found = order;
    while (found <= topOrder && heads[found] == NONE) {
      found++;
    }
    if (found > topOrder) {
      return NONE;
    }
    int block = heads[found];
    unlink(block, found);
    while (found > order) {
      found--;
      push(block + (1 << found), found);
    }
    usedOrder[block] = (byte) order;
    usedBytes += 1L << (unitShift + order);
    return block;
  }

  /** Returns a block, merges it with its free neighbours and returns its bytes. */
  long give(int block) {
    int order = usedOrder[block];
    if (order < 0) {
      throw new IllegalStateException("block " + block + " is not in use");
    }
    final long bytes = 1L << (unitShift + order);
    usedOrder[block] = INSIDE;
    usedBytes -= bytes;
    int joined = block;
    while (order < topOrder) {
      int buddy = joined ^ (1 << order);
      if (freeOrder[buddy] != order) {
        break;
      }
      unlink(buddy, order);
      joined = Math.min(joined, buddy);
      order++;
    }
    push(joined, order);
    return bytes;
  }

  MemorySegment slice(int block, long bytes) {
    return memory.asSlice((long) block << unitShift, bytes);
  }

  /** Returns the memory to the operating system; only for a completely free region. */
  void close() {
    NativePages.giveBack(memory);
    arena.close();
  }

  private void push(int block, int order) {
    int head = heads[order];
    next[block] = head;
    previous[block] = NONE;
    if (head != NONE) {
      previous[head] = block;
    }
    heads[order] = block;
    freeOrder[block] = (byte) order;
  }

  private void unlink(int block, int order) {
    int after = next[block];
    int before = previous[block];
    if (before == NONE) {
      heads[order] = after;
    } else {
      next[before] = after;
    }
    if (after != NONE) {
      previous[after] = before;
    }
    freeOrder[block] = INSIDE;
  }
}
