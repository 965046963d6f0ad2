/**
 * Band arithmetic: expressions such as {@code (B08 - B04) / (B08 + B04)}, compiled once and run
 * over rows of floats.
 *
 * <p>A compiled program is immutable and may be shared. The rows of its stack ({@link
 * io.glebe.tile.band.BandStack}) belong to one render thread and grow once.
 */
@NullMarked
package io.glebe.tile.band;

import org.jspecify.annotations.NullMarked;
