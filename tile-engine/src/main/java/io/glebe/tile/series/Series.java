package io.glebe.tile.series;

import io.glebe.tile.plan.Estimate;
import java.util.List;

/**
 * A finished series.
 *
 * @param buckets in time order; buckets without any slice are left out
 * @param areaPixels covered area of one slice, in pixels: the sum of the weights
 * @param touchedPixels pixels of one slice that the area touches
 * @param cost what the plan reckoned
 */
public record Series(
    List<SeriesBucket> buckets, double areaPixels, long touchedPixels, Estimate cost) {}
