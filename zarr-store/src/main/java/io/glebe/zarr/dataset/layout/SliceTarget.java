package io.glebe.zarr.dataset.layout;

import java.time.Instant;

/** The target of a written slice. */
public record SliceTarget(
    DatasetFiles files, LayerState state, LayerArrays arrays, Instant instant, int slot) {
  public String layerName() {
    return state.layer().name();
  }

  public String folder() {
    return state.folder();
  }

  /** Removes the data, then the marker, so that an interrupted removal can be repeated. */
  public long delete() {
    long removed = arrays.deleteSlot(slot);
    files.store().delete(files.statisticsKey(folder(), slot));
    files.store().delete(files.markerKey(folder(), slot));
    return removed + 2;
  }

  @Override
  public String toString() {
    return "slot " + slot + " of layer '" + layerName() + "'";
  }
}
