package io.glebe.core.cube.series;

import io.glebe.tile.series.SeriesArea;
import java.util.UUID;

/** The location of a requested series. */
public sealed interface SeriesLocation {
  /** An area in the request. */
  record Of(SeriesArea area) implements SeriesLocation {}

  /** A field of the farm records, on each date with the boundary that was valid then. */
  record OfField(UUID id) implements SeriesLocation {}

  /** A region of a field, with the boundary that was valid on each date. */
  record OfRegion(UUID id) implements SeriesLocation {}
}
