package io.glebe.tile.kernel;

import java.util.Arrays;

/**
 * Ranges of elements of one decoded chunk, such as the pixels of its rows that lie in an area.
 * Reused scratch; belongs to one thread.
 */
public final class Runs {
  /** Maximum length of a run, so that kernels can reduce their partial sums in time. */
  private static final int LONGEST = 1 << 16;

  private int[] starts = new int[16];
  private int[] counts = new int[16];
  private int size;
  private long total;

  public Runs clear() {
    size = 0;
    total = 0;
    return this;
  }

  /**
   * Adds elements from number {@code start} on; a run directly after the previous one extends it.
   */
  public Runs add(int start, int count) {
    int end = start + count;
    for (int at = start; at < end; at += LONGEST) {
      append(at, Math.min(LONGEST, end - at));
    }
    return this;
  }

  private void append(int start, int count) {
    if (follows(start) && counts[size - 1] + count <= LONGEST) {
      counts[size - 1] += count;
    } else {
      if (size == starts.length) {
        starts = Arrays.copyOf(starts, 2 * size);
        counts = Arrays.copyOf(counts, 2 * size);
      }
      starts[size] = start;
      counts[size++] = count;
    }
    total += count;
  }

  private boolean follows(int start) {
    return size > 0 && starts[size - 1] + counts[size - 1] == start;
  }

  /** Number of runs. */
  public int size() {
    return size;
  }

  /** Elements of all runs. */
  public long total() {
    return total;
  }

  /** Heap that it uses, in bytes. */
  public long bytes() {
    return 2L * Integer.BYTES * starts.length;
  }

  int start(int run) {
    return starts[run];
  }

  int count(int run) {
    return counts[run];
  }
}
