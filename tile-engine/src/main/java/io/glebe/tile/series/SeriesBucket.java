package io.glebe.tile.series;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The statistics of one bucket.
 *
 * @param start start of the bucket (the slice's own time for single slices)
 * @param first time of its first slice
 * @param last time of its last slice
 * @param slices number of slices in the bucket
 * @param pixels number of pixels read, all slices together, including partially covered ones
 * @param valid number of pixels with a value
 * @param nodata number of pixels without a value
 * @param masked number of pixels that the mask removed, with or without a value
 * @param weight covered area of the valid pixels, in pixels
 * @param values the requested statistics; NaN without a valid pixel (count and sum are 0)
 * @param percentiles in the requested order
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
