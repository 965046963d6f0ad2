package io.glebe.tile.series;

import io.glebe.tile.engine.DatasetView;
import io.glebe.tile.engine.Plane;
import io.glebe.tile.kernel.Calibration;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.layout.TimeMajor;
import io.glebe.zarr.dataset.layout.Timeline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The slices of a layer between two instants, ready for a {@link SeriesRequest}:
 *
 * <pre>{@code
 * List<SeriesSlice> slices = SliceSelection.of(view, "NDVI").between(from, to).maskedBy("SCL").slices();
 * }</pre>
 *
 * @param from first instant, included
 * @param to last instant, included
 * @param mask layer whose values mask pixels, taken from its slice at exactly the same instant
 */
public record SliceSelection(
    DatasetView view, String layer, Instant from, Instant to, Optional<String> mask) {

  /** All slices of a layer. */
  public static SliceSelection of(DatasetView view, String layer) {
    return new SliceSelection(view, layer, Instant.MIN, Instant.MAX, Optional.empty());
  }

  public SliceSelection between(Instant first, Instant last) {
    return new SliceSelection(view, layer, first, last, mask);
  }

  public SliceSelection maskedBy(String maskLayer) {
    return new SliceSelection(view, layer, from, to, Optional.of(maskLayer));
  }

  /** The slices in time order; empty when there is none in the interval. */
  public List<SeriesSlice> slices() {
    DatasetSnapshot snapshot = view.snapshot();
    Timeline timeline = snapshot.timeline(layer);
    Calibration calibration = DatasetView.calibration(snapshot.layer(layer).orElseThrow());
    Optional<TimeMajor> narrow = snapshot.timeMajor(layer);
    List<SeriesSlice> slices = new ArrayList<>();
    for (int i = 0; i < timeline.size(); i++) {
      Instant time = timeline.instant(i);
      if (!time.isBefore(from) && !time.isAfter(to)) {
        slices.add(slice(snapshot, time, timeline.slot(i), calibration, narrow));
      }
    }
    return slices;
  }

  private SeriesSlice slice(
      DatasetSnapshot snapshot,
      Instant time,
      int slot,
      Calibration calibration,
      Optional<TimeMajor> narrow) {
    Plane plane = new Plane(snapshot.chunks(layer, 0), slot, calibration);
    return new SeriesSlice(
        time,
        plane,
        narrow.filter(n -> n.covers(slot)).map(n -> new Plane(n.chunks(), slot, calibration)),
        () -> snapshot.statistics(layer, slot),
        mask.flatMap(m -> mask(snapshot, m, time)),
        Optional.empty());
  }

  private static Optional<Plane> mask(DatasetSnapshot snapshot, String layer, Instant time) {
    OptionalInt slot = snapshot.slot(layer, time);
    return slot.isEmpty()
        ? Optional.empty()
        : Optional.of(new Plane(snapshot.chunks(layer, 0), slot.getAsInt(), Calibration.NONE));
  }
}
