/**
 * Vector tiles (Mapbox Vector Tile 2.1) written directly from flat coordinates.
 *
 * <p>Memory and threads: a {@link io.glebe.tile.mvt.MvtEncoder} owns growing scratch arrays and
 * belongs to one thread at a time; geometries are read only and may be shared by any number of
 * threads; a finished tile is one exact {@code byte[]} owned by the caller.
 */
package io.glebe.tile.mvt;
