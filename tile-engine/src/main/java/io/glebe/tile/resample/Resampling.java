package io.glebe.tile.resample;

/** How a value between source pixels is found. */
public enum Resampling {
  /** The pixel under the position. */
  NEAREST(0),
  /** Linear between the four pixels around. */
  BILINEAR(1),
  /** Catmull-Rom over the sixteen pixels around; linear where one of them has no data. */
  CUBIC(2),
  /** Mean of the pixels whose centres the target pixel covers. */
  AVERAGE(1);

  /** Source pixels per target pixel from which interpolation skips pixels and should average. */
  public static final double SHRINK_LIMIT = 2;

  private final int margin;

  Resampling(int margin) {
    this.margin = margin;
  }

  /** Source pixels needed around a position. */
  public int margin() {
    return margin;
  }

  /** This method, or the average where an interpolating one would skip source pixels. */
  public Resampling suitedTo(double scale) {
    return this != NEAREST && scale > SHRINK_LIMIT ? AVERAGE : this;
  }
}
