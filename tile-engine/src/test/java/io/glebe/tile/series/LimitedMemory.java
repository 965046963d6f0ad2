package io.glebe.tile.series;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** The memory of one series, up to a limit. */
final class LimitedMemory implements SeriesMemory {
  private final long limit;
  private final BooleanSupplier isAbandoned;
  private final AtomicLong used = new AtomicLong();

  /** No more memory can be had. */
  static final class Full extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  LimitedMemory(long limit) {
    this(limit, () -> false);
  }

  LimitedMemory(long limit, BooleanSupplier isAbandoned) {
    this.limit = limit;
    this.isAbandoned = isAbandoned;
  }

  long used() {
    return used.get();
  }

  @Override
  public void check() {
    if (isAbandoned.getAsBoolean()) {
      throw new CancellationException("the client has left");
    }
  }

  @Override
  public void take(long bytes) {
    if (!tryTake(bytes)) {
      throw new Full();
    }
  }

  @Override
  public boolean tryTake(long bytes) {
    check();
    if (used.addAndGet(bytes) > limit) {
      used.addAndGet(-bytes);
      return false;
    }
    return true;
  }

  @Override
  public void giveBack(long bytes) {
    used.addAndGet(-bytes);
  }
}
