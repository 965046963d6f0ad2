package io.glebe.tile.engine;

/** Nanoseconds spent in each {@link Stage}; all zero for a tile from the cache. */
public final class StageTimes {
  private final long[] nanos = new long[Stage.values().length];

  void add(Stage stage, long elapsed) {
    nanos[stage.ordinal()] += elapsed;
  }

  public long nanos(Stage stage) {
    return nanos[stage.ordinal()];
  }
}
