package io.glebe.core.memory;

/**
 * The part of a request's memory that one result holds. Memory for the next piece is taken by an
 * estimate before it is read and corrected afterwards. One thread at a time.
 */
public final class ReadMemory {
  private final MemoryBudget.Lease lease;
  private long held;

  public ReadMemory(MemoryBudget.Lease lease) {
    this.lease = lease;
  }

  /**
   * Takes memory for a piece that will be read.
   *
   * @throws io.glebe.core.problem.Problem as {@link MemoryBudget.Lease#grow}
   */
  public void expect(long bytes) {
    lease.grow(bytes);
    held += bytes;
  }

  /**
   * Holds this many bytes from now on, for all that has been read so far.
   *
   * @throws io.glebe.core.problem.Problem as {@link MemoryBudget.Lease#grow}
   */
  public void hold(long bytes) {
    lease.replace(held, bytes);
    held = bytes;
  }

  /** Gives back what the result holds. */
  public void release() {
    hold(0);
  }
}
