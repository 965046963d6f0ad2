package io.glebe.tile.series;

import io.glebe.tile.grid.RasterGrid;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A request for a series with resolved times and layers.
 *
 * <pre>{@code
 * SeriesRequest.of(grid, slices, area).by(Resolution.MONTH, ZoneId.of("Europe/Ljubljana"))
 *     .with(Statistic.MEAN, Statistic.MEDIAN).percentiles(10, 90);
 * }</pre>
 *
 * @param grid pixels at full resolution
 * @param slices in time order
 * @param area area of all slices without an area of their own
 * @param percentiles 0 to 100
 * @param maskValues pixels whose mask layer has one of these stored values are left out
 */
public record SeriesRequest(
    RasterGrid grid,
    List<SeriesSlice> slices,
    SeriesArea area,
    Resolution resolution,
    ZoneId zone,
    Set<Statistic> statistics,
    List<Double> percentiles,
    List<Double> maskValues) {
  public static final int MAX_PERCENTILES = 32;
  public static final int MAX_MASK_VALUES = 64;

  public SeriesRequest {
    slices = List.copyOf(slices);
    statistics = Set.copyOf(statistics);
    percentiles = List.copyOf(percentiles);
    maskValues = List.copyOf(new TreeSet<>(maskValues));
    if (percentiles.size() > MAX_PERCENTILES) {
      throw new IllegalArgumentException("at most " + MAX_PERCENTILES + " percentiles");
    }
    if (maskValues.size() > MAX_MASK_VALUES) {
      throw new IllegalArgumentException("at most " + MAX_MASK_VALUES + " mask values");
    }
    for (double p : percentiles) {
      if (!(p >= 0 && p <= 100)) {
        throw new IllegalArgumentException("a percentile is 0 to 100, not " + p);
      }
    }
    Instant previous = Instant.MIN;
    for (SeriesSlice s : slices) {
      if (s.time().isBefore(previous)) {
        throw new IllegalArgumentException("slices must be ordered by time");
      }
      previous = s.time();
    }
  }

  /** A request for mean, minimum, maximum, sum and count of each slice. */
  public static SeriesRequest of(RasterGrid grid, List<SeriesSlice> slices, SeriesArea area) {
    return new SeriesRequest(
        grid,
        slices,
        area,
        Resolution.SLICE,
        ZoneOffset.UTC,
        EnumSet.of(Statistic.MEAN, Statistic.MIN, Statistic.MAX, Statistic.SUM, Statistic.COUNT),
        List.of(),
        List.of());
  }

  public SeriesRequest by(Resolution bucket, ZoneId timeZone) {
    return new SeriesRequest(
        grid, slices, area, bucket, timeZone, statistics, percentiles, maskValues);
  }

  public SeriesRequest with(Statistic... wanted) {
    return new SeriesRequest(
        grid, slices, area, resolution, zone, Set.of(wanted), percentiles, maskValues);
  }

  public SeriesRequest percentiles(Double... wanted) {
    return new SeriesRequest(
        grid, slices, area, resolution, zone, statistics, List.of(wanted), maskValues);
  }

  /** The same request for the slices from {@code first} up to {@code end}. */
  public SeriesRequest between(int first, int end) {
    return new SeriesRequest(
        grid,
        slices.subList(first, end),
        area,
        resolution,
        zone,
        statistics,
        percentiles,
        maskValues);
  }

  /** Start of the bucket that contains a slice. */
  Instant bucketStart(int slice) {
    return resolution.start(slices.get(slice).time(), zone);
  }

  /** Whether two slices belong to the same bucket. */
  boolean sameBucket(int slice, int other) {
    return resolution != Resolution.SLICE && bucketStart(slice).equals(bucketStart(other));
  }

  boolean needsDeviations() {
    return statistics.contains(Statistic.STD);
  }

  boolean needsSamples() {
    return statistics.contains(Statistic.MEDIAN) || !percentiles.isEmpty();
  }

  boolean isPlain() {
    return maskValues.isEmpty()
        && percentiles.isEmpty()
        && statistics.stream().allMatch(Statistic::isPlain);
  }
}
