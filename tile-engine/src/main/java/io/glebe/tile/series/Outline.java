package io.glebe.tile.series;

import io.glebe.tile.grid.PixelWindow;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An area on a grid before it is measured.
 *
 * @param box pixels of the grid around the area, known from its vertices alone; empty when there
 *     are none
 * @param measure costs as much as the box has pixels
 */
record Outline(Optional<PixelWindow> box, Supplier<Coverage> measure) {}
