package io.glebe.core.feature;

import java.time.Instant;
import java.util.Optional;

/**
 * Where and when the features in reach of a caller are.
 *
 * @param box west, south, east, north in degrees; absent when none has a geometry
 * @param from the first start; absent when it is open
 * @param until the last end; absent when it is open
 */
public record Extent(Optional<double[]> box, Optional<Instant> from, Optional<Instant> until) {
  /** Of nothing. */
  static final Extent NONE = new Extent(Optional.empty(), Optional.empty(), Optional.empty());
}
