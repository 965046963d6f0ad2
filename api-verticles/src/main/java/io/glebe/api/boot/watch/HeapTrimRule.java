package io.glebe.api.boot.watch;

/**
 * Decides when a collection is worth its time: the heap is {@value #GROWN_BYTES} bytes larger than
 * after the last one, and at most one collection has happened since the last look. When a
 * collection has given little back {@value #UNCOMMITTED} looks later, the next one waits twice as
 * many looks; that ends with a peak in which the collector had work at {@value #PEAK} looks. Not
 * thread-safe.
 */
final class HeapTrimRule {
  static final long GROWN_BYTES = 64L << 20;

  /** Looks until the next collection after one that gave memory back. */
  static final int WAIT = 4;

  /** Most looks between two collections. */
  static final int LONGEST_WAIT = 256;

  /** Looks until the heap has given back what a collection has freed (ZUncommitDelay). */
  static final int UNCOMMITTED = 2;

  /** Looks with many collections, one after the other, that make a peak. */
  static final int PEAK = 5;

  private long least = Long.MAX_VALUE;
  private long beforeCollection;
  private long seen;
  private int wait = WAIT;
  private int looks;
  private int untilChecked;
  private int busyLooks;

  /**
   * Looks at the heap. When a collection is due, {@link #collected} has to follow.
   *
   * @param committed bytes of the heap
   * @param collections so far
   */
  boolean isDue(long committed, long collections) {
    boolean isQuiet = collections - seen <= 1;
    boolean isAfterPeak = isQuiet && busyLooks >= PEAK;
    seen = collections;
    busyLooks = isQuiet ? 0 : busyLooks + 1;
    looks = Math.max(0, looks - 1);
    if (untilChecked > 0 && --untilChecked == 0) {
      checkResult(committed);
    }
    least = Math.min(least, committed);
    if (isAfterPeak) {
      looks = 0;
    }
    beforeCollection = untilChecked > 0 ? beforeCollection : committed;
    return isQuiet && looks == 0 && committed - least >= GROWN_BYTES;
  }

  /** Takes note of a collection. */
  void collected(long collections) {
    looks = wait;
    untilChecked = UNCOMMITTED;
    seen = collections;
  }

  private void checkResult(long committed) {
    boolean isWorthIt = beforeCollection - committed >= GROWN_BYTES / 2;
    wait = isWorthIt ? WAIT : Math.min(LONGEST_WAIT, 2 * wait);
    looks = wait - UNCOMMITTED;
    least = committed;
  }
}
