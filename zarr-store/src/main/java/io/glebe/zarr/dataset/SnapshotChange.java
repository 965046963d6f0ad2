package io.glebe.zarr.dataset;

import io.glebe.zarr.dataset.layout.DatasetFiles;
import io.glebe.zarr.dataset.layout.LayerState;
import io.glebe.zarr.dataset.layout.SnapshotDocument;
import io.glebe.zarr.dataset.layout.Timeline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot with its changes.
 *
 * @param layers layers that differ from the previous snapshot; empty when that is no longer kept
 */
public record SnapshotChange(long version, Instant committedAt, List<LayerChange> layers) {
  /**
   * The changes of a snapshot in a layer.
   *
   * @param added slices at instants without a slice before
   * @param replaced slices that replaced others
   * @param removed slices that are no longer visible
   * @param described whether the layer was added or removed, or its description changed
   */
  public record LayerChange(
      String layer, int added, int replaced, int removed, boolean described) {}

  public SnapshotChange {
    layers = List.copyOf(layers);
  }

  static List<SnapshotChange> history(DatasetFiles files, long previous, int limit) {
    List<SnapshotChange> history = new ArrayList<>();
    Optional<SnapshotDocument> one = files.snapshot(previous - 1);
    while (one.isPresent() && history.size() < limit) {
      Optional<SnapshotDocument> earlier = files.snapshot(one.get().version() - 1);
      SnapshotDocument now = one.get();
      List<LayerChange> changes =
          earlier.map(e -> changes(e.layers(), now.layers())).orElse(List.of());
      history.add(new SnapshotChange(now.version(), now.committedAt(), changes));
      one = earlier;
    }
    return history;
  }

  private static List<LayerChange> changes(
      Map<String, LayerState> previous, Map<String, LayerState> now) {
    Set<String> names = new LinkedHashSet<>(now.keySet());
    names.addAll(previous.keySet());
    List<LayerChange> changes = new ArrayList<>();
    for (String name : names) {
      LayerChange change = change(name, previous.get(name), now.get(name));
      if (change.added + change.replaced + change.removed > 0 || change.described) {
        changes.add(change);
      }
    }
    return changes;
  }

  private static LayerChange change(
      String name, @Nullable LayerState previous, @Nullable LayerState now) {
    Timeline old = previous == null ? Timeline.EMPTY : previous.timeline();
    Timeline young = now == null ? Timeline.EMPTY : now.timeline();
    int kept = 0;
    int replaced = 0;
    for (int i = 0; i < young.size(); i++) {
      var position = old.position(young.instant(i));
      if (position.isPresent()) {
        kept++;
        replaced += old.slot(position.getAsInt()) == young.slot(i) ? 0 : 1;
      }
    }
    boolean described = previous == null || now == null || !previous.layer().equals(now.layer());
    return new LayerChange(name, young.size() - kept, replaced, old.size() - kept, described);
  }
}
