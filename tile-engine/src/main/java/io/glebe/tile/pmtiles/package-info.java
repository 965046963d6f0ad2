/**
 * Writes PMTiles archives, version 3: one file of tiles that is read by ranges of bytes.
 *
 * <p>Tiles come in the order of their Hilbert ids, so the archive is clustered; contents that occur
 * again are stored once, and runs of them are one entry. Written after the specification at
 * protomaps/PMTiles, {@code spec/v3/spec.md}. No I/O but the stream that is handed in; not for
 * several threads.
 */
@NullMarked
package io.glebe.tile.pmtiles;

import org.jspecify.annotations.NullMarked;
