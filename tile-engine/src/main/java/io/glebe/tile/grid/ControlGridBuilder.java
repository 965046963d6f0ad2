package io.glebe.tile.grid;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds the patches of one {@link ControlGrid}. */
final class ControlGridBuilder {
  /** Half the tolerance: the error is checked at mid-points only and may be larger between them. */
  private static final double ALLOWED = Warp.TOLERANCE / 2;

  private final RasterGrid source;
  private final RasterGrid target;
  private final double[] point = new double[2];
  private int count;
  private int[] boxes = new int[16 * 4];
  private double[] corners = new double[16 * ControlGrid.CORNERS];

  /** Target pixels that the source may touch; computed on first use. */
  private double @Nullable [] footprint;

  ControlGridBuilder(RasterGrid source, RasterGrid target) {
    this.source = source;
    this.target = target;
  }

  int width() {
    return target.width();
  }

  int height() {
    return target.height();
  }

  int sourceWidth() {
    return source.width();
  }

  int sourceHeight() {
    return source.height();
  }

  int count() {
    return count;
  }

  int[] boxes() {
    return boxes;
  }

  double[] corners() {
    return corners;
  }

  ControlGridBuilder build() {
    int across = (width() + ControlGrid.STEP - 1) / ControlGrid.STEP;
    int down = (height() + ControlGrid.STEP - 1) / ControlGrid.STEP;
    double[] nodes = lattice(across, down);
    boolean smooth = across > 1 && down > 1 && smooth(nodes, across + 1, down + 1);
    double[] patch = new double[ControlGrid.CORNERS];
    for (int r = 0; r < down; r++) {
      for (int c = 0; c < across; c++) {
        int node = (r * (across + 1) + c) * 2;
        System.arraycopy(nodes, node, patch, 0, 4);
        System.arraycopy(nodes, node + (across + 1) * 2, patch, 4, 4);
        int x = c * ControlGrid.STEP;
        int y = r * ControlGrid.STEP;
        int w = Math.min(ControlGrid.STEP, width() - x);
        int h = Math.min(ControlGrid.STEP, height() - y);
        if (smooth) {
          addIfTouching(x, y, w, h, patch);
        } else {
          refine(x, y, w, h, patch.clone());
        }
      }
    }
    return this;
  }

  private double[] lattice(int across, int down) {
    double[] nodes = new double[(across + 1) * (down + 1) * 2];
    int at = 0;
    for (int r = 0; r <= down; r++) {
      double row = Math.min(r * ControlGrid.STEP, height());
      for (int c = 0; c <= across; c++) {
        exact(Math.min(c * ControlGrid.STEP, width()), row, nodes, at);
        at += 2;
      }
    }
    return nodes;
  }

  /**
   * Whether the second differences bound the error of linear interpolation (an eighth of them per
   * axis) when neighbouring nodes are as far apart as the patches. No further exact points are then
   * needed.
   */
  private static boolean smooth(double[] nodes, int columns, int rows) {
    double worst = 0;
    for (int axis = 0; axis < 2; axis++) {
      double across = 0;
      double down = 0;
      for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
          int at = (r * columns + c) * 2 + axis;
          if (c > 0 && c < columns - 1) {
            across = worse(across, nodes[at - 2] - 2 * nodes[at] + nodes[at + 2]);
          }
          if (r > 0 && r < rows - 1) {
            int line = columns * 2;
            down = worse(down, nodes[at - line] - 2 * nodes[at] + nodes[at + line]);
          }
        }
      }
      worst = worse(worst, (across + down) / 8);
    }
    return worst <= ALLOWED / 2;
  }

  /** The larger magnitude; NaN is kept. */
  private static double worse(double magnitude, double value) {
    return Math.max(magnitude, Math.abs(value));
  }

  private void refine(int x, int y, int w, int h, double[] patch) {
    if (!insideFootprint(x, y, w, h)) {
      return;
    }
    if (w == 1 && h == 1) {
      exact(x + 0.5, y + 0.5, patch, 0);
      if (!Double.isNaN(patch[0]) && !Double.isNaN(patch[1])) {
        for (int i = 2; i < ControlGrid.CORNERS; i++) {
          patch[i] = patch[i & 1];
        }
        addIfTouching(x, y, 1, 1, patch);
      }
      return;
    }
    double[] cross = cross(x, y, w, h);
    if (error(patch, cross) <= ALLOWED) {
      addIfTouching(x, y, w, h, patch);
    } else {
      split(x, y, w, h);
    }
  }

  private void split(int x, int y, int w, int h) {
    int left = Math.max(1, w / 2);
    int top = Math.max(1, h / 2);
    for (int i = 0; i < 4; i++) {
      int dx = (i & 1) == 0 ? 0 : left;
      int dy = (i & 2) == 0 ? 0 : top;
      int width = (i & 1) == 0 ? left : w - left;
      int height = (i & 2) == 0 ? top : h - top;
      if (width > 0 && height > 0) {
        double[] patch = new double[ControlGrid.CORNERS];
        exact(x + dx, y + dy, patch, 0);
        exact(x + dx + width, y + dy, patch, 2);
        exact(x + dx, y + dy + height, patch, 4);
        exact(x + dx + width, y + dy + height, patch, 6);
        refine(x + dx, y + dy, width, height, patch);
      }
    }
  }

  /** Exact positions at the middle of north, west, east, south and at the centre. */
  private double[] cross(int x, int y, int w, int h) {
    double[] cross = new double[10];
    exact(x + w / 2.0, y, cross, 0);
    exact(x, y + h / 2.0, cross, 2);
    exact(x + w, y + h / 2.0, cross, 4);
    exact(x + w / 2.0, y + h, cross, 6);
    exact(x + w / 2.0, y + h / 2.0, cross, 8);
    return cross;
  }

  private static double error(double[] p, double[] cross) {
    double worst = 0;
    for (int axis = 0; axis < 2; axis++) {
      worst = off(worst, cross[axis], p[axis], p[2 + axis]);
      worst = off(worst, cross[2 + axis], p[axis], p[4 + axis]);
      worst = off(worst, cross[4 + axis], p[2 + axis], p[6 + axis]);
      worst = off(worst, cross[6 + axis], p[4 + axis], p[6 + axis]);
      double middle = (p[axis] + p[2 + axis] + p[4 + axis] + p[6 + axis]) / 4;
      worst = off(worst, cross[8 + axis], middle, middle);
    }
    return worst;
  }

  private static double off(double worst, double exact, double a, double b) {
    return worse(worst, exact - (a + b) / 2);
  }

  private boolean insideFootprint(int x, int y, int w, int h) {
    if (footprint == null) {
      Bounds box = source.boundsIn(target.projection());
      Affine affine = target.affine();
      double[] a = {affine.column(box.minX()), affine.column(box.maxX())};
      double[] b = {affine.row(box.minY()), affine.row(box.maxY())};
      Arrays.sort(a);
      Arrays.sort(b);
      footprint = new double[] {a[0] - 1, b[0] - 1, a[1] + 1, b[1] + 1};
    }
    return x < footprint[2] && y < footprint[3] && x + w > footprint[0] && y + h > footprint[1];
  }

  /** Adds a patch unless its corners, grown by a pixel, miss the source. */
  private void addIfTouching(int x, int y, int w, int h, double[] p) {
    double minX = Math.min(Math.min(p[0], p[2]), Math.min(p[4], p[6]));
    double maxX = Math.max(Math.max(p[0], p[2]), Math.max(p[4], p[6]));
    double minY = Math.min(Math.min(p[1], p[3]), Math.min(p[5], p[7]));
    double maxY = Math.max(Math.max(p[1], p[3]), Math.max(p[5], p[7]));
    if (!(maxX >= -1 && maxY >= -1 && minX <= sourceWidth() + 1 && minY <= sourceHeight() + 1)) {
      return;
    }
    if (count == ControlGrid.MAX_PATCHES) {
      throw new WarpLimitException("the source is too fine for this target: use a coarser level");
    }
    if (count * 4 == boxes.length) {
      boxes = Arrays.copyOf(boxes, boxes.length * 2);
      corners = Arrays.copyOf(corners, corners.length * 2);
    }
    boxes[count * 4] = x;
    boxes[count * 4 + 1] = y;
    boxes[count * 4 + 2] = w;
    boxes[count * 4 + 3] = h;
    System.arraycopy(p, 0, corners, count * ControlGrid.CORNERS, ControlGrid.CORNERS);
    count++;
  }

  private void exact(double column, double row, double[] out, int at) {
    Affine affine = target.affine();
    target.projection().toLonLat(affine.x(column), affine.y(row), point, 0);
    source.projection().fromLonLat(point[0], point[1], point, 0);
    out[at] = source.affine().column(point[0]);
    out[at + 1] = source.affine().row(point[1]);
  }
}
