package io.glebe.core.progress;

/**
 * Receives what long work does at the moment and how far it is. Implementations are cheap to call
 * and safe to call from any thread.
 */
public interface Progress {
  /** For work that nobody watches. */
  Progress NONE = new Progress() {};

  /** A piece of work begins that people should know of at once, because it is never short. */
  default void begin(String what) {}

  /** A piece of work begins that is short, as a rule. */
  default void step(String what) {}

  /**
   * How far the piece of work is.
   *
   * @param done at most {@code whole}
   * @param whole at least 1, in the same unit
   */
  default void reached(long done, long whole) {}
}
