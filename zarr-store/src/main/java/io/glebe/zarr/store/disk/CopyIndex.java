package io.glebe.zarr.store.disk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The copies that are on the disk, in the order of their writing. Eviction is the second-chance
 * clock: the oldest copy goes, unless it was read since it became the oldest before.
 */
final class CopyIndex {
  /** Maximum number of copies: about 100 bytes of heap each. */
  private static final int MOST = 1 << 18;

  /** Files use whole blocks of the disk. */
  private static final int BLOCK = 4096;

  private static final class Entry {
    final int size;
    boolean touched;

    Entry(int size) {
      this.size = size;
    }

    long weight() {
      return Math.ceilDiv(size, BLOCK) * (long) BLOCK;
    }
  }

  private final long maxBytes;
  private final LinkedHashMap<CopyId, Entry> entries = new LinkedHashMap<>();
  private long bytes;

  CopyIndex(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** The size of the file of a copy, which is being read; empty when there is none. */
  synchronized OptionalInt touch(CopyId id) {
    Entry found = entries.get(id);
    if (found == null) {
      return OptionalInt.empty();
    }
    found.touched = true;
    return OptionalInt.of(found.size);
  }

  synchronized boolean has(CopyId id) {
    return entries.containsKey(id);
  }

  /** Adds a copy and returns those that have to go for it. */
  synchronized List<CopyId> add(CopyId id, int size) {
    remove(id);
    Entry own = new Entry(size);
    entries.put(id, own);
    bytes += own.weight();
    return evictDownTo(maxBytes);
  }

  /** Removes copies of at least so many bytes, if there are so many. */
  synchronized List<CopyId> shrink(long less) {
    return evictDownTo(Math.max(0, bytes - less));
  }

  private List<CopyId> evictDownTo(long most) {
    List<CopyId> evicted = new ArrayList<>();
    while (!entries.isEmpty() && (bytes > most || entries.size() > MOST)) {
      Map.Entry<CopyId, Entry> oldest = entries.pollFirstEntry();
      Entry entry = oldest.getValue();
      if (entry.touched) {
        entry.touched = false;
        entries.put(oldest.getKey(), entry);
      } else {
        bytes -= entry.weight();
        evicted.add(oldest.getKey());
      }
    }
    return evicted;
  }

  synchronized void remove(CopyId id) {
    Entry removed = entries.remove(id);
    if (removed != null) {
      bytes -= removed.weight();
    }
  }

  synchronized long bytes() {
    return bytes;
  }

  synchronized int count() {
    return entries.size();
  }
}
