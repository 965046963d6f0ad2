package io.glebe.core.thread;

/**
 * Cuts long work of a virtual thread into slices, each followed by a turn of the other virtual
 * threads: their scheduler has no time slices, and work of tens of milliseconds would keep the
 * requests of other callers waiting for its carrier thread. {@code slices.add(text.length())} after
 * each part. On platform threads it changes nothing. Not thread-safe.
 */
public final class WorkSlices {
  private final int size;
  private int done;

  /**
   * @param size of a slice, in the units of {@link #add}; should take half a millisecond or less
   */
  public WorkSlices(int size) {
    this.size = size;
  }

  /** Counts what has been done; ends the slice when it is full. */
  public void add(int units) {
    done += units;
    if (done >= size) {
      done = 0;
      end();
    }
  }

  /** Gives the other virtual threads a turn. */
  @SuppressWarnings("ThreadPriorityCheck") // what this class is for
  public static void end() {
    if (Thread.currentThread().isVirtual()) {
      Thread.yield();
    }
  }
}
