package io.glebe.tile.series;

import io.glebe.tile.engine.Plane;
import io.glebe.zarr.dataset.layout.SliceStatistics;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One slice of the layer of a series.
 *
 * @param plane the slice at full resolution
 * @param timeMajor the same slice in an array with long, narrow chunks, if there is one
 * @param statistics statistics per chunk of {@code plane}; the supplier may read the store, so do
 *     not call it on event loops and render threads
 * @param mask the slice of the mask layer at the same instant
 * @param area the area of this slice, if it differs from the area of the request
 */
public record SeriesSlice(
    Instant time,
    Plane plane,
    Optional<Plane> timeMajor,
    Supplier<Optional<SliceStatistics>> statistics,
    Optional<Plane> mask,
    Optional<SeriesArea> area) {

  /** A slice with a plane only. */
  public static SeriesSlice of(Instant time, Plane plane) {
    return new SeriesSlice(
        time, plane, Optional.empty(), Optional::empty, Optional.empty(), Optional.empty());
  }

  public SeriesSlice withTimeMajor(Plane other) {
    return new SeriesSlice(time, plane, Optional.of(other), statistics, mask, area);
  }

  /** The same slice with another area, for example after the boundary of a field has changed. */
  public SeriesSlice over(SeriesArea other) {
    return new SeriesSlice(time, plane, timeMajor, statistics, mask, Optional.of(other));
  }
}
