package io.glebe.zarr.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;

/** Stores objects on the heap, without persistence: for tests and for small derived cubes. */
public final class MemoryObjectStore implements ObjectStore {
  private record Stored(byte[] bytes, Instant modified) {}

  private final ConcurrentSkipListMap<String, Stored> objects = new ConcurrentSkipListMap<>();

  @Override
  public Optional<Blob> get(String key, List<ByteRange> ranges) {
    Stored stored = objects.get(Keys.checked(key));
    if (stored == null) {
      return Optional.empty();
    }
    MemorySegment whole = MemorySegment.ofArray(stored.bytes).asReadOnly();
    List<MemorySegment> parts = ranges.stream().map(range -> part(key, whole, range)).toList();
    return Optional.of(Blob.onHeap(parts, stored.bytes.length));
  }

  private static MemorySegment part(String key, MemorySegment whole, ByteRange range) {
    if (range.isAll()) {
      return whole;
    }
    ByteRange cut = range.within(key, whole.byteSize());
    return whole.asSlice(cut.offset(), cut.length());
  }

  @Override
  public void put(String key, MemorySegment bytes) {
    objects.put(Keys.checked(key), stored(bytes));
  }

  @Override
  public boolean putIfAbsent(String key, MemorySegment bytes) {
    return objects.putIfAbsent(Keys.checked(key), stored(bytes)) == null;
  }

  private static Stored stored(MemorySegment bytes) {
    return new Stored(bytes.toArray(ValueLayout.JAVA_BYTE), Instant.now());
  }

  @Override
  public void delete(String key) {
    objects.remove(Keys.checked(key));
  }

  @Override
  public long deletePrefix(String prefix) {
    long removed = 0;
    for (String key : under(prefix).toList()) {
      removed += objects.remove(key) == null ? 0 : 1;
    }
    return removed;
  }

  @Override
  public Stream<ObjectEntry> list(String prefix) {
    return under(prefix)
        .mapMulti(
            (key, out) -> {
              Stored stored = objects.get(key);
              if (stored != null) {
                out.accept(new ObjectEntry(key, stored.bytes.length, stored.modified));
              }
            });
  }

  @Override
  public Stream<String> children(String prefix) {
    int from = prefix.isEmpty() ? 0 : prefix.length() + 1;
    return under(prefix)
        .map(
            key -> {
              int slash = key.indexOf('/', from);
              return key.substring(from, slash < 0 ? key.length() : slash);
            })
        .distinct();
  }

  private Stream<String> under(String prefix) {
    if (Keys.checkedPrefix(prefix).isEmpty()) {
      return objects.keySet().stream();
    }
    // '0' follows '/', so this half-open range contains exactly the keys below the prefix.
    return objects.subMap(prefix + "/", prefix + "0").keySet().stream();
  }

  @Override
  public OptionalLong size(String key) {
    Stored stored = objects.get(Keys.checked(key));
    return stored == null ? OptionalLong.empty() : OptionalLong.of(stored.bytes.length);
  }
}
