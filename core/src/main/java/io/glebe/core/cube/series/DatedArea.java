package io.glebe.core.cube.series;

import io.glebe.tile.series.SeriesArea;
import java.time.Instant;

/**
 * An area and the time in which it holds.
 *
 * @param from first instant, included
 * @param until the instant at which it has ended
 */
public record DatedArea(Instant from, Instant until, SeriesArea area) {

  /** An area that holds at any time. */
  public static DatedArea always(SeriesArea area) {
    return new DatedArea(Instant.MIN, Instant.MAX, area);
  }

  boolean holdsAt(Instant time) {
    return !time.isBefore(from) && time.isBefore(until);
  }
}
