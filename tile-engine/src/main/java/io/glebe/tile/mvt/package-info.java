/**
 * Vector tiles (Mapbox Vector Tile 2.1) written directly from flat coordinates.
 *
 * <p>The shape of a {@link io.glebe.tile.mvt.PreparedFeature} on the grid of a zoom is made once,
 * copied into each tile that does not cut it, and cut from its encoded form by the others.
 *
 * <p>Memory and threads: a {@link io.glebe.tile.mvt.MvtEncoder} owns growing scratch arrays and
 * belongs to one thread at a time; geometries and filled tables are read-only and may, as prepared
 * features, be shared by any number of threads; a finished tile is one exact {@code byte[]} owned
 * by the caller.
 */
@NullMarked
package io.glebe.tile.mvt;

import org.jspecify.annotations.NullMarked;
