package io.glebe.tile.series;

import io.glebe.tile.engine.EngineBusyException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * The heap that all series of a process may use: covered pixels while they are computed and kept,
 * and values kept for medians and percentiles. One series may use three quarters of it, so that
 * small ones can be computed beside the largest. Thread-safe.
 */
public final class SeriesMemory {
  private static final int RETRY_SECONDS = 2;

  private final long limit;
  private final long perSeries;
  private final AtomicLong used = new AtomicLong();

  /**
   * @param limit bytes
   */
  public SeriesMemory(long limit) {
    this.limit = limit;
    this.perSeries = limit - limit / 4;
  }

  /** Memory without a limit, for background work that is limited by its number. */
  public static SeriesMemory unlimited() {
    return new SeriesMemory(Long.MAX_VALUE);
  }

  /** Bytes in use. */
  public long used() {
    return used.get();
  }

  /** Opens the share of one series; close it when the series has ended. */
  public Share open() {
    return open(() -> false);
  }

  /**
   * As {@link #open()}.
   *
   * @param abandoned whether the client has left; then nothing more is taken
   */
  public Share open(BooleanSupplier abandoned) {
    return new Share(abandoned);
  }

  /** The heap of one series. Thread-safe. */
  public final class Share implements AutoCloseable {
    private long held;
    private boolean closed;

    private final BooleanSupplier abandoned;

    private Share(BooleanSupplier abandoned) {
      this.abandoned = abandoned;
    }

    /**
     * Checks that the series goes on.
     *
     * @throws CancellationException when it has ended or its client has left
     */
    synchronized void check() {
      if (closed || abandoned.getAsBoolean()) {
        throw new CancellationException("the series has ended");
      }
    }

    /**
     * Takes bytes before they are allocated.
     *
     * @throws SeriesTooLargeException when the series needs more than one series may use
     * @throws EngineBusyException when other series use the memory at present
     * @throws CancellationException when the series has ended or its client has left
     */
    public synchronized void take(long bytes) {
      check();
      if (held + bytes > perSeries) {
        throw new SeriesTooLargeException(
            "the series needs more than " + (perSeries >> 20) + " MB of memory");
      }
      if (used.addAndGet(bytes) > limit) {
        used.addAndGet(-bytes);
        throw new EngineBusyException(RETRY_SECONDS);
      }
      held += bytes;
    }

    /** Gives back bytes that are no longer used. */
    public synchronized void giveBack(long bytes) {
      if (!closed) {
        held -= bytes;
        used.addAndGet(-bytes);
      }
    }

    /** Gives back everything. */
    @Override
    public synchronized void close() {
      closed = true;
      used.addAndGet(-held);
      held = 0;
    }
  }
}
