package io.glebe.zarr.dataset;

import java.util.HashSet;
import java.util.Set;

/**
 * A layer in one snapshot.
 *
 * @param folder where its arrays lie; differs from the name when a layer of that name was removed
 * @param nextSlot no slot from here on was ever visible
 * @param sealed slots that were copied into the time-major array
 */
record LayerState(
    Layer layer, String folder, int nextSlot, Timeline timeline, Set<Integer> sealed) {
  LayerState {
    sealed = Set.copyOf(sealed);
  }

  LayerState with(Layer changed) {
    return new LayerState(changed, folder, nextSlot, timeline, sealed);
  }

  LayerState with(Timeline changed, int atLeastNextSlot) {
    return new LayerState(layer, folder, Math.max(nextSlot, atLeastNextSlot), changed, sealed);
  }

  LayerState withSealed(Set<Integer> more) {
    Set<Integer> all = new HashSet<>(sealed);
    all.addAll(more);
    return new LayerState(layer, folder, nextSlot, timeline, all);
  }
}
