package io.glebe.tile.engine;

/** The two queues of the render pool. All jobs in TILES run before any job in BACKGROUND. */
public enum Priority {
  TILES,
  BACKGROUND
}
