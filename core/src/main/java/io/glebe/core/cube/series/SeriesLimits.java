package io.glebe.core.cube.series;

import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.tile.plan.Budget;

/**
 * Limits for series.
 *
 * @param budget chunks, decoded bytes and pixels of one request, over all layers
 * @param samples values held at once for medians and percentiles
 * @param running requests processed at the same time
 * @param perCaller of these, requests of one caller
 * @param largePerCaller of these, requests over large areas
 * @param memory heap for all requests together, in bytes
 * @param memoryOfCaller of this, for the requests of one caller
 * @param edgeCells cells that the edges of an area may pass
 * @param vertices positions of an area
 */
public record SeriesLimits(
    Budget budget,
    long samples,
    int running,
    int perCaller,
    int largePerCaller,
    long memory,
    long memoryOfCaller,
    long edgeCells,
    int vertices) {

  public static SeriesLimits of(Settings settings) {
    return new SeriesLimits(
        new Budget(
            settings.get(SpatioSettings.SERIES_CHUNKS),
            settings.get(SpatioSettings.SERIES_BYTES),
            Budget.SERIES.pixels()),
        settings.get(SpatioSettings.SERIES_SAMPLES),
        settings.get(SpatioSettings.SERIES_RUNNING),
        settings.get(SpatioSettings.SERIES_PER_CALLER),
        settings.get(SpatioSettings.SERIES_LARGE_PER_CALLER),
        settings.get(SpatioSettings.SERIES_MEMORY),
        settings.get(SpatioSettings.SERIES_MEMORY_OF_CALLER),
        settings.get(SpatioSettings.SERIES_EDGE_CELLS),
        settings.get(SpatioSettings.SERIES_VERTICES));
  }
}
