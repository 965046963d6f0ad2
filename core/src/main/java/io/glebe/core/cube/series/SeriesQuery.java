package io.glebe.core.cube.series;

import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.cube.snapshot.SliceChoice;
import io.glebe.core.problem.Problem;
import io.glebe.core.time.TimeInterval;
import io.glebe.tile.engine.DatasetView;
import io.glebe.tile.series.Resolution;
import io.glebe.tile.series.SeriesArea;
import io.glebe.tile.series.SeriesRequest;
import io.glebe.tile.series.SeriesSlice;
import io.glebe.tile.series.SliceSelection;
import io.glebe.tile.series.Statistic;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.layout.Layer;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The requested statistics of some layers.
 *
 * @param layers their names
 * @param when the requested slices of each layer: all that match, or its newest or nearest one
 * @param place the location
 * @param resolution how slices are grouped into buckets
 * @param zone time zone of days, weeks and months
 * @param mask a layer whose cells with one of the values are excluded
 */
public record SeriesQuery(
    List<String> layers,
    Datetime when,
    SeriesLocation place,
    Resolution resolution,
    ZoneId zone,
    Set<Statistic> statistics,
    List<Double> percentiles,
    Optional<Mask> mask) {

  /**
   * Cells to exclude.
   *
   * @param values stored numbers of the mask layer
   */
  public record Mask(String layer, List<Double> values) {
    public Mask {
      values = List.copyOf(values);
    }

    /**
     * Parses {@code CLOUD:1,2}: cells where layer CLOUD contains 1 or 2.
     *
     * @throws IllegalArgumentException with the allowed form
     */
    public static Mask parse(String text) {
      int colon = text.indexOf(':');
      if (colon < 1) {
        throw new IllegalArgumentException("is layer:value,value");
      }
      List<Double> values = new ArrayList<>();
      for (String value : text.substring(colon + 1).split(",", 0)) {
        values.add(number(value));
      }
      if (values.size() > SeriesRequest.MAX_MASK_VALUES) {
        throw new IllegalArgumentException(
            "has at most " + SeriesRequest.MAX_MASK_VALUES + " values");
      }
      return new Mask(text.substring(0, colon), values);
    }

    private static double number(String text) {
      try {
        return Double.parseDouble(text.strip());
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("'" + text + "' is no number", e);
      }
    }
  }

  public SeriesQuery {
    layers = List.copyOf(layers);
    statistics = Set.copyOf(statistics);
    percentiles = List.copyOf(percentiles);
  }

  /** Returns the same query at another time. */
  public SeriesQuery at(Datetime other) {
    return new SeriesQuery(layers, other, place, resolution, zone, statistics, percentiles, mask);
  }

  /**
   * Resolves the request for one layer on a snapshot; empty when no slice matches. Slices at whose
   * time none of the areas is valid are excluded.
   */
  public Optional<SeriesRequest> resolve(
      Cube cube, DatasetSnapshot snapshot, String layer, List<DatedArea> areas) {
    Layer values = Cube.layer(snapshot, layer);
    mask.ifPresent(leftOut -> Cube.layer(snapshot, leftOut.layer()));
    DatasetView view = cube.requireView(snapshot);
    Optional<TimeInterval> time = SliceChoice.interval(snapshot, values.name(), when);
    if (time.isEmpty()) {
      return Optional.empty();
    }
    SliceSelection selection =
        SliceSelection.of(view, values.name()).between(time.get().first(), time.get().last());
    List<SeriesSlice> slices =
        placed(mask.map(Mask::layer).map(selection::maskedBy).orElse(selection).slices(), areas);
    if (slices.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new SeriesRequest(
              view.cube().base(),
              slices,
              areas.getFirst().area(),
              resolution,
              zone,
              statistics,
              percentiles,
              mask.map(Mask::values).orElse(List.of())));
    } catch (IllegalArgumentException e) {
      throw Problem.malformed(String.valueOf(e.getMessage()));
    }
  }

  private static List<SeriesSlice> placed(List<SeriesSlice> slices, List<DatedArea> areas) {
    return slices.stream()
        .flatMap(slice -> area(slice.time(), areas).map(slice::over).stream())
        .toList();
  }

  private static Optional<SeriesArea> area(Instant time, List<DatedArea> areas) {
    return areas.stream().filter(a -> a.holdsAt(time)).findFirst().map(DatedArea::area);
  }
}
