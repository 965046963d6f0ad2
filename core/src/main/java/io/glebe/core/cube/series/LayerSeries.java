package io.glebe.core.cube.series;

import io.glebe.tile.series.AreaOfInterest;
import io.glebe.tile.series.SeriesRun;
import java.util.List;
import java.util.Optional;

/**
 * The series of one layer, ready to be read.
 *
 * @param run empty when no slice matches
 */
public record LayerSeries(String layer, Optional<SeriesRun> run) {

  /** Returns the areas of its slices, in time order. */
  public List<AreaOfInterest> places() {
    return run.map(r -> r.plan().places()).orElse(List.of());
  }
}
