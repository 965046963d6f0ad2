package io.glebe.core.cube.series;

import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.snapshot.SliceChoice;
import io.glebe.core.problem.Problem;
import io.glebe.zarr.dataset.DatasetSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The requested histogram of one layer.
 *
 * @param when selects the slice; the last one of an interval
 * @param place the area; empty for the whole layer
 * @param bins number of intervals of equal width between the lowest and the highest value; classes
 *     are counted one by one
 */
public record HistogramQuery(
    String layer, Datetime when, Optional<SeriesLocation> place, int bins) {
  /** Maximum number of cells in the box of the area; a larger area is read from an overview. */
  public static final int CELLS = 1 << 18;

  HistogramQuery at(Datetime other) {
    return new HistogramQuery(layer, other, place, bins);
  }

  /** Returns the time of the slice; 404 when there is none. */
  Instant instant(DatasetSnapshot snapshot) {
    return SliceChoice.instant(snapshot, List.of(layer), when)
        .orElseThrow(
            () ->
                Problem.notFound(
                    "there are no data of " + layer + " at that time; times are under /time"));
  }
}
