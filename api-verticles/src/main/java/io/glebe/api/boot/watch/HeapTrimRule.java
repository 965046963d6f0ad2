package io.glebe.api.boot.watch;

/**
 * Decides when a collection is worth its time: the heap is {@value #GROWN_BYTES} bytes larger than
 * after the last one, and at most one collection has happened since the last look. When a
 * collection gives little back, the next one waits twice as many looks. Not thread-safe.
 */
final class HeapTrimRule {
  static final long GROWN_BYTES = 64L << 20;

  /** Looks until the next collection after one that gave memory back. */
  static final int WAIT = 4;

  /** Most looks between two collections. */
  static final int LONGEST_WAIT = 256;

  private long least = Long.MAX_VALUE;
  private long lastCommitted;
  private long seen;
  private int wait = WAIT;
  private int looks;

  /**
   * Looks at the heap.
   *
   * @param committed bytes of the heap
   * @param collections so far
   */
  boolean isDue(long committed, long collections) {
    boolean isQuiet = collections - seen <= 1;
    seen = collections;
    least = Math.min(least, committed);
    lastCommitted = committed;
    looks = Math.max(0, looks - 1);
    return isQuiet && looks == 0 && committed - least >= GROWN_BYTES;
  }

  /** Takes note of what a collection has left. */
  void collected(long committed, long collections) {
    boolean isWorthIt = lastCommitted - committed >= GROWN_BYTES / 2;
    wait = isWorthIt ? WAIT : Math.min(LONGEST_WAIT, 2 * wait);
    looks = wait;
    least = committed;
    seen = collections;
  }
}
