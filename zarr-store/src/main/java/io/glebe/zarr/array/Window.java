package io.glebe.zarr.array;

import io.glebe.zarr.chunk.Box;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.Shape;
import java.util.Arrays;
import java.util.function.Consumer;

/** A box inside an array and the chunks it touches. */
record Window(ArrayMeta meta, long[] start, long[] extent) {

  static Window inside(ArrayMeta meta, long[] start, int[] shape, long bytes) {
    int rank = meta.rank();
    if (start.length != rank || shape.length != rank) {
      throw new IllegalArgumentException(
          "a window of " + shape.length + " dimensions for an array of " + rank);
    }
    long expected = meta.dataType().size();
    long[] extent = new long[rank];
    for (int i = 0; i < rank; i++) {
      if (start[i] < 0 || shape[i] < 1 || start[i] > meta.shape().get(i) - shape[i]) {
        throw new IllegalArgumentException(
            "window at "
                + Arrays.toString(start)
                + " of "
                + Arrays.toString(shape)
                + " leaves the array of "
                + meta.shape());
      }
      extent[i] = shape[i];
      expected = Math.multiplyExact(expected, extent[i]);
    }
    if (bytes != expected) {
      throw new IllegalArgumentException(
          "a window of " + expected + " bytes, but memory of " + bytes);
    }
    return new Window(meta, start.clone(), extent);
  }

  Box box() {
    return new Box(start, extent);
  }

  /** The elements of the chunk with this index, in the array's coordinates. */
  Box chunkBox(long[] index) {
    Shape chunk = meta.innerChunkShape();
    long[] first = new long[index.length];
    for (int i = 0; i < first.length; i++) {
      first[i] = index[i] * chunk.get(i);
    }
    return new Box(first, chunk.toArray());
  }

  /**
   * Calls the visitor with the index of every chunk that shares an element with the window, in C
   * order.
   */
  void forEachChunk(Consumer<long[]> visitor) {
    visit(new long[start.length], 0, visitor);
  }

  private void visit(long[] index, int dimension, Consumer<long[]> visitor) {
    if (dimension == index.length) {
      visitor.accept(index.clone());
      return;
    }
    long chunk = meta.innerChunkShape().get(dimension);
    long last = (start[dimension] + extent[dimension] - 1) / chunk;
    for (long i = start[dimension] / chunk; i <= last; i++) {
      index[dimension] = i;
      visit(index, dimension + 1, visitor);
    }
  }
}
