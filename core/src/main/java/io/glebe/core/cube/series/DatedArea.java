package io.glebe.core.cube.series;

import io.glebe.tile.series.SeriesArea;
import java.time.Instant;

/**
 * An area with its period of validity.
 *
 * @param from first instant, inclusive
 * @param until end, exclusive
 */
public record DatedArea(Instant from, Instant until, SeriesArea area) {

  /** Returns an area that is always valid. */
  public static DatedArea always(SeriesArea area) {
    return new DatedArea(Instant.MIN, Instant.MAX, area);
  }

  boolean holdsAt(Instant time) {
    return !time.isBefore(from) && time.isBefore(until);
  }
}
