/**
 * Loops over pixels: a chunk's elements to floats, resampling, band arithmetic, colour look-up and
 * accumulators.
 *
 * <p>Everything works on heap {@code float[]} where NaN means "no data". Nothing here allocates per
 * call once its scratch has grown to the working size; objects that own scratch ({@link
 * io.glebe.tile.kernel.Raster}, {@link io.glebe.tile.kernel.Resampler}, {@link
 * io.glebe.tile.kernel.BandStack}) belong to one render thread, all others are immutable. Off-heap
 * segments are only read during a call and never kept. Each loop has a scalar and a Vector API form
 * ({@link io.glebe.tile.kernel.Kernels}) with the same results; tiny inputs take the scalar one.
 */
@NullMarked
package io.glebe.tile.kernel;

import org.jspecify.annotations.NullMarked;
