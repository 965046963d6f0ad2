package io.glebe.tile.style;

/**
 * One line of a legend.
 *
 * @param value the value (or class) of the colour
 * @param rgb {@code 0xRRGGBB}
 */
public record LegendEntry(double value, int rgb) {

  /** {@code #rrggbb}. */
  public String hex() {
    return "#%06x".formatted(rgb);
  }
}
