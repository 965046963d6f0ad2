/**
 * Colour ramps, band composites and index formulas, each built once and shared.
 *
 * <p>Everything is immutable and safe for any thread. Colours are {@code 0xRRGGBB}, with alpha
 * {@code 0xAARRGGBB}. Palette entry 0 is transparent and means "no data".
 */
@NullMarked
package io.glebe.tile.style;

import org.jspecify.annotations.NullMarked;
