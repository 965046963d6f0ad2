package io.glebe.tile.resample;

/** The method that computes a value between source pixels. */
public enum Resampling {
  /** The pixel under the position. */
  NEAREST(0),
  /** Linear between the four surrounding pixels. */
  BILINEAR(1),
  /** Catmull-Rom over the sixteen surrounding pixels; linear where one of them has no data. */
  CUBIC(2),
  /** Mean of the pixels whose centres the target pixel covers. */
  AVERAGE(1);

  /**
   * Source pixels per target pixel from which interpolation skips pixels and averaging is better.
   */
  public static final double SHRINK_LIMIT = 2;

  private final int margin;

  Resampling(int margin) {
    this.margin = margin;
  }

  /** Number of source pixels needed around a position. */
  public int margin() {
    return margin;
  }

  /** This method, or the average where interpolation would skip source pixels. */
  public Resampling suitedTo(double scale) {
    return this != NEAREST && scale > SHRINK_LIMIT ? AVERAGE : this;
  }
}
