package io.glebe.zarr.store;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A store of named objects of bytes. Keys are relative paths ({@code s2/B04/zarr.json}), see {@link
 * Keys}.
 *
 * <p>A put replaces the whole object atomically: a reader sees the old bytes or the new ones, never
 * a mixture, also after a crash. Every method may throw {@link StoreException}.
 */
public interface ObjectStore extends AutoCloseable {

  /** The whole object; empty when there is none. */
  default Optional<Blob> get(String key) {
    return get(key, List.of(ByteRange.all()));
  }

  /**
   * Several ranges of one version of one object; empty when there is none.
   *
   * @throws RangeOutsideObjectException when a range begins after the end
   */
  Optional<Blob> get(String key, List<ByteRange> ranges);

  /**
   * As {@link #get(String, List)}, of an object that will never be another one under this key, so
   * that its bytes may come from a copy on this machine.
   */
  default Optional<Blob> getImmutable(String key, List<ByteRange> ranges) {
    return get(key, ranges);
  }

  /** Stores the object durably: after the return it survives a loss of power. */
  void put(String key, MemorySegment bytes);

  default void put(String key, byte[] bytes) {
    put(key, MemorySegment.ofArray(bytes));
  }

  /**
   * As put, but durable only after the next {@link #flush()}: for data without references to it
   * yet.
   */
  default void stage(String key, MemorySegment bytes) {
    put(key, bytes);
  }

  /** Makes all staged objects durable. */
  default void flush() {}

  /**
   * Stores the object only if there is none; true when this call stored it. Of several concurrent
   * calls one succeeds.
   */
  boolean putIfAbsent(String key, MemorySegment bytes);

  default boolean putIfAbsent(String key, byte[] bytes) {
    return putIfAbsent(key, MemorySegment.ofArray(bytes));
  }

  /** Removes the object, if there is one. */
  void delete(String key);

  /** Removes every object whose key begins with {@code prefix + "/"} and returns their number. */
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

  /** Size in bytes; empty when there is no object. */
  OptionalLong size(String key);

  /** Whether a get waits for another machine, so that reading ahead on another thread pays off. */
  default boolean remote() {
    return false;
  }

  @Override
  default void close() {}
}
