package io.glebe.tile.series;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The numbers of one bucket.
 *
 * @param start where the bucket begins (the slice's own time for single slices)
 * @param first time of its first slice
 * @param last time of its last slice
 * @param slices how many slices fell into it
 * @param pixels pixels looked at, all slices together, however little of them is covered
 * @param valid those with a value
 * @param nodata those without
 * @param masked those left out by the mask, whether they had a value or not
 * @param weight covered area of the valid ones, in pixels
 * @param values what was asked for; NaN where there was no valid pixel (count and sum are 0)
 * @param percentiles in the order asked for
 */
public record SeriesBucket(
    Instant start,
    Instant first,
    Instant last,
    int slices,
    long pixels,
    long valid,
    long nodata,
    long masked,
    double weight,
    Map<Statistic, Double> values,
    List<Double> percentiles) {}
