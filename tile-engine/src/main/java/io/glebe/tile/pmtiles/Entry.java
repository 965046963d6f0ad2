package io.glebe.tile.pmtiles;

/**
 * Tiles with consecutive numbers and one content.
 *
 * @param id number of the first
 * @param offset of the content in the section of tiles, or of a leaf in the section of leaves
 * @param length bytes of the content
 * @param run how many tiles; 0 points to a leaf directory
 */
record Entry(long id, long offset, int length, int run) {}
