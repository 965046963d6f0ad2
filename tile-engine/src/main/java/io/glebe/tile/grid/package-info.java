/**
 * Tile matrix sets, tile ids, affine grids and projections. No other package contains projection
 * formulas.
 *
 * <p>All types are immutable and safe for any thread. Coordinates are x before y (longitude before
 * latitude), geographic ones in degrees. Pixel positions count from the outer corner of the first
 * pixel: pixel {@code c} covers {@code [c, c + 1)} and its centre is {@code c + 0.5}.
 */
@NullMarked
package io.glebe.tile.grid;

import org.jspecify.annotations.NullMarked;
