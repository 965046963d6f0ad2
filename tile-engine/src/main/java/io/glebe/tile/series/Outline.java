package io.glebe.tile.series;

import io.glebe.tile.grid.PixelWindow;
import java.util.Optional;
import java.util.function.Function;

/**
 * An area on a grid before its coverage is computed.
 *
 * @param box pixels of the grid around the area, known from its vertices alone; empty when there
 *     are none
 * @param measure starts to compute the coverage; its cost grows with the number of pixels of the
 *     box and with those that the edges pass
 */
record Outline(Optional<PixelWindow> box, Function<PlanLimits, CoverageWork> measure) {}
