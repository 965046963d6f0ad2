package io.glebe.tile.engine;

import io.glebe.zarr.dataset.Timeline;
import java.time.Instant;
import java.util.OptionalInt;

/** Which slice of a layer's timeline a request means; settled before the key is made. */
public sealed interface When {

  /** Position in the timeline; empty when there is no such slice. */
  OptionalInt in(Timeline timeline);

  /** The last slice. */
  static When latest() {
    return new Latest();
  }

  /** The slice of exactly that instant (to the millisecond). */
  static When exactly(Instant instant) {
    return new Exactly(instant);
  }

  /** The slice nearest to that instant. */
  static When nearest(Instant instant) {
    return new Nearest(instant);
  }

  /** See {@link When#latest()}. */
  record Latest() implements When {
    @Override
    public OptionalInt in(Timeline timeline) {
      return timeline.latest();
    }
  }

  /** See {@link When#exactly}. */
  record Exactly(Instant instant) implements When {
    @Override
    public OptionalInt in(Timeline timeline) {
      return timeline.position(instant);
    }
  }

  /** See {@link When#nearest}. */
  record Nearest(Instant instant) implements When {
    @Override
    public OptionalInt in(Timeline timeline) {
      return timeline.nearest(instant);
    }
  }
}
