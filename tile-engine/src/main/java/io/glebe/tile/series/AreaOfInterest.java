package io.glebe.tile.series;

import java.time.Instant;

/**
 * The area of consecutive slices of a series.
 *
 * @param first time of the first of these slices
 * @param last time of the last one
 * @param areaPixels covered area in pixels: the sum of the weights
 * @param touchedPixels number of pixels that the area touches
 */
public record AreaOfInterest(Instant first, Instant last, double areaPixels, long touchedPixels) {}
