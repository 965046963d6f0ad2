package io.glebe.core.cube.snapshot;

import io.glebe.core.cube.model.Datetime;
import io.glebe.core.time.TimeInterval;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.layout.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Finds the slices of layers that a {@link Datetime} requests, for pictures and for series. */
public final class SliceChoice {
  private SliceChoice() {}

  /**
   * The instants of the slices of one layer that a series has: those of a date or an interval, or
   * the one that is newest or nearest; empty where the layer has none to choose from.
   */
  public static Optional<TimeInterval> interval(
      DatasetSnapshot snapshot, String layer, Datetime when) {
    return when.isOneSlice()
        ? instant(snapshot, List.of(layer), when).map(TimeInterval::at)
        : Optional.of(when.interval());
  }

  /** The newest (or nearest) requested instant that all of the layers have. */
  public static Optional<Instant> instant(
      DatasetSnapshot snapshot, List<String> layers, Datetime when) {
    Timeline first = snapshot.timeline(layers.getFirst());
    return switch (when.choice()) {
      case NEAREST -> nearest(snapshot, layers, first, when.interval().first());
      case MATCHING, NEWEST -> newest(snapshot, layers, first, when.interval());
      case NEWEST_CLEAR ->
          throw new IllegalStateException("the clouds of slices are known to CloudCover only");
    };
  }

  private static Optional<Instant> newest(
      DatasetSnapshot snapshot, List<String> layers, Timeline timeline, TimeInterval when) {
    int end = when.until().map(to -> timeline.firstFrom(to.plusMillis(1))).orElse(timeline.size());
    for (int i = end - 1; i >= 0 && when.contains(timeline.instant(i)); i--) {
      if (all(snapshot, layers, timeline.instant(i))) {
        return Optional.of(timeline.instant(i));
      }
    }
    return Optional.empty();
  }

  /**
   * Searches in both directions from the instant: the nearest candidate first, and the earlier one
   * of two at equal distance.
   */
  private static Optional<Instant> nearest(
      DatasetSnapshot snapshot, List<String> layers, Timeline timeline, Instant time) {
    int after = timeline.firstFrom(time);
    int before = after - 1;
    while (before >= 0 || after < timeline.size()) {
      boolean back =
          after >= timeline.size()
              || before >= 0
                  && Duration.between(timeline.instant(before), time)
                          .compareTo(Duration.between(time, timeline.instant(after)))
                      <= 0;
      Instant candidate = timeline.instant(back ? before-- : after++);
      if (all(snapshot, layers, candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private static boolean all(DatasetSnapshot snapshot, List<String> layers, Instant instant) {
    return layers.stream().allMatch(name -> snapshot.timeline(name).position(instant).isPresent());
  }
}
