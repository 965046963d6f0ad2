package io.glebe.zarr.dataset.layout;

/**
 * Storage options of a dataset's arrays.
 *
 * @param zarrFormat 3, or 2 for readers without support of version 3 (then without shards)
 * @param chunkSide rows and columns of a chunk, a multiple of 64; smaller grids get smaller chunks
 * @param shardSide rows and columns of a shard, a multiple of the chunk side; 0 = no shards
 * @param timeMajor keep full groups of slots in a second array with long, narrow chunks, which make
 *     the series of a field cheap
 */
public record DatasetOptions(int zarrFormat, int chunkSide, int shardSide, boolean timeMajor) {
  /** Chunk sides are multiples of this. */
  public static final int SIDE_STEP = 64;

  /** Largest side of a chunk. */
  public static final int MAX_CHUNK_SIDE = 4096;

  public DatasetOptions {
    if (zarrFormat != 2 && zarrFormat != 3) {
      throw new IllegalArgumentException("zarrFormat is 2 or 3, not " + zarrFormat);
    }
    if (chunkSide < SIDE_STEP || chunkSide > MAX_CHUNK_SIDE || chunkSide % SIDE_STEP != 0) {
      throw new IllegalArgumentException("chunkSide is a multiple of 64 up to 4096");
    }
    boolean sharded = shardSide > 0;
    if (shardSide < 0 || (sharded && (zarrFormat == 2 || shardSide % chunkSide != 0))) {
      throw new IllegalArgumentException(
          "shardSide is 0 or, in version 3, a multiple of chunkSide");
    }
  }

  /** Version 3, chunks of 256, and shards of 1024 for grids with a side over 2048. */
  public static DatasetOptions forGrid(GridSpec grid) {
    boolean large = Math.max(grid.width(), grid.height()) > 2048;
    return new DatasetOptions(3, 256, large ? 1024 : 0, false);
  }

  public DatasetOptions withTimeMajor(boolean wanted) {
    return new DatasetOptions(zarrFormat, chunkSide, shardSide, wanted);
  }
}
