package io.glebe.core.feature;

import java.time.Instant;
import java.util.Optional;

/**
 * The spatial and temporal extent of the features that a caller may read.
 *
 * @param box west, south, east, north in degrees; absent when none has a geometry
 * @param from the first start; absent when it is open
 * @param until the last end; absent when it is open
 */
public record Extent(Optional<double[]> box, Optional<Instant> from, Optional<Instant> until) {
  /** The extent of no features. */
  static final Extent NONE = new Extent(Optional.empty(), Optional.empty(), Optional.empty());
}
