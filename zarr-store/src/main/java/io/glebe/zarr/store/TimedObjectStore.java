package io.glebe.zarr.store;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reports every call to the underlying store to a {@link StoreMeter}. */
public final class TimedObjectStore implements ObjectStore {
  private final ObjectStore store;
  private final StoreMeter meter;

  public TimedObjectStore(ObjectStore store, StoreMeter meter) {
    this.store = store;
    this.meter = meter;
  }

  @Override
  public Optional<Blob> get(String key, List<ByteRange> ranges) {
    long start = System.nanoTime();
    Optional<Blob> blob = Optional.empty();
    boolean done = false;
    try {
      blob = store.get(key, ranges);
      done = true;
      return blob;
    } finally {
      long bytes = 0;
      for (int i = 0; blob.isPresent() && i < blob.get().parts(); i++) {
        bytes += blob.get().part(i).byteSize();
      }
      meter.record(StoreMeter.Call.GET, System.nanoTime() - start, bytes, !done);
    }
  }

  private <T> T timed(StoreMeter.Call call, long bytes, Supplier<T> work) {
    long start = System.nanoTime();
    boolean done = false;
    try {
      T result = work.get();
      done = true;
      return result;
    } finally {
      meter.record(call, System.nanoTime() - start, done ? bytes : 0, !done);
    }
  }

  private void timed(StoreMeter.Call call, long bytes, Runnable work) {
    timed(
        call,
        bytes,
        () -> {
          work.run();
          return true;
        });
  }

  @Override
  public void put(String key, MemorySegment bytes) {
    timed(StoreMeter.Call.PUT, bytes.byteSize(), () -> store.put(key, bytes));
  }

  @Override
  public void stage(String key, MemorySegment bytes) {
    timed(StoreMeter.Call.PUT, bytes.byteSize(), () -> store.stage(key, bytes));
  }

  @Override
  public void flush() {
    timed(StoreMeter.Call.FLUSH, 0, store::flush);
  }

  @Override
  public boolean putIfAbsent(String key, MemorySegment bytes) {
    return timed(StoreMeter.Call.PUT, bytes.byteSize(), () -> store.putIfAbsent(key, bytes));
  }

  @Override
  public void delete(String key) {
    timed(StoreMeter.Call.DELETE, 0, () -> store.delete(key));
  }

  @Override
  public long deletePrefix(String prefix) {
    return timed(StoreMeter.Call.DELETE, 0, () -> store.deletePrefix(prefix));
  }

  @Override
  public Stream<ObjectEntry> list(String prefix) {
    return timed(StoreMeter.Call.LIST, 0, () -> store.list(prefix));
  }

  @Override
  public Stream<String> children(String prefix) {
    return timed(StoreMeter.Call.LIST, 0, () -> store.children(prefix));
  }

  @Override
  public OptionalLong size(String key) {
    return timed(StoreMeter.Call.SIZE, 0, () -> store.size(key));
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
