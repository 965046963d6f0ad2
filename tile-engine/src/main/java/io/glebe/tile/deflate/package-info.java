/**
 * Deflate (RFC 1951) for responses that are created for each request, several times as fast as a
 * general compressor: {@link io.glebe.tile.deflate.HuffmanDeflater} for filtered images, {@link
 * io.glebe.tile.deflate.MatchDeflater} for vector tiles.
 *
 * <p>A deflater owns its tables and belongs to one thread at a time. A call allocates nothing.
 */
@NullMarked
package io.glebe.tile.deflate;

import org.jspecify.annotations.NullMarked;
