package io.glebe.core.progress;

/**
 * Receives the present step of long work and its progress. Implementations are cheap to call and
 * safe for threads.
 */
public interface Progress {
  /** Ignores all progress. */
  Progress NONE = new Progress() {};

  /** A long step begins; it is shown at once. */
  default void begin(String what) {}

  /** A step begins that is usually short. */
  default void step(String what) {}

  /**
   * The progress of the step.
   *
   * @param done at most {@code whole}
   * @param whole at least 1, in the same unit
   */
  default void reached(long done, long whole) {}
}
