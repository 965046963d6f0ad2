package io.glebe.core.cube.layer;

import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.cube.snapshot.SliceChoice;
import io.glebe.core.time.TimeInterval;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.dataset.layout.SliceStatistics;
import io.glebe.zarr.dataset.layout.Timeline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Statistics of a layer from the numbers stored with each chunk; no cell is read.
 *
 * @param total over all matching slices
 * @param slices of each slice, ascending
 */
public record LayerStatistics(Numbers total, List<Slice> slices) {
  /**
   * Minimum, maximum and mean (after scale and offset; NaN when no cell has a value).
   *
   * @param valid cells with a value
   * @param cells all cells
   */
  public record Numbers(double min, double max, double mean, long valid, long cells) {}

  /** The statistics of one slice. */
  public record Slice(Instant instant, Numbers numbers) {}

  public LayerStatistics {
    slices = List.copyOf(slices);
  }

  /** Reads the stored numbers of the matching slices; blocks, call it on a virtual thread. */
  public static LayerStatistics of(DatasetSnapshot snapshot, String name, Datetime when) {
    Layer layer = Cube.layer(snapshot, name);
    Timeline timeline = snapshot.timeline(name);
    long cells = (long) snapshot.grid().width() * snapshot.grid().height();
    Sum all = new Sum(layer);
    List<Slice> slices = new ArrayList<>();
    Optional<TimeInterval> time = SliceChoice.interval(snapshot, name, when);
    for (int i = 0; i < timeline.size(); i++) {
      Instant instant = timeline.instant(i);
      if (time.filter(requested -> requested.contains(instant)).isEmpty()) {
        continue;
      }
      Optional<SliceStatistics> kept = snapshot.statistics(name, timeline.slot(i));
      if (kept.isPresent()) {
        Sum sum = new Sum(layer);
        sum.add(kept.get(), cells);
        all.add(kept.get(), cells);
        slices.add(new Slice(instant, sum.numbers()));
      }
    }
    return new LayerStatistics(all.numbers(), slices);
  }

  /** Sums up stored numbers. */
  private static final class Sum {
    private final Layer layer;
    private double least = Double.POSITIVE_INFINITY;
    private double greatest = Double.NEGATIVE_INFINITY;
    private double sum;
    private long valid;
    private long cells;

    Sum(Layer layer) {
      this.layer = layer;
    }

    void add(SliceStatistics slice, long more) {
      cells += more;
      for (int row = 0; row < slice.rows(); row++) {
        for (int column = 0; column < slice.columns(); column++) {
          long count = slice.count(row, column);
          if (count > 0) {
            valid += count;
            sum += slice.sum(row, column);
            least = Math.min(least, slice.min(row, column));
            greatest = Math.max(greatest, slice.max(row, column));
          }
        }
      }
    }

    Numbers numbers() {
      if (valid == 0) {
        return new Numbers(Double.NaN, Double.NaN, Double.NaN, 0, cells);
      }
      double low = value(layer.scale() > 0 ? least : greatest);
      double high = value(layer.scale() > 0 ? greatest : least);
      return new Numbers(low, high, value(sum / valid), valid, cells);
    }

    private double value(double stored) {
      return stored * layer.scale() + layer.offset();
    }
  }
}
