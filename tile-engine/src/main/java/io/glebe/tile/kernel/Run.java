package io.glebe.tile.kernel;

import io.glebe.tile.grid.ControlGrid;
import io.glebe.tile.grid.PixelWindow;

/**
 * Positions on a straight line: {@code x + i dx}, {@code y + i dy}, in float, for i from {@code
 * first}. Reused by one thread.
 */
public final class Run {
  public float x;
  public float y;
  public float dx;
  public float dy;
  public int first;

  public float x(int i) {
    return x + (first + i) * dx;
  }

  public float y(int i) {
    return y + (first + i) * dy;
  }

  /**
   * Sets the line to a row of a patch in the source.
   *
   * @param down relative position in the patch, 0 for its upper and 1 for its lower edge
   * @param window origin of the positions
   */
  public void aim(ControlGrid grid, int patch, double down, PixelWindow window) {
    int width = grid.patchWidth(patch);
    double west = edge(grid, patch, 0, 0, down);
    double east = edge(grid, patch, 1, 0, down);
    double stepX = (east - west) / width;
    dx = (float) stepX;
    x = (float) (west + stepX / 2 - window.column());
    west = edge(grid, patch, 0, 1, down);
    east = edge(grid, patch, 1, 1, down);
    double stepY = (east - west) / width;
    dy = (float) stepY;
    y = (float) (west + stepY / 2 - window.row());
    first = 0;
  }

  private static double edge(ControlGrid grid, int patch, int side, int axis, double down) {
    double north = grid.corner(patch, side, axis);
    return north + (grid.corner(patch, side + 2, axis) - north) * down;
  }
}
