package io.glebe.tile.engine;

import io.glebe.tile.plan.Budget;

/**
 * Sizes of a tile engine.
 *
 * @param threads number of render threads; one per core
 * @param tileQueue maximum number of images that wait for a render thread
 * @param backgroundQueue maximum number of waiting parts of series and bulk jobs
 * @param cacheBytes size of the tile cache
 * @param budget maximum cost of one image
 */
public record EngineSettings(
    int threads, int tileQueue, int backgroundQueue, long cacheBytes, Budget budget) {

  /** One thread per core. 256 waiting tiles per core are less than a tenth of a second of work. */
  public static EngineSettings forThisMachine() {
    int cores = Runtime.getRuntime().availableProcessors();
    return new EngineSettings(cores, 256 * cores, 64 * cores, 64L << 20, Budget.IMAGE);
  }

  public EngineSettings withCacheBytes(long bytes) {
    return new EngineSettings(threads, tileQueue, backgroundQueue, bytes, budget);
  }
}
