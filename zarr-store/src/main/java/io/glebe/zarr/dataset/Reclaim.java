package io.glebe.zarr.dataset;

import io.glebe.zarr.dataset.layout.DatasetFiles;
import io.glebe.zarr.dataset.layout.LayerState;
import io.glebe.zarr.dataset.layout.SnapshotDocument;
import io.glebe.zarr.store.ObjectEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Removes snapshots after their retention and slots without a snapshot. */
final class Reclaim {
  private final DatasetFiles files;
  private final SlotRegistry slots;
  private final SlotRemover remover;

  Reclaim(DatasetFiles files, SlotRegistry slots, SlotRemover remover) {
    this.files = files;
    this.slots = slots;
    this.remover = remover;
  }

  /** Removes the objects of a slot of a folder and returns their number. */
  interface SlotRemover {
    long remove(String folder, int slot);
  }

  /**
   * Candidates are listed before the snapshots are read. A slot that is not being written at that
   * time and was committed is therefore in the snapshots that are read.
   */
  ReclaimReport run(Instant cutoff) {
    Map<String, List<Integer>> candidates = new LinkedHashMap<>();
    for (String folder : folders()) {
      candidates.put(
          folder,
          markers(folder, cutoff).stream().filter(s -> !slots.isWriting(folder, s)).toList());
    }
    List<SnapshotDocument> kept = new ArrayList<>();
    int snapshots = snapshots(cutoff, kept);
    return slots(candidates, used(kept), snapshots, cutoff);
  }

  /** Deletes the snapshots whose successor is old enough; adds the others to the kept ones. */
  private int snapshots(Instant cutoff, List<SnapshotDocument> kept) {
    List<Long> versions = files.snapshots();
    int removed = 0;
    Optional<SnapshotDocument> next = Optional.empty();
    for (int i = versions.size() - 1; i >= 0; i--) {
      Optional<SnapshotDocument> one = files.snapshot(versions.get(i));
      if (next.isPresent() && next.get().committedAt().isBefore(cutoff)) {
        files.deleteSnapshot(versions.get(i));
        removed++;
      } else {
        one.ifPresent(kept::add);
      }
      next = one.isPresent() ? one : next;
    }
    return removed;
  }

  private static Map<String, Set<Integer>> used(List<SnapshotDocument> kept) {
    Map<String, Set<Integer>> used = new HashMap<>();
    for (SnapshotDocument snapshot : kept) {
      for (LayerState state : snapshot.layers().values()) {
        Set<Integer> ofFolder = used.computeIfAbsent(state.folder(), f -> new HashSet<>());
        for (int i = 0; i < state.timeline().size(); i++) {
          ofFolder.add(state.timeline().slot(i));
        }
      }
    }
    return used;
  }

  private ReclaimReport slots(
      Map<String, List<Integer>> candidates,
      Map<String, Set<Integer>> used,
      int snapshots,
      Instant cutoff) {
    int count = 0;
    long objects = 0;
    for (Map.Entry<String, List<Integer>> one : candidates.entrySet()) {
      String folder = one.getKey();
      for (int slot : one.getValue()) {
        if (!used.getOrDefault(folder, Set.of()).contains(slot)) {
          objects += remover.remove(folder, slot);
          count++;
        }
      }
      if (!used.containsKey(folder) && !slots.isWriting(folder) && isOlder(folder, cutoff)) {
        objects += files.store().deletePrefix(files.layer(folder));
      }
    }
    return new ReclaimReport(snapshots, count, objects);
  }

  private List<String> folders() {
    try (Stream<String> names = files.store().children(files.path())) {
      return names.filter(name -> !name.endsWith(".json") && files.isLayerFolder(name)).toList();
    }
  }

  private boolean isOlder(String folder, Instant cutoff) {
    try (Stream<ObjectEntry> all = files.store().list(files.layer(folder))) {
      return all.allMatch(entry -> entry.modified().isBefore(cutoff));
    }
  }

  private List<Integer> markers(String folder, Instant cutoff) {
    try (Stream<ObjectEntry> all = files.store().list(files.markerPrefix(folder))) {
      return all.filter(entry -> entry.key().endsWith(".json"))
          .filter(entry -> entry.modified().isBefore(cutoff))
          .map(entry -> entry.key().substring(entry.key().lastIndexOf('/') + 1))
          .map(name -> Integer.parseInt(name.substring(0, name.indexOf('.'))))
          .toList();
    }
  }
}
