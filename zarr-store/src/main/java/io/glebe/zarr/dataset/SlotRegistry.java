package io.glebe.zarr.dataset;

import io.glebe.zarr.dataset.layout.DatasetFiles;
import io.glebe.zarr.dataset.layout.LayerState;
import io.glebe.zarr.meta.JsonDocument;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The assigned slots, and the slices that are being written in this process. A slot is assigned by
 * creating its marker object, so that processes never share a slot; a number is never reused.
 */
final class SlotRegistry {
  private record Slice(String layer, long millis) {}

  private record Slot(String folder, int number) {}

  private final DatasetFiles files;
  private final Map<String, Integer> next = new HashMap<>();
  private final Set<Slice> busy = new HashSet<>();
  private final Set<Slot> writing = new HashSet<>();

  SlotRegistry(DatasetFiles files) {
    this.files = files;
  }

  synchronized void claim(String layer, Instant instant) {
    if (!busy.add(new Slice(layer, instant.toEpochMilli()))) {
      throw new SliceBusyException(layer, instant);
    }
  }

  synchronized void release(String layer, Instant instant) {
    busy.remove(new Slice(layer, instant.toEpochMilli()));
  }

  int reserve(LayerState state, Instant instant) {
    while (true) {
      int slot = take(state);
      Map<String, Object> marker = new LinkedHashMap<>();
      marker.put("layer", state.layer().name());
      marker.put("instant", instant.toString());
      boolean taken = false;
      try {
        String key = files.markerKey(state.folder(), slot);
        taken = files.store().putIfAbsent(key, JsonDocument.write(marker));
      } finally {
        if (!taken) {
          release(state.folder(), slot);
        }
      }
      if (taken) {
        return slot;
      }
    }
  }

  private synchronized int take(LayerState state) {
    int slot = Math.max(next.getOrDefault(state.folder(), 0), state.nextSlot());
    next.put(state.folder(), slot + 1);
    writing.add(new Slot(state.folder(), slot));
    return slot;
  }

  synchronized void release(String folder, int slot) {
    writing.remove(new Slot(folder, slot));
  }

  synchronized boolean isWriting(String folder, int slot) {
    return writing.contains(new Slot(folder, slot));
  }

  synchronized boolean isWriting(String folder) {
    return writing.stream().anyMatch(slot -> slot.folder.equals(folder));
  }
}
