package io.glebe.core.cube.series;

import io.glebe.tile.series.SeriesArea;
import java.util.UUID;

/** Where a series is asked for. */
public sealed interface SeriesLocation {
  /** An area that the request brings along. */
  record Of(SeriesArea area) implements SeriesLocation {}

  /** A field of the farm records, on each date in the shape it had then. */
  record OfField(UUID id) implements SeriesLocation {}

  /** A region of a field, likewise. */
  record OfRegion(UUID id) implements SeriesLocation {}
}
