package io.glebe.tile.png;

/** The scalar form. */
final class ScalarFilters implements NeighbourFilters {
  static final ScalarFilters INSTANCE = new ScalarFilters();

  private ScalarFilters() {}

  @Override
  public void paeth(
      byte[] pixels, int start, int count, int stride, int channels, byte[] out, int at) {
    for (int i = 0; i < count; i++) {
      int p = start + i;
      int left = pixels[p - channels] & 0xff;
      int above = pixels[p - stride] & 0xff;
      int corner = pixels[p - stride - channels] & 0xff;
      out[at + i] = (byte) (pixels[p] - predict(left, above, corner));
    }
  }

  private static int predict(int left, int above, int corner) {
    int toLeft = Math.abs(above - corner);
    int toAbove = Math.abs(left - corner);
    int toCorner = Math.abs(left + above - 2 * corner);
    if (toLeft <= toAbove && toLeft <= toCorner) {
      return left;
    }
    return toAbove <= toCorner ? above : corner;
  }

  @Override
  public void average(
      byte[] pixels, int start, int count, int stride, int channels, byte[] out, int at) {
    for (int i = 0; i < count; i++) {
      int p = start + i;
      int mean = (pixels[p - channels] & 0xff) + (pixels[p - stride] & 0xff) >> 1;
      out[at + i] = (byte) (pixels[p] - mean);
    }
  }
}
