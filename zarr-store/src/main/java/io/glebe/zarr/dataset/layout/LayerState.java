package io.glebe.zarr.dataset.layout;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A layer in one snapshot.
 *
 * @param folder folder of its arrays; differs from the name when an earlier layer of this name was
 *     removed
 * @param nextSlot slots from here on were never visible
 * @param copied slots that were copied into the time-major array
 * @param edits by slot: edits of slots that changed a part of an earlier one
 */
public record LayerState(
    Layer layer,
    String folder,
    int nextSlot,
    Timeline timeline,
    Set<Integer> copied,
    Map<Integer, Edit> edits) {
  public LayerState {
    copied = Set.copyOf(copied);
    edits = Map.copyOf(edits);
  }

  public LayerState with(Layer changed) {
    return new LayerState(changed, folder, nextSlot, timeline, copied, edits);
  }

  public LayerState with(Timeline changed, int atLeastNextSlot) {
    return new LayerState(
        layer,
        folder,
        Math.max(nextSlot, atLeastNextSlot),
        changed,
        copied,
        remembered(changed, edits));
  }

  /** The same layer with a slice that may be derived from another one. */
  public LayerState with(Timeline changed, int slot, Optional<Edit> edit) {
    Map<Integer, Edit> all = new HashMap<>(edits);
    edit.ifPresent(from -> all.put(slot, from));
    return new LayerState(
        layer, folder, Math.max(nextSlot, slot + 1), changed, copied, remembered(changed, all));
  }

  /** The same slices with the times at which they were written. */
  public LayerState committed(Timeline dated) {
    return dated == timeline ? this : new LayerState(layer, folder, nextSlot, dated, copied, edits);
  }

  public LayerState withCopied(Set<Integer> more) {
    Set<Integer> all = new HashSet<>(copied);
    all.addAll(more);
    return new LayerState(layer, folder, nextSlot, timeline, all, edits);
  }

  /** The slot in which the cells of a window were first written, as far as edits are recorded. */
  public int origin(int slot, int row, int column, int height, int width) {
    int origin = slot;
    Edit edit = edits.get(origin);
    while (edit != null && !edit.touches(row, column, height, width)) {
      origin = edit.parent();
      edit = edits.get(origin);
    }
    return origin;
  }

  /** The edits of the visible slices, each a few steps back. */
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
