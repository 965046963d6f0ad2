/**
 * Writes PNG images of tiles: one filter per image, then dynamic Huffman codes without searching
 * for repetitions.
 *
 * <p>An encoder owns its buffers, which grow to the largest tile and are reused: one per render
 * thread, and the only allocation of a call is its result. Rows equal to the one above and long
 * stretches of the same colour become runs, so that flat images stay tiny.
 */
@NullMarked
package io.glebe.tile.png;

import org.jspecify.annotations.NullMarked;
