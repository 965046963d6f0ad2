package io.glebe.zarr.dataset.layout;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A layer in one snapshot.
 *
 * @param folder where its arrays lie; differs from the name when a layer of that name was removed
 * @param nextSlot no slot from here on was ever visible
 * @param sealed slots that were copied into the time-major array
 * @param edits of slots that changed part of an earlier one, by slot
 */
public record LayerState(
    Layer layer,
    String folder,
    int nextSlot,
    Timeline timeline,
    Set<Integer> sealed,
    Map<Integer, Edit> edits) {
  public LayerState {
    sealed = Set.copyOf(sealed);
    edits = Map.copyOf(edits);
  }

  public LayerState with(Layer changed) {
    return new LayerState(changed, folder, nextSlot, timeline, sealed, edits);
  }

  public LayerState with(Timeline changed, int atLeastNextSlot) {
    return new LayerState(
        layer,
        folder,
        Math.max(nextSlot, atLeastNextSlot),
        changed,
        sealed,
        remembered(changed, edits));
  }

  /** With a slice that may have come from another one. */
  public LayerState with(Timeline changed, int slot, Optional<Edit> edit) {
    Map<Integer, Edit> all = new HashMap<>(edits);
    edit.ifPresent(from -> all.put(slot, from));
    return new LayerState(
        layer, folder, Math.max(nextSlot, slot + 1), changed, sealed, remembered(changed, all));
  }

  public LayerState withSealed(Set<Integer> more) {
    Set<Integer> all = new HashSet<>(sealed);
    all.addAll(more);
    return new LayerState(layer, folder, nextSlot, timeline, all, edits);
  }

  /** The slot in which the cells of a window were written first, as far as is remembered. */
  public int origin(int slot, int row, int column, int height, int width) {
    int origin = slot;
    Edit edit = edits.get(origin);
    while (edit != null && !edit.touches(row, column, height, width)) {
      origin = edit.parent();
      edit = edits.get(origin);
    }
    return origin;
  }

  /** What led to the slices that are visible, each a few steps back. */
  private static Map<Integer, Edit> remembered(Timeline timeline, Map<Integer, Edit> edits) {
    Map<Integer, Edit> kept = new HashMap<>();
    for (int i = 0; i < timeline.size() && !edits.isEmpty(); i++) {
      int slot = timeline.slot(i);
      for (int step = 0; step < Edit.DEPTH && edits.containsKey(slot); step++) {
        kept.put(slot, edits.get(slot));
        slot = edits.get(slot).parent();
      }
    }
    return kept;
  }
}
