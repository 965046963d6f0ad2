package io.glebe.tile.pmtiles;

/**
 * A run of tiles with consecutive numbers and the same content.
 *
 * @param id number of the first tile
 * @param offset of the content in the tile section, or of a leaf in the leaf section
 * @param length bytes of the content
 * @param run number of tiles; 0 for a leaf directory
 */
record Entry(long id, long offset, int length, int run) {}
