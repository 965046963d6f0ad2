package io.glebe.tile.style;

/**
 * The colours of an 8-bit image: entry 0 transparent, 1 to {@code size() - 1} opaque or as given.
 * The array is shared, not copied: read only.
 */
public final class Palette {
  /** Entries of a full palette. */
  public static final int FULL = 256;

  private final int[] argb;

  /**
   * @param argb entry 0 first, at most {@value #FULL}
   */
  public Palette(int... argb) {
    if (argb.length < 1 || argb.length > FULL) {
      throw new IllegalArgumentException("a palette has 1 to " + FULL + " entries");
    }
    this.argb = argb.clone();
  }

  /** Number of entries, the transparent one included. */
  public int size() {
    return argb.length;
  }

  /** {@code 0xAARRGGBB} of an entry. */
  public int argb(int entry) {
    return argb[entry];
  }
}
