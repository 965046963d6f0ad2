package io.glebe.tile.series;

/**
 * The values of the cells of one slice in an area.
 *
 * @param values of the cells with a value, after scale and offset; the first {@code count} elements
 * @param weights the covered share of each of these cells, in (0, 1]
 * @param count number of cells with a value
 * @param weight sum of the weights of all cells of the area, with and without a value
 * @param factor cells of the base level along an edge of one of these cells: 1 at full resolution
 */
public record AreaCells(float[] values, float[] weights, int count, double weight, int factor) {
  /** No cell. */
  static final AreaCells NONE = new AreaCells(new float[0], new float[0], 0, 0, 1);
}
