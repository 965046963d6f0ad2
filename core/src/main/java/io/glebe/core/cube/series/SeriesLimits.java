package io.glebe.core.cube.series;

import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.tile.plan.Budget;

/**
 * What one question may cost.
 *
 * @param budget chunks, decoded bytes and pixels, all layers together
 * @param samples values held at once for medians and percentiles
 * @param running questions answered at the same time
 * @param vertices positions of an area
 */
public record SeriesLimits(Budget budget, long samples, int running, int vertices) {

  public static SeriesLimits of(Settings settings) {
    return new SeriesLimits(
        new Budget(
            settings.get(SpatioSettings.SERIES_CHUNKS),
            settings.get(SpatioSettings.SERIES_BYTES),
            Budget.SERIES.pixels()),
        settings.get(SpatioSettings.SERIES_SAMPLES),
        settings.get(SpatioSettings.SERIES_RUNNING),
        settings.get(SpatioSettings.SERIES_VERTICES));
  }
}
