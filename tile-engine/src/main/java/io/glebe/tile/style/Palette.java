package io.glebe.tile.style;

/**
 * The colours of an 8-bit image: entry 0 is transparent, entries 1 to {@code size() - 1} are opaque
 * unless given otherwise. The array is shared, not copied: only read it.
 */
public final class Palette {
  /** Number of entries of a full palette. */
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

  /** Number of entries, including the transparent one. */
  public int size() {
    return argb.length;
  }

  /** {@code 0xAARRGGBB} of an entry. */
  public int argb(int entry) {
    return argb[entry];
  }
}
