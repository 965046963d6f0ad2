package io.glebe.tile.png;

/**
 * The filters that use more than one neighbour, for bytes with a left and an upper neighbour, in
 * two forms with the same results.
 */
sealed interface NeighbourFilters permits ScalarFilters, VectorFilters {

  /**
   * Writes {@code count} residuals of the bytes from {@code start} on to {@code out[at]} and
   * following; may overwrite {@link RowFilters#SLACK} more bytes.
   *
   * @param stride distance to the byte above
   * @param channels distance to the byte on the left
   */
  void paeth(byte[] pixels, int start, int count, int stride, int channels, byte[] out, int at);

  /** As {@link #paeth}, for the mean of the left and the upper byte, rounded down. */
  void average(byte[] pixels, int start, int count, int stride, int channels, byte[] out, int at);

  static NeighbourFilters best() {
    return FilterChoice.now();
  }
}
