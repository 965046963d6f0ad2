package io.glebe.zarr.dataset.layout;

/**
 * Describes how a slice was derived from an earlier one: the cells outside a box are the cells of
 * its parent.
 *
 * @param parent slot of the earlier slice
 * @param row first row of the box
 * @param column first column of the box
 */
public record Edit(int parent, int row, int column, int height, int width) {
  /** Maximum number of earlier slices that are recorded for each slice. */
  static final int DEPTH = 16;

  public static Edit none(int parent) {
    return new Edit(parent, 0, 0, 0, 0);
  }

  /** The same edit with a larger box that also contains another box. */
  public Edit and(int otherRow, int otherColumn, int otherHeight, int otherWidth) {
    if (height == 0) {
      return new Edit(parent, otherRow, otherColumn, otherHeight, otherWidth);
    }
    int top = Math.min(row, otherRow);
    int left = Math.min(column, otherColumn);
    int bottom = Math.max(row + height, otherRow + otherHeight);
    int right = Math.max(column + width, otherColumn + otherWidth);
    return new Edit(parent, top, left, bottom - top, right - left);
  }

  boolean touches(int otherRow, int otherColumn, int otherHeight, int otherWidth) {
    return row < otherRow + otherHeight
        && otherRow < row + height
        && column < otherColumn + otherWidth
        && otherColumn < column + width;
  }
}
