package io.glebe.tile.series;

import io.glebe.tile.plan.Estimate;
import java.util.List;

/**
 * A finished series.
 *
 * @param buckets in time order; buckets without any slice are left out
 * @param places where its slices counted, in time order; one for a series that stays in its place
 * @param cost what the plan reckoned
 */
public record Series(List<SeriesBucket> buckets, List<AreaOfInterest> places, Estimate cost) {

  /** Covered area of the first slice, in pixels: the sum of the weights. */
  public double areaPixels() {
    return places.isEmpty() ? 0 : places.getFirst().areaPixels();
  }

  /** Pixels of the first slice that the area touches. */
  public long touchedPixels() {
    return places.isEmpty() ? 0 : places.getFirst().touchedPixels();
  }
}
