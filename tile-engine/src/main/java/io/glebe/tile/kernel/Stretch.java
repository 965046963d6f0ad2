package io.glebe.tile.kernel;

/**
 * The values of the first and the last colour. {@code low} may exceed {@code high}, which reverses
 * the ramp.
 *
 * <p>Throws {@link IllegalArgumentException} when a bound is not finite or both are equal
 */
public record Stretch(float low, float high) {

  public Stretch {
    if (!Float.isFinite(low) || !Float.isFinite(high) || !Float.isFinite(high - low)) {
      throw new IllegalArgumentException("a stretch needs finite bounds");
    }
    if (low == high) {
      throw new IllegalArgumentException("a stretch needs two different bounds");
    }
  }

  /** Palette steps per unit: the range covers entries 1 to 255. */
  float factor() {
    return 254 / (high - low);
  }
}
