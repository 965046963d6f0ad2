package io.glebe.core.cube;

import io.glebe.core.problem.Problem;
import io.glebe.tile.engine.DatasetView;
import io.glebe.tile.series.Area;
import io.glebe.tile.series.Resolution;
import io.glebe.tile.series.SeriesRequest;
import io.glebe.tile.series.SeriesSlice;
import io.glebe.tile.series.SliceSelection;
import io.glebe.tile.series.Statistic;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.Layer;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The numbers that are asked of one layer.
 *
 * @param layer its name
 * @param when the slices that count
 * @param area where
 * @param resolution how slices are gathered
 * @param zone whose days, weeks and months
 * @param mask a layer whose cells with one of the values are left out
 */
public record SeriesQuery(
    String layer,
    Datetime when,
    Area area,
    Resolution resolution,
    ZoneId zone,
    Set<Statistic> statistics,
    List<Double> percentiles,
    Optional<Mask> mask) {

  /**
   * Cells to leave out.
   *
   * @param values stored numbers of the mask layer
   */
  public record Mask(String layer, List<Double> values) {
    public Mask {
      values = List.copyOf(values);
    }
  }

  public SeriesQuery {
    statistics = Set.copyOf(statistics);
    percentiles = List.copyOf(percentiles);
  }

  /** Settles the query on one snapshot; empty when no slice counts. */
  public Optional<SeriesRequest> resolve(Cube cube, DatasetSnapshot snapshot) {
    Layer values = Cube.layer(snapshot, layer);
    mask.ifPresent(leftOut -> Cube.layer(snapshot, leftOut.layer()));
    DatasetView view = cube.requireView(snapshot);
    SliceSelection selection =
        SliceSelection.of(view, values.name())
            .between(when.from().orElse(Instant.MIN), when.to().orElse(Instant.MAX));
    List<SeriesSlice> slices =
        mask.map(Mask::layer).map(selection::maskedBy).orElse(selection).slices();
    if (slices.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new SeriesRequest(
              view.cube().base(),
              slices,
              area,
              resolution,
              zone,
              statistics,
              percentiles,
              mask.map(Mask::values).orElse(List.of())));
    } catch (IllegalArgumentException e) {
      throw Problem.malformed(e.getMessage());
    }
  }
}
