package io.glebe.tile.grid;

import java.util.Arrays;
import java.util.Optional;

/**
 * A warp with exact points at the corners of patches and bilinear interpolation inside. A patch has
 * {@value #STEP} target pixels per side and is divided in two where the interpolation error would
 * exceed {@link Warp#TOLERANCE}, down to single pixels, which are exact. Patches that miss the
 * source are absent.
 *
 * <p>Patch {@code i} covers target pixels from ({@link #left}, {@link #top}) and has {@link
 * #patchWidth} x {@link #patchHeight}; {@link #corner} gives the source positions of its outer
 * corners.
 */
public final class ControlGrid implements Warp {
  public static final int STEP = 64;

  /**
   * Maximum number of patches of a grid; a 4096-pixel map with patches of 8 pixels has this many.
   */
  static final int MAX_PATCHES = 1 << 18;

  static final int CORNERS = 8;

  private final int width;
  private final int height;
  private final int sourceWidth;
  private final int sourceHeight;
  private final int count;
  private final int[] boxes;
  private final double[] corners;

  private ControlGrid(ControlGridBuilder built) {
    this.width = built.width();
    this.height = built.height();
    this.sourceWidth = built.sourceWidth();
    this.sourceHeight = built.sourceHeight();
    this.count = built.count();
    this.boxes = Arrays.copyOf(built.boxes(), count * 4);
    this.corners = Arrays.copyOf(built.corners(), count * CORNERS);
  }

  static ControlGrid of(RasterGrid source, RasterGrid target) {
    return new ControlGrid(new ControlGridBuilder(source, target).build());
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public int height() {
    return height;
  }

  /** Number of patches; none when the target misses the source. */
  public int patches() {
    return count;
  }

  public int left(int patch) {
    return boxes[patch * 4];
  }

  public int top(int patch) {
    return boxes[patch * 4 + 1];
  }

  public int patchWidth(int patch) {
    return boxes[patch * 4 + 2];
  }

  public int patchHeight(int patch) {
    return boxes[patch * 4 + 3];
  }

  /**
   * Source position at a patch's corner.
   *
   * @param corner 0 north-west, 1 north-east, 2 south-west, 3 south-east
   * @param axis 0 column, 1 row
   */
  public double corner(int patch, int corner, int axis) {
    return corners[patch * CORNERS + corner * 2 + axis];
  }

  @Override
  public Optional<PixelWindow> window(int margin) {
    double[] low = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
    double[] high = {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY};
    for (int i = 0; i < count * CORNERS; i++) {
      low[i & 1] = Math.min(low[i & 1], corners[i]);
      high[i & 1] = Math.max(high[i & 1], corners[i]);
    }
    double half = Math.max(scaleX(), scaleY()) / 2;
    int wide = margin + (half > 1 ? (int) Math.ceil(half) : 0);
    return PixelWindow.around(low[0], low[1], high[0], high[1], wide, sourceWidth, sourceHeight);
  }

  @Override
  public double scaleX() {
    return scale(0);
  }

  @Override
  public double scaleY() {
    return scale(1);
  }

  /** Extent along a source axis of one target pixel in the middle patch. */
  private double scale(int axis) {
    return count == 0 ? 1 : scale(count / 2, axis);
  }

  /** Source pixels along an axis that one target pixel of this patch spans (its bounding box). */
  public double scale(int patch, int axis) {
    double across = (corner(patch, 1, axis) - corner(patch, 0, axis)) / patchWidth(patch);
    double down = (corner(patch, 2, axis) - corner(patch, 0, axis)) / patchHeight(patch);
    return Math.abs(across) + Math.abs(down);
  }

  @Override
  public void position(int column, int row, double[] out) {
    out[0] = Double.NaN;
    out[1] = Double.NaN;
    for (int patch = 0; patch < count; patch++) {
      int x = column - left(patch);
      int y = row - top(patch);
      if (x >= 0 && y >= 0 && x < patchWidth(patch) && y < patchHeight(patch)) {
        double across = (x + 0.5) / patchWidth(patch);
        double down = (y + 0.5) / patchHeight(patch);
        out[0] = interpolate(patch, 0, across, down);
        out[1] = interpolate(patch, 1, across, down);
        return;
      }
    }
  }

  private double interpolate(int patch, int axis, double across, double down) {
    double west = corner(patch, 0, axis) * (1 - down) + corner(patch, 2, axis) * down;
    double east = corner(patch, 1, axis) * (1 - down) + corner(patch, 3, axis) * down;
    return west + (east - west) * across;
  }
}
