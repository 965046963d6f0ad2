package io.glebe.tile.engine;

/**
 * The two queues of the render pool; whatever waits in TILES runs before anything in BACKGROUND.
 */
public enum Priority {
  TILES,
  BACKGROUND
}
