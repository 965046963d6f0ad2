package io.glebe.tile.series;

import io.glebe.tile.engine.Plane;
import io.glebe.zarr.dataset.layout.SliceStatistics;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One slice of the layer a series is made of.
 *
 * @param plane the slice at full resolution
 * @param timeMajor the same slice in an array with long, narrow chunks, where there is one
 * @param statistics kept per chunk of {@code plane}; may read the store, so it is only asked away
 *     from event loops and render threads
 * @param mask the slice of the mask layer of the same instant
 * @param area where this slice counts, if elsewhere than its request says
 */
public record SeriesSlice(
    Instant time,
    Plane plane,
    Optional<Plane> timeMajor,
    Supplier<Optional<SliceStatistics>> statistics,
    Optional<Plane> mask,
    Optional<SeriesArea> area) {

  /** A slice that is nothing but its plane. */
  public static SeriesSlice of(Instant time, Plane plane) {
    return new SeriesSlice(
        time, plane, Optional.empty(), Optional::empty, Optional.empty(), Optional.empty());
  }

  public SeriesSlice withTimeMajor(Plane other) {
    return new SeriesSlice(time, plane, Optional.of(other), statistics, mask, area);
  }

  /** The same slice looked at in another place, as of a field that has been redrawn. */
  public SeriesSlice over(SeriesArea other) {
    return new SeriesSlice(time, plane, timeMajor, statistics, mask, Optional.of(other));
  }
}
