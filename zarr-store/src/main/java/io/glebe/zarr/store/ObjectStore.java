package io.glebe.zarr.store;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Named objects of bytes. Keys are relative paths ({@code s2/B04/zarr.json}), see {@link Keys}.
 *
 * <p>A put replaces the whole object at once: a reader sees the old bytes or the new ones, never a
 * mixture, also after a crash. Every method may throw {@link StoreException}.
 */
public interface ObjectStore extends AutoCloseable {

  /** The whole object; empty where there is none. */
  default Optional<Blob> get(String key) {
    return get(key, List.of(ByteRange.all()));
  }

  /**
   * Several ranges of one version of one object; empty where there is none.
   *
   * @throws RangeOutsideObjectException when a range begins behind the end
   */
  Optional<Blob> get(String key, List<ByteRange> ranges);

  /** Stores the object durably: after a return it survives a loss of power. */
  void put(String key, MemorySegment bytes);

  default void put(String key, byte[] bytes) {
    put(key, MemorySegment.ofArray(bytes));
  }

  /**
   * Like put, but durable only after the next {@link #flush()}: for data which nothing points to
   * yet.
   */
  default void stage(String key, MemorySegment bytes) {
    put(key, bytes);
  }

  /** Makes all staged objects durable. */
  default void flush() {}

  /**
   * Stores the object only where there is none; true when this call stored it. Of several at once
   * one wins.
   */
  boolean putIfAbsent(String key, MemorySegment bytes);

  default boolean putIfAbsent(String key, byte[] bytes) {
    return putIfAbsent(key, MemorySegment.ofArray(bytes));
  }

  /** Removes the object, if there is one. */
  void delete(String key);

  /** Removes every object whose key begins with {@code prefix + "/"}; returns how many. */
  long deletePrefix(String prefix);

  /**
   * All objects whose key begins with {@code prefix + "/"} (all for an empty prefix), in no order.
   * Close the stream.
   */
  Stream<ObjectEntry> list(String prefix);

  /**
   * The distinct names that follow {@code prefix + "/"} up to the next slash, in no order. Close
   * the stream.
   */
  Stream<String> children(String prefix);

  /** Size in bytes; empty where there is no object. */
  OptionalLong size(String key);

  /** True when a get waits for another machine, so that reading ahead is worth a thread. */
  default boolean remote() {
    return false;
  }

  @Override
  default void close() {}
}
