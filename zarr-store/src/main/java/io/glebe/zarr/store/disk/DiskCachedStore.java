package io.glebe.zarr.store.disk;

import io.glebe.zarr.store.Blob;
import io.glebe.zarr.store.ByteRange;
import io.glebe.zarr.store.ForwardingStore;
import io.glebe.zarr.store.ObjectStore;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads immutable objects from copies on the disk of this machine, as far as there are any, and
 * keeps copies of the others. It closes store and cache.
 */
public final class DiskCachedStore extends ForwardingStore {
  private final ObjectStore store;
  private final DiskCache cache;

  public DiskCachedStore(ObjectStore store, DiskCache cache) {
    super(store);
    this.store = store;
    this.cache = cache;
  }

  @Override
  public Optional<Blob> getImmutable(String key, List<ByteRange> ranges) {
    List<Optional<CopyFile.Content>> copies =
        ranges.stream().map(range -> cache.get(name(key, range))).toList();
    List<ByteRange> missing = new ArrayList<>();
    for (int i = 0; i < copies.size(); i++) {
      if (copies.get(i).isEmpty()) {
        missing.add(ranges.get(i));
      }
    }
    if (missing.isEmpty()) {
      return Optional.of(blob(copies.stream().map(Optional::orElseThrow).toList()));
    }
    return store.get(key, missing).map(read -> blob(combined(key, missing, copies, read)));
  }

  private List<CopyFile.Content> combined(
      String key, List<ByteRange> missing, List<Optional<CopyFile.Content>> copies, Blob read) {
    try (read) {
      List<CopyFile.Content> all = new ArrayList<>();
      int next = 0;
      for (Optional<CopyFile.Content> copy : copies) {
        if (copy.isPresent()) {
          all.add(copy.get());
        } else {
          CopyFile.Content content =
              new CopyFile.Content(onHeap(read.part(next)), read.objectSize());
          cache.put(name(key, missing.get(next)), content);
          all.add(content);
          next++;
        }
      }
      return all;
    }
  }

  private static MemorySegment onHeap(MemorySegment bytes) {
    return bytes.isNative() ? MemorySegment.ofArray(bytes.toArray(ValueLayout.JAVA_BYTE)) : bytes;
  }

  private CopyName name(String key, ByteRange range) {
    return new CopyName(cache.store(), key, range);
  }

  private static Blob blob(List<CopyFile.Content> parts) {
    return Blob.onHeap(
        parts.stream().map(CopyFile.Content::bytes).toList(), parts.getFirst().objectSize());
  }

  @Override
  public void close() {
    super.close();
    cache.close();
  }
}
