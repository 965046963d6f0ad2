package io.glebe.zarr.dataset.layout;

/**
 * A north-up (or south-up) grid: the affine map from pixels to CRS coordinates. The origin is the
 * outer corner of pixel (0, 0).
 *
 * @param epsg code of the CRS
 * @param originX x of the outer corner of the first column, in CRS units
 * @param originY y of the outer corner of the first row, in CRS units
 * @param pixelWidth CRS units per column, positive
 * @param pixelHeight CRS units per row, negative when the first row is the northern edge
 * @param width columns
 * @param height rows
 */
public record GridSpec(
    int epsg,
    double originX,
    double originY,
    double pixelWidth,
    double pixelHeight,
    int width,
    int height) {
  /** Most columns or rows. */
  public static final int MAX_SIDE = 1 << 20;

  public GridSpec {
    if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) {
      throw new IllegalArgumentException(
          "a grid has 1 to " + MAX_SIDE + " columns and rows, not " + width + " x " + height);
    }
    boolean finite = Double.isFinite(originX) && Double.isFinite(originY);
    if (!finite || !(pixelWidth > 0) || pixelHeight == 0 || !Double.isFinite(pixelHeight)) {
      throw new IllegalArgumentException("a grid needs a finite origin and pixel size");
    }
    if (!Double.isFinite(pixelWidth) || epsg <= 0) {
      throw new IllegalArgumentException("a grid needs a finite pixel size and an EPSG code");
    }
  }

  /** The grid of a box in CRS units, first row in the north. */
  public static GridSpec northUp(
      int epsg, double minX, double minY, double maxX, double maxY, int width, int height) {
    return new GridSpec(
        epsg, minX, maxY, (maxX - minX) / width, (minY - maxY) / height, width, height);
  }

  /** x of a column edge (0 = outer edge of the first column); fractions are allowed. */
  public double x(double column) {
    return originX + column * pixelWidth;
  }

  /** y of a row edge. */
  public double y(double row) {
    return originY + row * pixelHeight;
  }

  /** Column of an x, counted from the outer edge of the first column. */
  public double column(double x) {
    return (x - originX) / pixelWidth;
  }

  /** Row of a y, counted from the outer edge of the first row. */
  public double row(double y) {
    return (y - originY) / pixelHeight;
  }

  public double minX() {
    return originX;
  }

  public double maxX() {
    return x(width);
  }

  public double minY() {
    return Math.min(originY, y(height));
  }

  public double maxY() {
    return Math.max(originY, y(height));
  }

  /**
   * The grid of an overview: pixels twice as large per level, as many as are needed to cover this
   * grid. The last ones may reach beyond its edge.
   */
  public GridSpec level(int level) {
    int factor = 1 << level;
    return new GridSpec(
        epsg,
        originX,
        originY,
        pixelWidth * factor,
        pixelHeight * factor,
        Math.ceilDiv(width, factor),
        Math.ceilDiv(height, factor));
  }
}
