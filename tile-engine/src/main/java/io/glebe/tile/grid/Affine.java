package io.glebe.tile.grid;

/**
 * An unrotated grid: the outer corner of the first pixel and the pixel's size in units of the
 * projection. {@code pixelHeight} is negative when the first row is the northernmost row.
 *
 * <p>Throws {@link IllegalArgumentException} when a number is not finite or a pixel has size zero
 */
public record Affine(double originX, double originY, double pixelWidth, double pixelHeight) {

  public Affine {
    if (!Double.isFinite(originX + originY + pixelWidth + pixelHeight)) {
      throw new IllegalArgumentException("an affine grid needs finite numbers");
    }
    if (pixelWidth == 0 || pixelHeight == 0) {
      throw new IllegalArgumentException("a pixel must have a size");
    }
  }

  /** The north-up grid that divides {@code bounds} into {@code width} x {@code height} pixels. */
  public static Affine over(Bounds bounds, int width, int height) {
    return new Affine(
        bounds.minX(), bounds.maxY(), bounds.width() / width, -bounds.height() / height);
  }

  public double x(double column) {
    return originX + column * pixelWidth;
  }

  public double y(double row) {
    return originY + row * pixelHeight;
  }

  public double column(double x) {
    return (x - originX) / pixelWidth;
  }

  public double row(double y) {
    return (y - originY) / pixelHeight;
  }

  /** The grid of a multiscale level whose pixels are {@code factor} times as large. */
  public Affine coarser(double factor) {
    return new Affine(originX, originY, pixelWidth * factor, pixelHeight * factor);
  }

  /** The box of the first {@code width} x {@code height} pixels. */
  public Bounds bounds(long width, long height) {
    double endX = x((double) width);
    double endY = y((double) height);
    return new Bounds(
        Math.min(originX, endX),
        Math.min(originY, endY),
        Math.max(originX, endX),
        Math.max(originY, endY));
  }
}
