package io.glebe.zarr.store.hedge;

import java.util.Arrays;

/** How long the latest reads took, and how many of them failed. */
final class ReadTimes {
  private static final int WINDOW = 256;

  /** The figures are computed again after so many reads. */
  private static final int STEP = 32;

  private static final double HIGH = 0.95;

  /** A store of whose latest reads more than this share failed gets no second requests. */
  private static final double FAILING = 0.1;

  private final long[] nanos = new long[WINDOW];
  private final boolean[] failed = new boolean[WINDOW];
  private long reads;
  private volatile long high = Long.MAX_VALUE;
  private volatile boolean failing;

  synchronized void add(long took, boolean hasFailed) {
    int at = (int) (reads++ % WINDOW);
    nanos[at] = took;
    failed[at] = hasFailed;
    if (reads % STEP == 0) {
      int known = (int) Math.min(reads, WINDOW);
      long[] sorted = Arrays.copyOf(nanos, known);
      Arrays.sort(sorted);
      high = sorted[(int) (known * HIGH)];
      int failures = 0;
      for (boolean each : failed) {
        failures += each ? 1 : 0;
      }
      failing = failures > known * FAILING;
    }
  }

  /** The time in which 95 of 100 reads ended; without end until there were some. */
  long high() {
    return high;
  }

  boolean failing() {
    return failing;
  }
}
