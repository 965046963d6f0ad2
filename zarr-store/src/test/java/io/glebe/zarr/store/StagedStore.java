package io.glebe.zarr.store;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A test store in front of another: it can act like a remote one, stop before a get, be full after
 * some bytes (as a disk: the put fails and stores nothing), or die at a certain put.
 */
public final class StagedStore extends ForwardingStore {
  private final ObjectStore store;
  private volatile boolean remote;
  private volatile boolean lax;
  private volatile Consumer<String> beforeGet = key -> {};
  private volatile Predicate<String> deadAt = key -> false;
  private volatile boolean dead;
  private final AtomicLong capacity = new AtomicLong(Long.MAX_VALUE);

  public StagedStore(ObjectStore store) {
    super(store);
    this.store = store;
  }

  public StagedStore asRemote() {
    remote = true;
    return this;
  }

  /** Puts do not wait for the disk: for tests with much data that need not survive. */
  public StagedStore lax() {
    lax = true;
    return this;
  }

  public void beforeGet(Consumer<String> action) {
    beforeGet = action;
  }

  /**
   * From the first put or delete of such a key on, every change fails, as if the process had died.
   */
  public void dieAt(Predicate<String> key) {
    deadAt = key;
  }

  public void allowBytes(long bytes) {
    capacity.set(bytes);
  }

  private void change(String key, long bytes) {
    dead |= deadAt.test(key);
    if (dead) {
      throw new StoreException(key, "the process died");
    }
    if (capacity.addAndGet(-bytes) < 0) {
      throw new StoreException(key, "No space left on device");
    }
  }

  @Override
  public Optional<Blob> get(String key, List<ByteRange> ranges) {
    beforeGet.accept(key);
    return store.get(key, ranges);
  }

  @Override
  public void put(String key, MemorySegment bytes) {
    change(key, bytes.byteSize());
    if (lax) {
      store.stage(key, bytes);
    } else {
      store.put(key, bytes);
    }
  }

  @Override
  public void stage(String key, MemorySegment bytes) {
    change(key, bytes.byteSize());
    store.stage(key, bytes);
  }

  @Override
  public void flush() {
    if (!lax) {
      store.flush();
    }
  }

  @Override
  public boolean putIfAbsent(String key, MemorySegment bytes) {
    change(key, bytes.byteSize());
    return store.putIfAbsent(key, bytes);
  }

  @Override
  public void delete(String key) {
    change(key, 0);
    store.delete(key);
  }

  @Override
  public long deletePrefix(String prefix) {
    change(prefix, 0);
    return store.deletePrefix(prefix);
  }

  @Override
  public boolean remote() {
    return remote;
  }
}
