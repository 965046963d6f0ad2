package io.glebe.zarr.dataset;

import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.dataset.layout.LayerState;
import io.glebe.zarr.dataset.layout.SnapshotDocument;
import io.glebe.zarr.dataset.layout.Timeline;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Pure functions from the layers of a snapshot to the layers of the next one. */
final class LayerChanges {
  private LayerChanges() {}

  /**
   * Adds an empty layer.
   *
   * @throws LayerExistsException when another layer has the same name
   */
  static Map<String, LayerState> add(Map<String, LayerState> layers, Layer layer, String folder) {
    LayerState present = layers.get(layer.name());
    if (present != null && present.folder().equals(folder)) {
      return layers; // a repeated request: the first one had succeeded
    }
    if (present != null) {
      throw new LayerExistsException(layer.name());
    }
    Map<String, LayerState> changed = new LinkedHashMap<>(layers);
    changed.put(layer.name(), new LayerState(layer, folder, 0, Timeline.EMPTY, Set.of(), Map.of()));
    return changed;
  }

  static Map<String, LayerState> remove(Map<String, LayerState> layers, String name) {
    Map<String, LayerState> changed = new LinkedHashMap<>(layers);
    changed.remove(name);
    return changed;
  }

  /** Replaces the description of a layer, if it still exists. */
  static Map<String, LayerState> update(Map<String, LayerState> layers, Layer layer) {
    Map<String, LayerState> changed = new LinkedHashMap<>(layers);
    changed.computeIfPresent(layer.name(), (name, state) -> state.with(layer));
    return changed;
  }

  /** The layers of an earlier snapshot; slots that exist now stay assigned. */
  static Map<String, LayerState> restore(
      Map<String, LayerState> layers, Map<String, LayerState> earlier) {
    Map<String, LayerState> changed = new LinkedHashMap<>();
    earlier.forEach(
        (name, state) -> {
          LayerState present = layers.get(name);
          changed.put(
              name,
              present != null && present.folder().equals(state.folder())
                  ? state.with(state.timeline(), present.nextSlot()).withCopied(present.copied())
                  : state);
        });
    return changed;
  }

  /** As {@link #restore(Map, Map)}, but only for the layers with these names. */
  static Map<String, LayerState> restore(
      Map<String, LayerState> layers, Map<String, LayerState> earlier, Set<String> names) {
    Map<String, LayerState> restored = restore(layers, earlier);
    restored.keySet().retainAll(names);
    Map<String, LayerState> changed = new LinkedHashMap<>(layers);
    changed.putAll(restored);
    return changed;
  }

  /** Adds slots, by the folder of their layer, to the slots in the time-major array. */
  static Map<String, LayerState> markCopied(
      Map<String, LayerState> layers, Map<String, Set<Integer>> slots) {
    Map<String, LayerState> changed = new LinkedHashMap<>();
    layers.forEach(
        (name, state) ->
            changed.put(name, state.withCopied(slots.getOrDefault(state.folder(), Set.of()))));
    return changed;
  }

  /**
   * The document of the next version. Layers that come back, by a restore, continue behind the
   * slots that they had.
   */
  static SnapshotDocument next(SnapshotDocument base, Map<String, LayerState> changed, Instant at) {
    Map<String, Integer> removed = new HashMap<>(base.removed());
    base.layers().values().forEach(state -> removed.put(state.folder(), state.nextSlot()));
    Map<String, LayerState> layers = new LinkedHashMap<>();
    changed.forEach(
        (name, state) -> {
          int nextSlot = removed.getOrDefault(state.folder(), 0);
          layers.put(name, state.with(state.timeline(), nextSlot));
        });
    layers.values().forEach(state -> removed.remove(state.folder()));
    return new SnapshotDocument(
        base.version() + 1, at, committed(base.layers(), layers, at), removed);
  }

  /** Notes the time of a commit with the slices that it has written. */
  private static Map<String, LayerState> committed(
      Map<String, LayerState> before, Map<String, LayerState> layers, Instant at) {
    Map<String, LayerState> dated = new LinkedHashMap<>();
    layers.forEach(
        (name, state) -> {
          LayerState was = before.get(name);
          Timeline earlier =
              was != null && was.folder().equals(state.folder()) ? was.timeline() : Timeline.EMPTY;
          dated.put(name, state.committed(state.timeline().committed(earlier, at)));
        });
    return dated;
  }
}
