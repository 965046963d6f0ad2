package io.glebe.tile.engine;

import io.glebe.zarr.dataset.layout.Timeline;
import java.time.Instant;
import java.util.OptionalInt;

/** Selects a slice of a layer's timeline. It is resolved before the key is created. */
public sealed interface TimeSelector {

  /** Index in the timeline; empty when there is no such slice. */
  OptionalInt in(Timeline timeline);

  /** The last slice. */
  static TimeSelector latest() {
    return new Latest();
  }

  /** The slice at exactly this instant (to the millisecond). */
  static TimeSelector exactly(Instant instant) {
    return new Exactly(instant);
  }

  /** The slice nearest to this instant. */
  static TimeSelector nearest(Instant instant) {
    return new Nearest(instant);
  }

  /** See {@link TimeSelector#latest()}. */
  record Latest() implements TimeSelector {
    @Override
    public OptionalInt in(Timeline timeline) {
      return timeline.latest();
    }
  }

  /** See {@link TimeSelector#exactly}. */
  record Exactly(Instant instant) implements TimeSelector {
    @Override
    public OptionalInt in(Timeline timeline) {
      return timeline.position(instant);
    }
  }

  /** See {@link TimeSelector#nearest}. */
  record Nearest(Instant instant) implements TimeSelector {
    @Override
    public OptionalInt in(Timeline timeline) {
      return timeline.nearest(instant);
    }
  }
}
