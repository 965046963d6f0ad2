/**
 * Writes PNG images of tiles: one filter per image, then dynamic Huffman codes without a match
 * search.
 *
 * <p>An encoder owns its buffers, which grow to the largest tile and are reused: use one per render
 * thread. A call allocates only its result. Rows equal to the row above and long ranges of the same
 * colour become runs, so flat images stay small.
 */
@NullMarked
package io.glebe.tile.png;

import org.jspecify.annotations.NullMarked;
