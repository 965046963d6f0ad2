package io.glebe.tile.series;

import java.util.concurrent.CancellationException;

/**
 * The heap of one series: covered pixels while they are computed and kept, and values kept for
 * medians and percentiles. It is taken before it is allocated. Implementations are thread-safe.
 */
public interface SeriesMemory {
  /** Memory without a limit, for background work that is limited by its number. */
  static SeriesMemory unlimited() {
    return new UnlimitedMemory();
  }

  /**
   * Checks that the series goes on.
   *
   * @throws CancellationException when it has ended or its client has left
   */
  void check();

  /**
   * Takes bytes before they are allocated.
   *
   * @throws RuntimeException when the series may not have them; it ends with this exception
   * @throws CancellationException as {@link #check}
   */
  void take(long bytes);

  /**
   * Takes bytes which the series can do without; false when it may not have them.
   *
   * @throws CancellationException as {@link #check}
   */
  boolean tryTake(long bytes);

  /** Gives back bytes that are no longer used. */
  void giveBack(long bytes);
}
