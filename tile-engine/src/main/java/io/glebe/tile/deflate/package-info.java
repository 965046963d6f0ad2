/**
 * Deflate (RFC 1951) for what the platform writes anew for each request, several times as fast as a
 * general compressor: {@link io.glebe.tile.deflate.HuffmanDeflater} for filtered pictures, {@link
 * io.glebe.tile.deflate.MatchDeflater} for vector tiles.
 *
 * <p>A deflater owns its tables and belongs to one thread at a time; it allocates nothing in a
 * call.
 */
@NullMarked
package io.glebe.tile.deflate;

import org.jspecify.annotations.NullMarked;
