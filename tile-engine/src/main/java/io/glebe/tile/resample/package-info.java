/**
 * Resampling: the pixels of a target raster from a window of source pixels, through a warp.
 *
 * <p>{@link io.glebe.tile.resample.Resampler} chooses the form: tables of columns and rows for
 * separable warps, patches or whole rows for control grids, packed pairs for 8 and 16 bit numbers.
 * A resampler owns scratch memory and belongs to one render thread. Nothing allocates once the
 * scratch memory has grown to the working size.
 */
@NullMarked
package io.glebe.tile.resample;

import org.jspecify.annotations.NullMarked;
