package io.glebe.tile.engine;

import io.glebe.tile.plan.Budget;

/**
 * Sizes of a tile engine.
 *
 * @param threads render threads; one per core
 * @param tileLane pictures that may wait for a render thread
 * @param backgroundLane pieces of series and bulk jobs that may wait
 * @param cacheBytes rendered tiles kept
 * @param budget the most one picture may cost
 */
public record EngineSettings(
    int threads, int tileLane, int backgroundLane, long cacheBytes, Budget budget) {

  /** One thread per core; 256 waiting tiles per core are under a tenth of a second of work. */
  public static EngineSettings forThisMachine() {
    int cores = Runtime.getRuntime().availableProcessors();
    return new EngineSettings(cores, 256 * cores, 64 * cores, 64L << 20, Budget.PICTURE);
  }

  public EngineSettings withCacheBytes(long bytes) {
    return new EngineSettings(threads, tileLane, backgroundLane, bytes, budget);
  }
}
