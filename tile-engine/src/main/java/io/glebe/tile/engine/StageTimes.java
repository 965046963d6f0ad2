package io.glebe.tile.engine;

/**
 * Nanoseconds spent in each {@link Stage}, and when it ended; all zero for a tile from the cache.
 */
public final class StageTimes {
  private final long[] nanos = new long[Stage.values().length];
  private final long[] ends = new long[Stage.values().length];

  void add(Stage stage, long elapsed) {
    nanos[stage.ordinal()] += elapsed;
    ends[stage.ordinal()] = System.nanoTime();
  }

  public long nanos(Stage stage) {
    return nanos[stage.ordinal()];
  }

  /** The end of the last part of a stage, as {@link System#nanoTime}. */
  public long end(Stage stage) {
    return ends[stage.ordinal()];
  }
}
