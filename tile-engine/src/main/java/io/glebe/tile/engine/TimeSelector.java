package io.glebe.tile.engine;

import io.glebe.zarr.dataset.layout.Timeline;
import java.time.Instant;
import java.util.OptionalInt;

/** Which slice of a layer's timeline a request means; settled before the key is made. */
public sealed interface TimeSelector {

  /** Position in the timeline; empty when there is no such slice. */
  OptionalInt in(Timeline timeline);

  /** The last slice. */
  static TimeSelector latest() {
    return new Latest();
  }

  /** The slice of exactly that instant (to the millisecond). */
  static TimeSelector exactly(Instant instant) {
    return new Exactly(instant);
  }

  /** The slice nearest to that instant. */
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
