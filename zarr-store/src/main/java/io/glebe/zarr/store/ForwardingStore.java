package io.glebe.zarr.store;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Passes every call to another store. An immutable object is read by {@link #get}, so that a store
 * which changes reads need not know of it.
 */
public abstract class ForwardingStore implements ObjectStore {
  private final ObjectStore store;

  protected ForwardingStore(ObjectStore store) {
    this.store = store;
  }

  @Override
  public Optional<Blob> get(String key, List<ByteRange> ranges) {
    return store.get(key, ranges);
  }

  @Override
  public void put(String key, MemorySegment bytes) {
    store.put(key, bytes);
  }

  @Override
  public void stage(String key, MemorySegment bytes) {
    store.stage(key, bytes);
  }

  @Override
  public void flush() {
    store.flush();
  }

  @Override
  public boolean putIfAbsent(String key, MemorySegment bytes) {
    return store.putIfAbsent(key, bytes);
  }

  @Override
  public void delete(String key) {
    store.delete(key);
  }

  @Override
  public long deletePrefix(String prefix) {
    return store.deletePrefix(prefix);
  }

  @Override
  public Stream<ObjectEntry> list(String prefix) {
    return store.list(prefix);
  }

  @Override
  public Stream<String> children(String prefix) {
    return store.children(prefix);
  }

  @Override
  public OptionalLong size(String key) {
    return store.size(key);
  }

  @Override
  public boolean remote() {
    return store.remote();
  }

  @Override
  public void close() {
    store.close();
  }
}
