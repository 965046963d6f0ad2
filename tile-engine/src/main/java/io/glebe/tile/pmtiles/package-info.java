/**
 * Writes PMTiles archives, version 3: one file of tiles that clients read with byte ranges.
 *
 * <p>Tiles are added in the order of their Hilbert ids, so the archive is clustered. Repeated
 * contents are stored once, and runs of them are one entry. Implements the specification at
 * protomaps/PMTiles, {@code spec/v3/spec.md}. No I/O except the given output stream; not
 * thread-safe.
 */
@NullMarked
package io.glebe.tile.pmtiles;

import org.jspecify.annotations.NullMarked;
