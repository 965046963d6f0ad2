package io.glebe.tile.series;

import io.glebe.tile.plan.Estimate;
import java.util.List;

/**
 * A finished series.
 *
 * @param buckets in time order; buckets without any slice are left out
 * @param places the areas of its slices, in time order; a single one when all slices have the same
 *     area
 * @param cost the estimate of the plan
 */
public record Series(List<SeriesBucket> buckets, List<AreaOfInterest> places, Estimate cost) {

  /** Covered area of the first slice, in pixels: the sum of the weights. */
  public double areaPixels() {
    return places.isEmpty() ? 0 : places.getFirst().areaPixels();
  }

  /** Number of pixels of the first slice that the area touches. */
  public long touchedPixels() {
    return places.isEmpty() ? 0 : places.getFirst().touchedPixels();
  }
}
