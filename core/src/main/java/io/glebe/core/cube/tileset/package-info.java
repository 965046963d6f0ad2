/** Tilesets of a collection that somebody has described: created, listed, changed, removed. */
package io.glebe.core.cube.tileset;
