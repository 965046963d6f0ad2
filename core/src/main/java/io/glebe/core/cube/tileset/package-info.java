/** Tilesets of a collection that somebody has described: created, listed, changed, removed. */
@NullMarked
package io.glebe.core.cube.tileset;

import org.jspecify.annotations.NullMarked;
