/**
 * Vector tiles (Mapbox Vector Tile 2.1) written directly from flat coordinates.
 *
 * <p>Features that go into many tiles are prepared once for the grid of a zoom ({@link
 * io.glebe.tile.mvt.TileFeatureCompiler}) and copied into each tile that does not cut them.
 *
 * <p>Memory and threads: a {@link io.glebe.tile.mvt.MvtEncoder} owns growing scratch arrays and
 * belongs to one thread at a time; geometries, prepared features and filled tables are read-only
 * and may be shared by any number of threads; a finished tile is one exact {@code byte[]} owned by
 * the caller.
 */
@NullMarked
package io.glebe.tile.mvt;

import org.jspecify.annotations.NullMarked;
