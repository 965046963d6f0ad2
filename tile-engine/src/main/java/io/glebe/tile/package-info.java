/**
 * Renders a request for a tile or a series to PNG, MVT or numbers; pure computation over Zarr
 * chunks.
 */
@NullMarked
package io.glebe.tile;

import org.jspecify.annotations.NullMarked;
