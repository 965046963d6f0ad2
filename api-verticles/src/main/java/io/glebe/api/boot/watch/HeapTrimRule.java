package io.glebe.api.boot.watch;

/**
 * Decides when a collection is worth its time: the heap is {@value #GROWN_BYTES} bytes larger than
 * after the last one, and at most one collection has happened since the last look. When a
 * collection gives little back, the next one waits twice as many looks; that ends with a peak in
 * which the collector had work at {@value #PEAK} looks. Not thread-safe.
 */
final class HeapTrimRule {
  static final long GROWN_BYTES = 64L << 20;

  /** Looks until the next collection after one that gave memory back. */
  static final int WAIT = 4;

  /** Most looks between two collections. */
  static final int LONGEST_WAIT = 256;

  /** Looks with many collections, one after the other, that make a peak. */
  static final int PEAK = 5;

  private long least = Long.MAX_VALUE;
  private long lastCommitted;
  private long seen;
  private int wait = WAIT;
  private int looks;
  private int busyLooks;

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
    boolean isAfterPeak = isQuiet && busyLooks >= PEAK;
    looks = isAfterPeak ? 0 : Math.max(0, looks - 1);
    busyLooks = isQuiet ? 0 : busyLooks + 1;
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
