package io.glebe.core.cube.series;

import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.tile.series.SeriesMemory;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * The memory of one series as a part of what all series may hold, and of what its caller may:
 * {@link MemoryBudget}. Refusals are problems: 413, 429 or 503.
 */
final class LeasedMemory implements SeriesMemory, AutoCloseable {
  private final MemoryBudget.Lease lease;
  private final BooleanSupplier isAbandoned;
  private volatile boolean closed;

  /**
   * @param isAbandoned whether the client has left; then nothing more is taken
   */
  LeasedMemory(MemoryBudget.Lease lease, BooleanSupplier isAbandoned) {
    this.lease = lease;
    this.isAbandoned = isAbandoned;
  }

  @Override
  public void check() {
    if (closed || isAbandoned.getAsBoolean()) {
      throw new CancellationException("the series has ended");
    }
  }

  @Override
  public void take(long bytes) {
    check();
    try {
      lease.grow(bytes);
    } catch (Problem refused) {
      throw refused.type() == ProblemType.OVER_BUDGET ? SeriesService.overBudget(refused) : refused;
    }
  }

  @Override
  public boolean tryTake(long bytes) {
    check();
    try {
      lease.grow(bytes);
      return true;
    } catch (Problem full) {
      return false;
    }
  }

  @Override
  public void giveBack(long bytes) {
    lease.replace(bytes, 0);
  }

  @Override
  public void close() {
    closed = true;
    lease.close();
  }
}
