package io.glebe.zarr.array;

import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.chunk.ChunkSource;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.NodeMeta;
import io.glebe.zarr.meta.Shape;
import io.glebe.zarr.store.ObjectStore;
import java.lang.foreign.MemorySegment;

/**
 * One array of Zarr version 2 or 3.
 *
 * <pre>{@code
 * ZarrArray array = ZarrArray.open(store, "cube/B04", cache);
 * array.readWindow(new long[] {3, 0, 0}, new int[] {1, 256, 256}, target);
 * }</pre>
 */
public final class ZarrArray {
  private final ObjectStore store;
  private final String path;
  private final ChunkCache cache;
  private volatile ArrayState state;

  private ZarrArray(ObjectStore store, String path, ArrayMeta meta, ChunkCache cache) {
    this.store = store;
    this.path = path;
    this.cache = cache;
    this.state = new ArrayState(store, path, meta, cache);
  }

  /**
   * Opens the array at this path.
   *
   * @throws NoSuchNodeException when there is none
   * @throws io.glebe.zarr.meta.MetadataException when its metadata is invalid or not supported
   */
  public static ZarrArray open(ObjectStore store, String path, ChunkCache cache) {
    NodeMeta node =
        new Documents(store).read(path).orElseThrow(() -> new NoSuchNodeException("array", path));
    if (!(node instanceof ArrayMeta meta)) {
      throw new NoSuchNodeException("array", path);
    }
    return new ZarrArray(store, path, meta, cache);
  }

  /**
   * Writes the metadata of a new array. All its elements read as the fill value.
   *
   * @throws NodeExistsException when the path is in use
   */
  public static ZarrArray create(ObjectStore store, String path, ArrayMeta meta, ChunkCache cache) {
    new Documents(store).create(path, meta);
    return new ZarrArray(store, path, meta, cache);
  }

  /** An array with known metadata, for example from consolidated metadata; reads nothing. */
  public static ZarrArray of(ObjectStore store, String path, ArrayMeta meta, ChunkCache cache) {
    return new ZarrArray(store, path, meta, cache);
  }

  public String path() {
    return path;
  }

  public ArrayMeta meta() {
    return state.meta();
  }

  /** The chunks, for readers that avoid a copy. */
  public ChunkSource chunks() {
    return state.chunks();
  }

  /**
   * Reads a window that lies inside the array.
   *
   * @param start first element in each dimension
   * @param shape extents of the window, at least 1 each
   * @param target elements in C order, little-endian; exactly the size of the window
   */
  public void readWindow(long[] start, int[] shape, MemorySegment target) {
    ArrayState now = state;
    new WindowReader(now).read(Window.inside(now.meta(), start, shape, target.byteSize()), target);
  }

  /** Writes a window inside the array; partially covered chunks keep their other elements. */
  public synchronized void writeWindow(long[] start, int[] shape, MemorySegment source) {
    ArrayState now = state;
    new WindowWriter(now).write(Window.inside(now.meta(), start, shape, source.byteSize()), source);
  }

  /**
   * Extends the array along a dimension by the given elements. The data is written before the
   * metadata, so that no reader sees the new extent without its data.
   *
   * @param length number of elements added along this dimension
   * @param source all added elements, C order, little-endian
   */
  public synchronized void append(int dimension, int length, MemorySegment source) {
    ArrayMeta meta = state.meta();
    long[] start = new long[meta.rank()];
    int[] shape = new int[meta.rank()];
    for (int i = 0; i < shape.length; i++) {
      shape[i] = i == dimension ? length : Math.toIntExact(meta.shape().get(i));
    }
    start[dimension] = meta.shape().get(dimension);
    Shape longer = meta.shape().with(dimension, start[dimension] + length);
    ArrayState next =
        dimension == 0
            ? state.withMeta(meta.withShape(longer))
            : new ArrayState(store, path, meta.withShape(longer), cache);
    new WindowWriter(next)
        .write(Window.inside(next.meta(), start, shape, source.byteSize()), source);
    publish(next, dimension == 0);
  }

  /**
   * Changes the extents. New elements read as the fill value, unless a chunk still has elements of
   * an earlier, longer shape: shortening an array removes no data, as in other implementations.
   */
  public synchronized void resize(Shape shape) {
    ArrayMeta meta = state.meta();
    boolean onlyFirst = true;
    for (int i = 1; i < meta.rank(); i++) {
      onlyFirst &= meta.shape().get(i) == shape.get(i);
    }
    publish(new ArrayState(store, path, meta.withShape(shape), cache), onlyFirst);
  }

  /** Reloads the metadata, which another process may have changed. */
  public synchronized void reload() {
    ArrayMeta previous = state.meta();
    NodeMeta node =
        new Documents(store).read(path).orElseThrow(() -> new NoSuchNodeException("array", path));
    if (!(node instanceof ArrayMeta now)) {
      throw new NoSuchNodeException("array", path);
    }
    boolean onlyFirst =
        now.rank() > 0
            && now.rank() == previous.rank()
            && previous.withShape(previous.shape().with(0, now.shape().get(0))).equals(now);
    state = onlyFirst ? state.withMeta(now) : new ArrayState(store, path, now, cache);
  }

  private void publish(ArrayState next, boolean sameChunkNumbers) {
    new Documents(store).replace(path, next.meta());
    state = sameChunkNumbers ? state.withMeta(next.meta()) : next;
  }
}
