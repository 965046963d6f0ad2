package io.glebe.zarr.chunk;

import io.glebe.zarr.codec.ShardLayout;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.Shape;
import java.util.Arrays;
import java.util.Optional;

/**
 * Converts between chunk numbers, indexes in the chunk grid and stored objects. The grid of a
 * sharded array counts inner chunks and is extended to whole shards, so that every inner chunk of
 * an edge shard has a number.
 */
public final class ChunkGrid {
  private final Shape chunkShape;
  private final Optional<ShardLayout> shards;
  private final long[] extents;
  private final long[] along;
  private final long[] perObject;

  public ChunkGrid(ArrayMeta meta) {
    this.chunkShape = meta.innerChunkShape();
    this.shards = ShardLayout.of(meta);
    this.extents = meta.shape().toArray();
    this.perObject = new long[meta.rank()];
    this.along = new long[meta.rank()];
    for (int i = 0; i < along.length; i++) {
      int dimension = i;
      perObject[i] = shards.map(layout -> layout.chunksPerShard().get(dimension)).orElse(1L);
      long object = meta.chunkShape().get(i);
      along[i] = Math.ceilDiv(extents[i], object) * perObject[i];
    }
  }

  public Shape chunkShape() {
    return chunkShape;
  }

  /** Number of chunks along a dimension that hold elements of the array. */
  public long chunksAlong(int dimension) {
    return Math.ceilDiv(extents[dimension], chunkShape.get(dimension));
  }

  public long id(long... index) {
    if (index.length != along.length) {
      throw new IllegalArgumentException(
          "an index of " + index.length + " dimensions for an array of " + along.length);
    }
    long id = 0;
    for (int i = 0; i < index.length; i++) {
      id = id * along[i] + checked(index[i], i);
    }
    return id;
  }

  public long id(long first, long second, long third) {
    if (along.length != 3) {
      throw new IllegalArgumentException("an array of " + along.length + " dimensions, not 3");
    }
    return (checked(first, 0) * along[1] + checked(second, 1)) * along[2] + checked(third, 2);
  }

  /** The first dimension may have grown since, so only its lower bound is checked. */
  private long checked(long index, int dimension) {
    if (index < 0 || (dimension > 0 && index >= along[dimension])) {
      throw new IndexOutOfBoundsException(
          "chunk " + index + " of " + along[dimension] + " in dimension " + dimension);
    }
    return index;
  }

  public long[] index(long id) {
    long[] index = new long[along.length];
    long rest = id;
    for (int i = along.length - 1; i > 0; i--) {
      index[i] = rest % along[i];
      rest /= along[i];
    }
    if (along.length > 0) {
      index[0] = rest;
    }
    return index;
  }

  /** The index of the stored object (chunk or shard) of a chunk. */
  public long[] objectIndex(long id) {
    long[] index = index(id);
    for (int i = 0; i < index.length; i++) {
      index[i] /= perObject[i];
    }
    return index;
  }

  /** The number of the stored object: the number of its first chunk. */
  public long objectOf(long id) {
    long[] index = index(id);
    for (int i = 0; i < index.length; i++) {
      index[i] -= index[i] % perObject[i];
    }
    return id(index);
  }

  /** The ordinal of a chunk in its shard; 0 without shards. */
  public int ordinal(long id) {
    if (shards.isEmpty()) {
      return 0;
    }
    long[] index = index(id);
    for (int i = 0; i < index.length; i++) {
      index[i] %= perObject[i];
    }
    return shards.get().ordinal(index);
  }

  /**
   * Number of chunks of one stored object that hold cells of the array (all of them along the first
   * axis).
   */
  public int chunksIn(long object) {
    long[] first = index(object);
    long count = 1;
    for (int i = 0; i < first.length; i++) {
      count *= i == 0 ? perObject[0] : Math.min(perObject[i], chunksAlong(i) - first[i]);
    }
    return Math.toIntExact(count);
  }

  Optional<ShardLayout> shards() {
    return shards;
  }

  String describe(long id) {
    return Arrays.toString(index(id));
  }
}
